// The settings of a simulation as plain JSON, to keep in a file or to send to a worker.

import type { Parameters } from "@armistice/core"
import type { CustomAlgorithm } from "../custom/custom-algorithm.ts"
import type { DeliverySpec } from "../engines/delivery.ts"
import type { EnvironmentSpec } from "../environments/environment-spec.ts"
import type { PrivacyTarget } from "../planning/privacy-target.ts"

/** The engines: "leap" skips rounds in which nothing can change, "step" runs every round. */
export type EngineName = "leap" | "step"

/** An algorithm by name, or a custom one as an object. */
export type AnyAlgorithm = string | CustomAlgorithm

/** The settings of a simulation, as plain JSON. */
export interface SimulationSpec<Chosen extends AnyAlgorithm = string> {
  /** A catalogue name, a custom algorithm (run in this thread), or a name with `module`. */
  readonly algorithm: Chosen
  /** The URL of a custom algorithm's module, loaded with `loadModule` of @armistice/lab/node. */
  readonly module?: string
  /** The algorithm's parameters; the horizon is filled in where the algorithm needs it. */
  readonly parameters?: Parameters
  readonly environment: EnvironmentSpec
  readonly horizon: number
  readonly runs: number
  readonly seed: number | string
  /** "leap" if left out; with a `delivery` always "step". */
  readonly engine?: EngineName
  /** Rounds at which regret is recorded; log-spaced up to the horizon if left out. */
  readonly checkpoints?: readonly number[]
  /** Rewards that come late, twice or never; at once if left out. */
  readonly delivery?: DeliverySpec
}

/** The settings of a comparison: several algorithms on one environment. */
export interface ComparisonSpec<Chosen extends AnyAlgorithm = string>
  extends Omit<SimulationSpec, "algorithm" | "module" | "parameters"> {
  readonly algorithms: readonly Pick<SimulationSpec<Chosen>, "algorithm" | "module" | "parameters">[]
  /** Every algorithm is given the parameters that make it this private. */
  readonly privacy?: PrivacyTarget
}
