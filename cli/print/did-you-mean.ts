// The closest known name, for messages about unknown ones.

import { editDistance } from "@armistice/core/text"

/** " (did you mean X?)", or nothing. */
export function didYouMean(given: string, known: readonly string[]): string {
  const near = known
    .map((name) => ({ name, distance: editDistance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, given.length) / 3)))
    .sort((a, b) => a.distance - b.distance)[0]
  return near === undefined ? "" : ` (did you mean ${near.name}?)`
}
