// The handle for people: arms by name, one call to choose and one to learn, privacy spent so far,
// all of it as JSON. Rewards may come late, in any order, or never.

import type { Algorithm, AlgorithmState } from "./algorithm.ts"
import { type BanditSnapshot, checkShape, checkSnapshot } from "./bandit-snapshot.ts"
import { createAlgorithm, findAlgorithm } from "./catalogue.ts"
import type { Context, ContextPoint } from "./context/context-plan.ts"
import { type AlgorithmParts, completeAlgorithm } from "./custom-algorithm.ts"
import { ArmisticeError, checkNames, checkReward } from "./errors.ts"
import { type ArmEstimate, estimateArms, type IntervalKind } from "./estimates/estimates.ts"
import { formatVersion } from "./format-version.ts"
import { discardOpenBatches, hasBatches } from "./parts/discard-open-batches.ts"
import { GdpFilter } from "./privacy/filter.ts"
import type { Guarantee } from "./privacy/guarantee.ts"
import { observeWithin } from "./privacy/observe-within.ts"
import { roundToLattice } from "./random/noise-lattice.ts"
import type { SecureRandom, SeededRandom } from "./random/random.ts"
import { secureRandom } from "./random/secure-random.ts"
import { seededRandomFrom } from "./random/seeded-random.ts"

/** The options of a bandit. */
export interface BanditOptions {
  readonly arms: readonly string[]
  /** A name of the catalogue, or an algorithm of one's own with its parameters. */
  readonly algorithm: string | AlgorithmParts
  /** The algorithm's own parameters, such as alpha, epsilon or horizon. */
  readonly parameters?: Readonly<Record<string, unknown>>
  /**
   * The worth of a decision that is never answered, in [0, 1]; left out: such decisions are
   * ignored. Only for algorithms that weigh silence (gdp-imed): call `expire` for each such
   * decision.
   */
  readonly missing?: number
  /** Secure noise unless a seeded generator is given, which is for simulation and tests only. */
  readonly random?: SecureRandom | SeededRandom
}

/** How to restore a bandit from a snapshot. */
export interface RestoreOptions {
  /** Whether the original, or another bandit made from the snapshot, may go on too. */
  readonly copy?: boolean
  /** The algorithm of the snapshot, where it is one's own. */
  readonly algorithm?: AlgorithmParts
}

/** The releases' estimate of each arm, and the arm that is most likely best. */
export interface BanditEstimates {
  readonly arms: readonly (ArmEstimate & { readonly arm: string; readonly probabilityBest: number })[]
  readonly recommended: string
}

/**
 * A private bandit that chooses among named arms and learns from rewards in [0, 1].
 *
 * @example
 * const parameters = { eta: 1, horizon: 1000 }
 * const bandit = new Bandit({ arms: ["blue", "green"], algorithm: "gdp-imed", parameters })
 * const arm = bandit.select()
 * bandit.update(arm, 1)
 * console.log(bandit.guarantee().eta) // 1, for each reward
 */
export class Bandit {
  readonly #algorithm: Algorithm
  readonly #ruleVersion: number | null
  readonly #random: SecureRandom | SeededRandom
  readonly #arms: string[]
  readonly #retired = new Set<number>()
  #state: AlgorithmState
  #filter: GdpFilter | null

  constructor({ arms, algorithm, parameters = {}, missing, random = secureRandom() }: BanditOptions) {
    checkArmNames(arms)
    this.#algorithm =
      typeof algorithm === "string"
        ? createAlgorithm(algorithm, parameters)
        : ownAlgorithm(algorithm, parameters, arms.length)
    this.#ruleVersion = typeof algorithm === "string" ? findAlgorithm(algorithm).ruleVersion : null
    this.#random = random
    this.#arms = [...arms]
    if (missing !== undefined && this.#algorithm.weighsSilence !== true)
      throw new ArmisticeError(
        "not_supported",
        `${this.#algorithm.name} cannot weigh silence: leave out missing, and update with that constant instead`,
      )
    this.#state = this.#algorithm.start(arms.length, missing)
    const { eta } = this.#algorithm.guarantee(arms.length)
    this.#filter = eta === null ? null : new GdpFilter(eta)
  }

  get arms(): readonly string[] {
    return this.#arms
  }

  /**
   * The name of the arm for the next subject. Arms may be excluded for this one decision, for
   * public reasons only. `context` is needed by gdp-context (import `@armistice/core/context`) and
   * refused elsewhere; anyone who can see decisions can see the attributes they were made for.
   */
  select(options: { readonly exclude?: readonly string[]; readonly context?: Context } = {}): string {
    const excluded = new Set(this.#retired)
    for (const name of options.exclude ?? []) excluded.add(this.#findArm(name))
    const point = this.#readPoint(options.context)
    const arm = this.#algorithm.choose(this.#state, this.#random, excluded.size === 0 ? undefined : excluded, point)
    return this.#arms[arm]
  }

  /**
   * Learns the reward, in [0, 1], of one decision for this arm: call it once for each decision that
   * is answered, in any order. With secure noise the reward is rounded to a multiple of 2^-20
   * first, so that sums are exact as the noise on them is. `context` must be the one that the
   * decision was made for.
   */
  update(name: string, given: number, options: { readonly context?: Context } = {}): void {
    const arm = this.#findArm(name)
    checkReward(given)
    const point = this.#readPoint(options.context)
    // Retiring an arm drops its unreleased rewards, so rewards of its decisions join nothing.
    if (this.#retired.has(arm)) return
    const reward = this.#random.kind === "secure" ? roundToLattice(given) : given
    observeWithin(this.#filter, {
      algorithm: this.#algorithm,
      state: this.#state,
      arm,
      reward,
      random: this.#random,
      ...(point === undefined ? {} : { point }),
    })
  }

  /** Notes that an outstanding decision for this arm will never be answered. */
  expire(name: string, options: { readonly context?: Context } = {}): void {
    const arm = this.#findArm(name)
    const point = this.#readPoint(options.context)
    if (!this.#retired.has(arm)) this.#algorithm.expire?.(this.#state, arm, undefined, point)
  }

  /** The promise for each reward. */
  guarantee(): Guarantee {
    return this.#algorithm.guarantee(this.#arms.length)
  }

  /** The filter's counter and its limit, null where nothing is promised. Not itself a promise. */
  spent(): { readonly eta: number; readonly limit: number } | null {
    return this.#filter === null ? null : { eta: this.#filter.spent(), limit: this.#filter.limit }
  }

  /**
   * The estimate of each arm from the releases so far: free, as they are public already. Null where
   * the algorithm keeps none. `recommended` is the arm most likely to be best (estimates.md says
   * how likely, under which model).
   */
  estimates(options: { readonly confidence?: number; readonly interval?: IntervalKind } = {}): BanditEstimates | null {
    const found = estimateArms(this.#algorithm, this.#state, options)
    if (found === null) return null
    const arms = found.arms.map((estimate, arm) => ({
      arm: this.#arms[arm],
      ...estimate,
      probabilityBest: found.probabilityBest[arm],
    }))
    return { arms, recommended: this.#arms[found.recommended] }
  }

  /** Adds an arm while the experiment runs, where the algorithm's guarantee allows it. */
  addArm(name: string): void {
    checkArmNames([...this.#arms, name])
    if (this.#algorithm.addArm === undefined)
      throw new ArmisticeError(
        "not_supported",
        `${this.#algorithm.name} cannot add an arm: it needs all arms from the start`,
      )
    this.#algorithm.addArm(this.#state)
    this.#arms.push(name)
  }

  /**
   * Never chooses this arm again, and drops what it has not released: rewards of its decisions are
   * accepted and not learned from. At least one other arm must remain.
   */
  retireArm(name: string): void {
    const arm = this.#findArm(name)
    if (this.#retired.has(arm)) return
    if (this.#retired.size + 1 >= this.#arms.length)
      throw new ArmisticeError("no_arm_available", "the last arm cannot be retired")
    this.#algorithm.retireArm?.(this.#state, arm)
    this.#retired.add(arm)
  }

  toJSON(): BanditSnapshot {
    return {
      formatVersion,
      algorithm: this.#algorithm.name,
      ruleVersion: this.#ruleVersion,
      parameters: this.#algorithm.parameters,
      arms: [...this.#arms],
      retired: [...this.#retired].map((arm) => this.#arms[arm]),
      state: structuredCopy(this.#state),
      spent: this.#filter?.toJSON() ?? null,
      random: this.#random.kind === "seeded" ? this.#random.toJSON() : null,
    }
  }

  /**
   * Continues exactly from the state of `toJSON` (with secure noise: the same state, fresh noise).
   * Only one bandit may continue from a snapshot: if two do, or the original continues as well,
   * the same sums get noise twice and the guarantee does not hold. `copy: true` discards rewards
   * that are not released yet, so that the original may continue. Rewards of decisions made before
   * the snapshot belong to the original: never give them to a copy, which cannot tell them from
   * its own.
   */
  static fromJSON(json: unknown, { copy = false, algorithm: own }: RestoreOptions = {}): Bandit {
    const snapshot = checkSnapshot(json, own)
    const random = snapshot.random === null ? secureRandom() : seededRandomFrom(snapshot.random)
    const { parameters, arms } = snapshot
    const named = { algorithm: snapshot.algorithm, parameters }
    const bandit = new Bandit({ ...(own === undefined ? named : { algorithm: own }), arms, random })
    checkShape(bandit.#state, snapshot.state)
    bandit.#state = structuredCopy(snapshot.state)
    if (bandit.#filter !== null) bandit.#filter = GdpFilter.fromJSON(snapshot.spent)
    for (const name of snapshot.retired) bandit.#retired.add(bandit.#findArm(name))
    if (copy) bandit.#forgetUnreleased()
    return bandit
  }

  #forgetUnreleased(): void {
    // An algorithm without loss releases nothing, so that two may go on.
    if (!hasBatches(this.#state) && this.#filter !== null && this.#filter.limit > 0)
      throw new ArmisticeError(
        "not_supported",
        `a copy must be able to forget what is not released, got ${this.#algorithm.name}, whose noise is around all rewards so far`,
      )
    discardOpenBatches(this.#state)
  }

  #readPoint(context: Context | undefined): ContextPoint | undefined {
    const { name, context: plan } = this.#algorithm
    if (plan !== undefined) return plan.point(context ?? {})
    if (context === undefined) return undefined
    throw new ArmisticeError("not_supported", `${name} does not use a context`)
  }

  #findArm(name: string): number {
    const arm = this.#arms.indexOf(name)
    if (arm >= 0) return arm
    throw new ArmisticeError("unknown_arm", `arm must be one of ${this.#arms.join(", ")}, got ${JSON.stringify(name)}`)
  }
}

function ownAlgorithm(
  given: AlgorithmParts,
  parameters: Readonly<Record<string, unknown>>,
  armCount: number,
): Algorithm {
  const algorithm = completeAlgorithm(given)
  // Refused here, before anyone's reward is at stake.
  if (algorithm.guarantee(armCount).eta !== null) algorithm.nextReleases(algorithm.start(armCount), 0)
  const [stray] = Object.keys(parameters)
  if (stray === undefined) return algorithm
  throw new ArmisticeError(
    "unknown_parameter",
    `an algorithm given as an object has its parameters, got ${stray} as well`,
  )
}

const structuredCopy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

function checkArmNames(arms: readonly string[]): void {
  if (!Array.isArray(arms) || arms.length < 2)
    throw new ArmisticeError(
      "invalid_arm_count",
      `arms must be at least 2 names, got ${Array.isArray(arms) ? arms.length : typeof arms}`,
    )
  checkNames("arm", arms, "unknown_arm")
}
