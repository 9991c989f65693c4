// What to simulate, as plain JSON: it can be written to a file, sent to a worker, and run again.

import type { FaultSpec } from "../engines/faults.ts"
import type { EnvironmentSpec } from "../environments/environment-spec.ts"

export type EngineName = "leap" | "step"

export interface SimulationSpec {
  /** Name in the catalogue. */
  readonly algorithm: string
  /** The algorithm's parameters; the horizon is filled in where the algorithm needs it. */
  readonly parameters?: Readonly<Record<string, number | string>>
  readonly environment: EnvironmentSpec
  readonly horizon: number
  readonly runs: number
  readonly seed: number | string
  /** "leap" if left out. */
  readonly engine?: EngineName
  /** Rounds at which regret is recorded; log-spaced up to the horizon if left out. */
  readonly checkpoints?: readonly number[]
  /** Late, repeated and lost rewards. Only "step" can play them. */
  readonly faults?: FaultSpec
}
