// The interface of both engines: one run of one algorithm on one environment.

import type { Algorithm, AlgorithmState, SeededRandom } from "@armistice/core"
import type { Environment } from "../environments/environment.ts"

export interface RunRequest {
  readonly algorithm: Algorithm
  readonly environment: Environment
  readonly horizon: number
  /** Rounds at which regret is recorded, increasing, the last at most the horizon. */
  readonly checkpoints: readonly number[]
  readonly random: SeededRandom
}

export interface RunResult {
  readonly regret: number
  readonly pulls: readonly number[]
  /** Regret at each checkpoint. */
  readonly curve: readonly number[]
  /** The algorithm's state at the end. The leap engine omits best draws that it did not need. */
  readonly state: AlgorithmState
  /** Counts of late and missing rewards, if there are any. */
  readonly delivery?: DeliveryCounts
}

/** The numbers of rewards that joined, never arrived or came too late. */
export interface DeliveryCounts {
  /** Rewards that joined a batch, constants included. */
  readonly joined: number
  /** Decisions without an answer, which joined as a constant reward. */
  readonly constants: number
  /** Decisions whose window ended without an answer and without a constant reward. */
  readonly expired: number
  /** Second answers, and answers after the window. */
  readonly ignored: number
  /** Decisions that had neither joined nor expired at the end. */
  readonly outstanding: number
  /** Decisions for an arm that was worth most to the person; only where people have a context. */
  readonly best?: number
}

export type Engine = (request: RunRequest) => RunResult
