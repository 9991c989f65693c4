// The result of a simulation as plain JSON. The same simulation gives the same bytes; everything
// that depends on the machine is under `milliseconds`.

import type { Guarantee, Parameters } from "@armistice/core"
import type { DeliverySpec } from "../engines/delivery.ts"
import type { EnvironmentSpec, ReplaySpec } from "../environments/environment-spec.ts"
import type { ModuleSpec } from "../environments/own-environment.ts"
import type { MeanInterval } from "./mean-interval.ts"
import type { EngineName } from "./simulation-spec.ts"
import type { QuantileName } from "./statistics.ts"

/** The result of a simulation, as plain JSON. */
export interface SimulationResult {
  readonly algorithm: string
  readonly parameters: Parameters
  readonly horizon: number
  readonly means: readonly number[]
  /** Runs asked for. */
  readonly runs: number
  /** Runs in the statistics: fewer where the simulation was stopped. */
  readonly finished: number
  readonly seed: number | string
  readonly engine: EngineName
  readonly regret: {
    readonly mean: number
    readonly standardError: number | null
    readonly values: readonly number[]
    readonly quantiles: Readonly<Record<QuantileName, number>>
    readonly interval: MeanInterval | null
  }
  /** Regret against other arms; absent where laws do not change over time. */
  readonly measures?: {
    /** Which of both `regret` and `curve` are. */
    readonly regretIs: RegretComparator
    /** The one best arm of the run. */
    readonly bestArm: number
    /** Against the best arm of each round: non-stationary regret. */
    readonly eachRound: RegretMeasure
    /** Against the one best arm of all rounds: below 0 if the algorithm follows changes. */
    readonly oneArm: RegretMeasure
  }
  readonly pulls: { readonly mean: readonly number[]; readonly standardError: readonly number[] | null }
  readonly curve: RegretCurve
  readonly guarantee: Guarantee
  /** Releases of a run, and the largest composed loss of any run; at most the guarantee. */
  readonly releases: { readonly mean: number; readonly max: number; readonly eta: number }
  /** Counts of late rewards; absent where all come at once. */
  readonly delivery?: DeliverySummary
  readonly milliseconds: Milliseconds
  readonly manifest: Manifest
}

/** A result without what depends on the machine, as sweeps keep it. */
export type TimelessResult = Omit<SimulationResult, "milliseconds">

/** The arms that regret is against. */
export type RegretComparator = "each round" | "one arm"

/** Mean regret by one measure, with its 95 % interval, in all and at the checkpoints. */
export interface RegretMeasure {
  readonly mean: number
  readonly low: number | null
  readonly high: number | null
  readonly curve: readonly number[]
}

/** Late rewards over all runs of a simulation. */
export interface DeliverySummary {
  /** The value of a decision of each arm, which regret is measured by. */
  readonly values: readonly number[]
  /** Decisions whose reward joined a batch, expired, or was outstanding: means over runs. */
  readonly joined: number
  readonly expired: number
  readonly outstanding: number
  /** The mean regret of the worst 5 % of runs. */
  readonly worstRegret: number
  /** The share of runs in which the best arm (for each person) got under half of the decisions. */
  readonly misdirected: number
}

/** Regret at the checkpoints, over all runs. */
export interface RegretCurve {
  readonly rounds: readonly number[]
  readonly mean: readonly number[]
  readonly standardError: readonly number[] | null
  /** Ends of the 95 % interval of the mean. */
  readonly low: readonly number[] | null
  readonly high: readonly number[] | null
  readonly quantiles: Readonly<Record<QuantileName, readonly number[]>>
}

/** How long a simulation took. */
export interface Milliseconds {
  /** Time inside the engine on one core, without start-up: the median over runs. */
  readonly perRun: number
  /** From start to end, on all cores. */
  readonly total: number
}

/** Everything that is needed to repeat a simulation. */
export interface Manifest {
  readonly version: string
  readonly environment: Exclude<EnvironmentSpec, ReplaySpec | ModuleSpec> | ReplayManifest | ModuleManifest
  readonly engine: EngineName
  readonly seed: number | string
  readonly generator: "xoshiro128++"
  readonly delivery?: DeliverySpec
  /** The name of the file with the custom algorithm. */
  readonly module?: string
}

/** A module is named by its checksum, since its place differs between machines. */
export interface ModuleManifest extends Omit<ModuleSpec, "module"> {
  /** A law draws a context for each round, so that arms have no one mean. */
  readonly hasContext?: true
}

/** A recording is named by its size and a checksum rather than copied. */
export interface ReplayManifest {
  readonly kind: "replay"
  readonly by: "pulls" | "rounds"
  readonly names: readonly string[]
  readonly rows: number
  readonly checksum: string
}
