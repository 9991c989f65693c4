// The contract of an algorithm (see ARCHITECTURE.md). An algorithm is an object of functions over plain JSON state: it owns
// no loop, clock, storage or randomness, so the same code runs in a simulation, behind HTTP with late rewards, and in a page.

import type { Laws } from "./laws.ts"
import { checkParameters, type ParameterSpecs, type Parameters, type ParameterValues } from "./parameters.ts"
import { dropOutstanding } from "./parts/discard-open-batches.ts"
import type { Guarantee } from "./privacy/guarantee.ts"
import type { Release } from "./privacy/release.ts"
import type { Random } from "./random/random.ts"

/** What every state has. All of it is JSON: no NaN, no Infinity, no class instance. Fields are frozen once a snapshot may have them. */
export interface AlgorithmState {
  /** Rounds decided so far. */
  round: number
  /** Decisions per arm. The k-th decision of an arm (from 0) is its pull k. */
  decided: number[]
}

export interface Algorithm<State extends AlgorithmState = AlgorithmState> {
  readonly name: string
  /** Every parameter with its value, defaults included. */
  readonly parameters: Parameters
  /**
   * `silence`: what a decision that is never answered is worth, in [0, 1]; left out: such decisions are ignored. Only algorithms that weigh
   * silence look at it. `maxArms`: as many arms as there can ever be, where arms may be added; batches are planned for them.
   */
  start(armCount: number, silence?: number, maxArms?: number): State
  /** Set if `choose` weighs silence by the public share of answers. Otherwise the caller observes the constant instead. */
  readonly weighsSilence?: true
  /**
   * Decides the next round and returns its arm. May be called many times before a reward comes back. `excluded` arms (for
   * public reasons, this round only) are not chosen, spend no draw, and their batches do not move.
   */
  choose(state: State, random: Random, excluded?: ReadonlySet<number>): number
  /**
   * The reward of one decision of `arm` joins the batch (or epoch) of the arm that is open now, so rewards may come late and in any order;
   * each must come once. `pull` is the number of the decision: it serves the table of ages, and a decision from before a discard is refused.
   * An observation without a decision (data from before) counts as decided and observed at once.
   */
  observe(state: State, arm: number, reward: number, random: Random, pull?: number): void
  /** The same for `count` rewards with this sum, in order; they must not reach beyond the arm's open batch. */
  observeMany(state: State, arm: number, count: number, sum: number, random: Random): void
  /** Nobody will answer this decision any more: nothing joins. Public. Absent: the algorithm need not know. */
  expire?(state: State, arm: number, pull?: number): void
  /** The law of the next choices when every reward is observed before the next round. */
  laws(state: State): Laws
  guarantee(armCount: number): Guarantee
  /** What has been released so far (for draw-based algorithms, reserved); composes to at most the guarantee. */
  releases(state: State): Release[]
  /** Which released sums the state keeps, for estimates: of all batches, with weights, of the last one, or residual ones. Absent: none. */
  readonly sums?: "all" | "weighted" | "last" | "residual"
  /** What one more reward of this arm would release when it joins. A filter asks before, so that it can refuse. */
  nextReleases(state: State, arm: number, pull?: number): Release[]
  /** Adds an arm while running. Absent where the guarantee or the algorithm does not allow it. */
  addArm?(state: State): void
  /**
   * An arm is stopped (public reasons): what it has not released is dropped (`dropOutstanding`), and no reward of its decisions so far
   * joins. The caller excludes it in `choose`; once it does not, the arm is resumed, where the catalogue says that it can be. Every
   * algorithm of the catalogue has it.
   */
  retireArm?(state: State, arm: number): void
}

/** One line of the catalogue: all that people and programs need to know to offer an algorithm. */
export interface AlgorithmEntry {
  readonly name: string
  /** Stored beside the name. A rule that decides differently from the same rewards gets the next number. */
  readonly ruleVersion: number
  readonly label: string
  /** One sentence: what it does and why one would choose it. */
  readonly about: string
  /** Paper, theorem or listing it follows. */
  readonly source: string
  readonly parameters: ParameterSpecs
  /** Parameters to try it with, the horizon too where it needs one: of a loss, if it has any, that an audit of 1e5 runs can show. */
  readonly example: Parameters
  readonly live: LiveUse
  /** What a run costs to simulate, where that is much, or always little. */
  readonly simulation?: SimulationCost
  /** Settings worth timing, where the example is not the one: parameters beside the horizon, and words where values are none. */
  readonly benchmarks?: readonly { readonly words?: string; readonly parametersAt: (horizon: number) => Parameters }[]
  /** Where what is promised is far above what is lost: the sentence that a comparison at equal privacy owes it. */
  readonly charged?: string
  create(given: Readonly<Record<string, unknown>>): Algorithm
  /** Parameters (beside the horizon) with which the algorithm is eta-GDP, or null if it cannot be. */
  calibrate?(eta: number, setting: { readonly horizon: number; readonly armCount: number }): Parameters | null
}

/** An algorithm without what its entry knows of it: the name, and the parameters as checked, unless it has others to tell. */
export type AlgorithmBody<State extends AlgorithmState> = Omit<Algorithm<State>, "name" | "parameters"> & {
  readonly parameters?: Parameters
}

/** The entry of an algorithm that `create` makes of checked parameters. */
export function defineAlgorithm<const Specs extends ParameterSpecs, State extends AlgorithmState>(
  create: (parameters: ParameterValues<Specs>) => AlgorithmBody<State>,
  entry: Omit<AlgorithmEntry, "create" | "parameters" | "ruleVersion"> & { readonly parameters: Specs },
): AlgorithmEntry {
  const { name } = entry
  return {
    ruleVersion: 1,
    ...entry,
    create(given) {
      const parameters = checkParameters(name, entry.parameters, given)
      return { name, parameters, retireArm: dropOutstanding, ...create(parameters) } as unknown as Algorithm
    },
  }
}

/** What may happen to a running experiment: a stopped arm is resumed, an arm is added, more rounds than planned are decided. */
export type LiveChange = "resume" | "add" | "extend"

/** Whether a running experiment of this algorithm takes the change under the same guarantee; extended, it has a larger `horizon`. */
export const allowsChange = ({ live }: Pick<AlgorithmEntry, "live">, change: LiveChange): boolean =>
  live.noise !== null && live.lacks?.includes(change) !== true

/**
 * How rewards meet chance when it runs live: noise on sums, draws around sums, or none; and changes that it does not take. Or why it does not run live, where a reward must
 * join one batch, noise must be exact on a lattice, and a restored copy must have something it can drop.
 */
export type LiveUse =
  | { readonly noise: "sums" | "draws" | "none"; readonly lacks?: readonly LiveChange[] }
  | { readonly noise: null; readonly whyNot: string }

export interface SimulationCost {
  /** Quick at every horizon and privacy, with many arms or with few alone: asked wherever many settings are tried. */
  readonly quick?: "many arms" | "few arms"
  /** Milliseconds of a run of a million rounds, roughly: where people wait, slow ones come last. */
  readonly milliseconds?: number
  /** A run takes longer the more rounds there are, at least where arms are alike; others leap over nearly all rounds. */
  readonly grows?: true
  /** The most rounds for which there is time in a plan (milliseconds a run), in a page (seconds) and in a table (an hour a row). */
  readonly longest?: { readonly plan: number; readonly page?: number; readonly table?: number }
}
