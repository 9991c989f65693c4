// The verdict of each segment as it was kept with the latest release. Where none was kept, it is computed.

import type { LiveExperiment } from "../live/live-experiment.ts"
import type { StandingRow } from "../store/rows.ts"
import { type StandingBody, standingBody } from "./result-body.ts"

/** Computed before the first release. */
export function keptBodies(live: LiveExperiment, rows: readonly StandingRow[]): (segment: string) => StandingBody {
  const bodies = new Map(rows.map(({ segment, body }) => [segment, body]))
  return (segment) => {
    const body = bodies.get(segment) ?? null
    return body === null ? standingBody(live, segment) : (JSON.parse(body) as StandingBody)
  }
}
