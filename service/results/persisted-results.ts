// The verdict of each segment as it was stored with the latest release.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { CurrentResultRow } from "../store/result-rows.ts"
import { type CurrentResultBody, createCurrentResultBody } from "./result-body.ts"

/** Returns a function that reads the body of a segment, computed before the first release. */
export function readPersistedResults(
  live: LiveExperiment,
  rows: readonly CurrentResultRow[],
): (segment: string) => CurrentResultBody {
  const bodies = new Map(rows.map(({ segment, body }) => [segment, body]))
  return (segment) => {
    const body = bodies.get(segment) ?? null
    return body === null ? createCurrentResultBody(live, segment) : (JSON.parse(body) as CurrentResultBody)
  }
}
