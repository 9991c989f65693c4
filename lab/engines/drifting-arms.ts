// How laws of drawn indices drift, with bounds over a block of rounds on every path.

import type { DrawnLaw, PosteriorLaw } from "@armistice/core"
import { betaFamily, gaussianFamily, type IndexFamily } from "./index-family.ts"
import type { LeapRun } from "./leap-run.ts"

/** The interface of both kinds of drift. Laws are those of the next round. */
export interface DriftingArms {
  readonly family: IndexFamily
  readonly armCount: number
  /** Parameters in force now; valid after `refresh`. */
  readonly first: Float64Array
  readonly second: Float64Array
  refresh(): void
  /** Brings the law of one arm up to date, after its rewards were settled. */
  refreshArm(arm: number): void
  /** Plans a block led by `leader`, whose strongest rival is `rival`. */
  planBlock(leader: number, rival: number): void
  /** Rounds the block may last, and pulls of the leader in it. */
  blockRounds: number
  /** The leader's lowest centre in the block. `leaderBelow` bounds its chance of a lower index. */
  lowestCentre: number
  leaderBelow(threshold: number): number
  /** Bounds, over the block, the chance of `arm` (not the leader) to be above `threshold`. */
  otherAbove(arm: number, threshold: number): number
  /**
   * The law of `arm` as if its last `owed` rewards were zero. Returns how much higher its index may
   * really be, or null if rewards do more than shift it.
   */
  refreshOwing(arm: number, owed: number): number | null
  /** Whether bounds of other arms are exact while those arms are not pulled. */
  readonly othersStay: boolean
  /** Books one pull of `arm` in the block; true if the laws must be asked for again. */
  pulled(arm: number, rounds: number): boolean
  /** How many more pulls of `arm` leave its law as it is known. */
  room(arm: number): number
}

/** By this share of the rival's spread the leader's index may sink in a block. */
const SINK = 0.25
/** Indices this many spreads apart practically never meet, so a leader may sink that far. */
const FAR = 20

/** A pull and its reward move the law of their own arm only: in a block, the leader's. */
export class PosteriorArms implements DriftingArms {
  readonly family: IndexFamily
  readonly armCount: number
  readonly first: Float64Array
  readonly second: Float64Array
  readonly othersStay = true
  blockRounds = 0
  lowestCentre = 0
  readonly #law: PosteriorLaw
  readonly #gaussian: boolean
  /** The leader's count and sum when the block was planned, and the pulls it may have in it. */
  #count = 0
  #sum = 0

  constructor(law: PosteriorLaw) {
    this.#law = law
    this.#gaussian = law.family === "gaussian"
    this.family = this.#gaussian ? gaussianFamily : betaFamily
    this.armCount = law.counts.length
    this.first = new Float64Array(this.armCount)
    this.second = new Float64Array(this.armCount)
  }

  refresh(): void {
    for (let arm = 0; arm < this.armCount; arm++) this.refreshArm(arm)
  }

  refreshArm(arm: number): void {
    const { counts, sums, prior, scale } = this.#law
    if (this.#gaussian) {
      const weight = counts[arm] + prior
      this.first[arm] = sums[arm] / weight
      this.second[arm] = Math.sqrt(scale / weight)
    } else {
      this.first[arm] = sums[arm] + 1
      this.second[arm] = counts[arm] - sums[arm] + 1
    }
  }

  refreshOwing(arm: number, owed: number): number | null {
    if (!this.#gaussian) return null
    const { counts, sums, prior, scale } = this.#law
    const weight = counts[arm] + owed + prior
    this.first[arm] = sums[arm] / weight
    this.second[arm] = Math.sqrt(scale / weight)
    return owed / weight
  }

  planBlock(leader: number, rival: number): void {
    const { family, first, second } = this
    this.#count = this.#law.counts[leader]
    this.#sum = this.#law.sums[leader]
    const top = family.centre(first[leader], second[leader])
    const width = family.spread(first[rival], second[rival])
    const lead = top - family.centre(first[rival], second[rival])
    const distance = Math.max(1, lead / width)
    const far = lead - FAR * Math.max(width, family.spread(first[leader], second[leader]))
    const sink = Math.min(Math.max((SINK * width) / distance, far), 0.5 * Math.abs(top))
    const pulls = Math.floor((this.#count * sink) / Math.max(Math.abs(top) - sink, 1e-300))
    this.blockRounds = Math.min(Math.max(1, pulls), Number.MAX_SAFE_INTEGER)
    this.lowestCentre = this.#gaussian
      ? this.#sum / (this.#count + this.blockRounds + this.#law.prior)
      : (this.#sum + 1) / (this.#count + this.blockRounds + 2)
  }

  /** Zeros lower the mean faster than they shrink the spread, so the block's end is the worst. */
  leaderBelow(threshold: number): number {
    const pulls = this.blockRounds
    if (!this.#gaussian) return this.family.below(this.#sum + 1, this.#count - this.#sum + pulls + 1, threshold)
    const weight = this.#count + pulls + this.#law.prior
    // A threshold below zero is likeliest passed at the block's start, where the spread is largest.
    const spread = Math.sqrt(this.#law.scale / (threshold < 0 ? weight - pulls : weight))
    return this.family.below(this.#sum / weight, spread, threshold)
  }

  otherAbove(arm: number, threshold: number): number {
    return this.family.above(this.first[arm], this.second[arm], threshold)
  }

  pulled(): boolean {
    return false
  }

  room(): number {
    return Number.POSITIVE_INFINITY
  }
}

/** Laws that rise with time: others are bounded at the block's end, the leader at its start. */
export class TimedArms implements DriftingArms {
  readonly family: IndexFamily
  readonly armCount: number
  readonly first: Float64Array
  readonly second: Float64Array
  readonly othersStay: boolean
  blockRounds = 0
  lowestCentre = 0
  readonly #run: LeapRun
  readonly #law: DrawnLaw
  readonly #room: number[]
  readonly #now: { first: number[]; second: number[] }
  readonly #end: { first: number[]; second: number[] }
  /** The leader's law at the block's start, where it is lowest. */
  #leaderFirst = 0
  #leaderSecond = 0

  constructor(run: LeapRun, law: DrawnLaw) {
    this.#run = run
    this.#law = law
    this.family = law.family === "gaussian" ? gaussianFamily : betaFamily
    this.armCount = law.first.length
    this.first = Float64Array.from(law.first)
    this.second = Float64Array.from(law.second)
    this.othersStay = law.drift === undefined
    this.#room = [...law.pullsLeft]
    this.#now = { first: [...law.first], second: [...law.second] }
    this.#end = { first: [...law.first], second: [...law.second] }
  }

  refresh(): void {
    if (this.#law.drift === undefined) return
    this.#law.drift(this.#run.recorder.round + 1, this.#now.first, this.#now.second)
    this.first.set(this.#now.first)
    this.second.set(this.#now.second)
  }

  /** Only time moves these laws, and the end of an epoch, after which they are requested again. */
  refreshArm(): void {}

  /** Rewards change nothing before the epoch ends. */
  refreshOwing(): number {
    return 0
  }

  planBlock(leader: number): void {
    const round = this.#run.recorder.round + 1
    // Laws move with ln t: over a fixed share of the time passed they move by a fixed amount.
    this.blockRounds = this.othersStay ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(0.05 * round))
    this.#law.drift?.(round + this.blockRounds - 1, this.#end.first, this.#end.second)
    this.lowestCentre = this.family.centre(this.first[leader], this.second[leader])
    this.#leaderFirst = this.first[leader]
    this.#leaderSecond = this.second[leader]
  }

  leaderBelow(threshold: number): number {
    return this.family.below(this.#leaderFirst, this.#leaderSecond, threshold)
  }

  otherAbove(arm: number, threshold: number): number {
    return this.family.above(this.#end.first[arm], this.#end.second[arm], threshold)
  }

  pulled(arm: number, rounds: number): boolean {
    this.#room[arm] -= rounds
    return this.#room[arm] <= 0
  }

  room(arm: number): number {
    return this.#room[arm]
  }
}
