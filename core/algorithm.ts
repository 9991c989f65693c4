// The contract of an algorithm: an object of functions over plain JSON state. It owns no loop,
// clock, storage or randomness, so the same code runs in a simulation, behind HTTP with late
// rewards, and in a page.

import type { ContextPlan, ContextPoint } from "./context/context-plan.ts"
import type { Laws } from "./laws.ts"
import type { Parameters } from "./parameters.ts"
import type { Guarantee } from "./privacy/guarantee.ts"
import type { Release } from "./privacy/release.ts"
import type { Random } from "./random/random.ts"

/** The fields that every state has. A state is JSON: no NaN, no Infinity, no class instance. */
export interface AlgorithmState {
  /** Rounds decided so far. */
  round: number
  /** Decisions per arm. The k-th decision of an arm (from 0) is its pull k. */
  decided: number[]
}

/** A bandit algorithm. Everything it remembers is in the state that its functions take. */
export interface Algorithm<State extends AlgorithmState = AlgorithmState> {
  readonly name: string
  /** Every parameter with its value, defaults included. */
  readonly parameters: Parameters
  /**
   * Set if decisions depend on a context: then `choose`, `observe`, `expire` and `nextReleases`
   * need the decision's point. The caller keeps it with each outstanding decision and passes the
   * same one again. Points are public.
   */
  readonly context?: ContextPlan
  /**
   * A fresh state. `silence` is what an unanswered decision is worth, in [0, 1]; without it such
   * decisions are ignored. `maxArms` is the most arms there can ever be, where arms may be added:
   * batches are planned for them.
   */
  start(armCount: number, silence?: number, maxArms?: number): State
  /** Set if `choose` weighs silence by the public share of answers; others observe a constant. */
  readonly weighsSilence?: true
  /**
   * Decides the next round and returns its arm. May be called many times before a reward arrives.
   * `excluded` arms are not chosen this round, spend no draw, and their batches do not move; the
   * reason to exclude must be public.
   */
  choose(state: State, random: Random, excluded?: ReadonlySet<number>, point?: ContextPoint): number
  /**
   * Adds the reward of one decision to the arm's open batch, so rewards may arrive late and in any
   * order; each must come once. `pull` is the number of the decision. A reward without a decision
   * counts as decided and observed at once.
   */
  observe(state: State, arm: number, reward: number, random: Random, pull?: number, point?: ContextPoint): void
  /** The same for `count` rewards with this sum; they must fit into the arm's open batch. */
  observeMany(state: State, arm: number, count: number, sum: number, random: Random): void
  /** Notes that a decision will never be answered, a public fact; absent if it does not matter. */
  expire?(state: State, arm: number, pull?: number, point?: ContextPoint): void
  /** The law of the next choices when every reward is observed before the next round. */
  laws(state: State): Laws
  /** The promise for each reward. */
  guarantee(armCount: number): Guarantee
  /** The releases so far, reserved draws included. They compose to at most the guarantee. */
  releases(state: State): Release[]
  /** Which released sums the state has, of all batches or only the last; absent without any. */
  readonly sums?: "all" | "weighted" | "last" | "residual"
  /** The release that one more reward would cause, so that a filter can refuse it beforehand. */
  nextReleases(state: State, arm: number, pull?: number, point?: ContextPoint): Release[]
  /**
   * The arm that the releases so far recommend for this point, of those not excluded; null if
   * nothing was released. Changes nothing and spends no draw. Only with a context.
   */
  prefer?(state: State, point: ContextPoint, excluded?: ReadonlySet<number>): number | null
  /** Adds an arm while running. Absent where the guarantee or the algorithm does not allow it. */
  addArm?(state: State): void
  /**
   * Stops an arm: drops what it has not released and refuses the rewards of its decisions so far.
   * The caller excludes the arm from `choose` until it is resumed.
   */
  retireArm?(state: State, arm: number): void
}

/** An algorithm without its name, and with parameters only if they differ from the checked ones. */
export type AlgorithmBody<State extends AlgorithmState> = Omit<Algorithm<State>, "name" | "parameters"> & {
  readonly parameters?: Parameters
}
