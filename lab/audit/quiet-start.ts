// The rounds before chance comes in are the same in every run of a table (initial pulls, first batches), so they are played once
// and copied. Exact: a step is only kept if it asked for no randomness at all.

import { seededRandom } from "@armistice/core"
import { NotingRandom } from "./noting-random.ts"

/** Plays steps from `begin` on until one asks for randomness or `step` says that the run is over; returns the last position. */
export function quietStart<Position>(
  begin: Position,
  copy: (position: Position) => Position,
  step: (position: Position, random: NotingRandom) => boolean,
): Position {
  const random = new NotingRandom(seededRandom(0))
  let kept = begin
  for (;;) {
    const next = copy(kept)
    random.forget()
    const goesOn = step(next, random)
    if (random.isUsed) return kept
    kept = next
    if (!goesOn) return kept
  }
}
