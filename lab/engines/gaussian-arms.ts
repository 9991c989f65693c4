// The arms of a Gaussian leap. If an arm's draws will be used up in this run, the largest of them
// and its round are drawn first; all others are then independent and below it, so that rounds can
// be counted without single draws.

import type { DrawnLaw, Random } from "@armistice/core"
import { normalTail } from "@armistice/core/numerics"
import { drawLargestGaussian } from "@armistice/core/sampling"
import type { LeapRun } from "./leap-run.ts"

const never = Number.POSITIVE_INFINITY

export class GaussianArms {
  mean: readonly number[]
  deviation: readonly number[]
  /** The largest of each arm's draws, where it draws no more. */
  readonly best: number[]
  /** Pulls until each arm's epoch ends. */
  readonly room: number[]
  /** The round after which the arm draws no more; what is past if it does not draw. */
  readonly drawsUntil: Float64Array
  /** An upper limit of the arm's draws, or Infinity, and the chance of a free draw beyond it. */
  readonly ceiling: Float64Array
  readonly beyond: Float64Array
  /** The round in which the arm draws its ceiling; Infinity if that has been or is not drawn. */
  readonly peakRound: Float64Array
  readonly #run: LeapRun
  readonly #drawsLeft: number[] | undefined

  constructor(run: LeapRun, law: DrawnLaw) {
    const armCount = law.first.length
    this.#run = run
    this.mean = law.first
    this.deviation = law.second
    this.#drawsLeft = law.drawsLeft
    this.best = law.best ?? new Array<number>(armCount).fill(Number.NEGATIVE_INFINITY)
    this.room = [...law.pullsLeft]
    this.drawsUntil = new Float64Array(armCount)
    this.ceiling = new Float64Array(armCount)
    this.beyond = new Float64Array(armCount)
    this.peakRound = new Float64Array(armCount)
    for (let arm = 0; arm < armCount; arm++) this.#begin(arm)
  }

  /** Whether the arm draws in the next round. */
  draws(arm: number): boolean {
    return this.drawsUntil[arm] > this.#run.recorder.round
  }

  /** An index of the next round. */
  draw(arm: number, random: Random): number {
    const ceiling = this.ceiling[arm]
    if (this.peakRound[arm] === this.#run.recorder.round + 1) return ceiling
    for (;;) {
      const value = this.mean[arm] + this.deviation[arm] * random.gaussian()
      if (value <= ceiling) return value
    }
  }

  /** The arm has drawn its ceiling. */
  passPeak(arm: number): void {
    this.peakRound[arm] = never
    this.best[arm] = Math.max(this.best[arm], this.ceiling[arm])
  }

  /** The arm's rewards are in, and its law is a new one. */
  endEpoch(arm: number): void {
    this.#run.settle(arm)
    const law = this.#run.algorithm.laws(this.#run.state)
    if (law.kind !== "drawn") throw new Error("an algorithm that draws its indices must go on drawing them")
    this.mean = law.first
    this.deviation = law.second
    this.room[arm] = law.pullsLeft[arm]
    this.#begin(arm)
  }

  /** Tells the algorithm how many draws are left. */
  bookDraws(): void {
    const drawsLeft = this.#drawsLeft
    if (drawsLeft === undefined) return
    for (let arm = 0; arm < drawsLeft.length; arm++)
      drawsLeft[arm] = Math.max(0, this.drawsUntil[arm] - this.#run.recorder.round)
  }

  /** Restarts an arm's draws. The largest is fixed if the budget may end before the run does. */
  #begin(arm: number): void {
    const { random, recorder, roundsLeft } = this.#run
    const draws = this.#drawsLeft === undefined ? never : this.#drawsLeft[arm]
    this.drawsUntil[arm] = recorder.round + draws
    this.ceiling[arm] = never
    this.beyond[arm] = 0
    this.peakRound[arm] = never
    if (draws < 1 || draws > roundsLeft) return
    const largest = drawLargestGaussian(random, draws)
    this.ceiling[arm] = this.mean[arm] + this.deviation[arm] * largest
    this.beyond[arm] = normalTail(largest)
    this.peakRound[arm] = recorder.round + 1 + random.integer(draws)
  }
}
