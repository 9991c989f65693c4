// Counts pulls and records regret at checkpoints, for both engines. A stretch of equal arms is one
// call, with exact values at the checkpoints inside it. Recorded rewards count as they were paid.

import type { AlgorithmState } from "@armistice/core"
import type { Environment } from "../environments/environment.ts"
import type { RunRequest, RunResult } from "./engine.ts"

export class Recorder {
  round = 0
  readonly pulls: number[]
  readonly #gaps: number[]
  readonly #checkpoints: readonly number[]
  readonly #curve: number[] = []
  readonly #paid: Environment["paid"]
  #next: number
  #regret = 0
  #isByRounds = false

  constructor({ environment, checkpoints }: RunRequest) {
    this.#paid = environment.paid
    const best = Math.max(...environment.means)
    this.#gaps = environment.means.map((mean) => best - mean)
    this.pulls = new Array<number>(environment.armCount).fill(0)
    this.#checkpoints = checkpoints
    this.#next = checkpoints[0] ?? Number.POSITIVE_INFINITY
  }

  /** The next round pulls `arm`, which is `gap` worse than the best arm of that round. */
  advanceOne(arm: number, gap?: number): void {
    this.round += 1
    this.pulls[arm] += 1
    this.#regret += gap ?? this.#gaps[arm]
    if (gap !== undefined) this.#isByRounds = true
    if (this.#next === this.round) this.#note(this.#regret)
  }

  /** The next `rounds` rounds all pull `arm`. */
  advance(arm: number, rounds: number): void {
    if (this.#paid !== undefined) {
      for (let k = 0; k < rounds; k++) this.advanceOne(arm)
      return
    }
    const gap = this.#gaps[arm]
    while (this.#next <= this.round + rounds) this.#note(this.#regret + gap * (this.#next - this.round))
    this.round += rounds
    this.pulls[arm] += rounds
    this.#regret += gap * rounds
  }

  /** The next rounds pull `arms` in turn, `cycles` times each. */
  advanceCycles(arms: readonly number[], cycles: number): void {
    if (arms.length === 1) {
      this.advance(arms[0], cycles)
      return
    }
    if (this.#paid !== undefined) {
      for (let cycle = 0; cycle < cycles; cycle++) for (const arm of arms) this.advanceOne(arm)
      return
    }
    const perCycle = arms.reduce((sum, arm) => sum + this.#gaps[arm], 0)
    while (this.#next <= this.round + cycles * arms.length) {
      const inside = this.#next - this.round
      const whole = Math.floor(inside / arms.length)
      let regret = this.#regret + whole * perCycle
      for (let k = 0; k < inside - whole * arms.length; k++) regret += this.#gaps[arms[k]]
      this.#note(regret)
    }
    this.round += cycles * arms.length
    this.#regret += cycles * perCycle
    for (const arm of arms) this.pulls[arm] += cycles
  }

  /** Rounds until the next checkpoint, for stretches whose order inside is not known. */
  roundsToCheckpoint(): number {
    return this.#next - this.round
  }

  /** `counts[arm]` pulls of each arm in unknown order, at most up to the next checkpoint. */
  advanceCounts(counts: ArrayLike<number>): void {
    for (let arm = 0; arm < counts.length; arm++) {
      this.round += counts[arm]
      this.pulls[arm] += counts[arm]
      this.#regret += counts[arm] * this.#gaps[arm]
    }
    while (this.#next <= this.round) this.#note(this.#regret)
  }

  result(state: AlgorithmState): RunResult {
    return { regret: this.#computeTotal(), pulls: this.pulls, curve: this.#curve, state }
  }

  #computeTotal(): number {
    if (this.#paid !== undefined) return this.#countUnpaid(this.#paid)
    if (this.#isByRounds) return this.#regret
    // Summed from the counts, so that the total carries no rounding of a million small steps.
    return this.pulls.reduce((sum, count, arm) => sum + count * this.#gaps[arm], 0)
  }

  /** The reward that the one best arm of the rounds so far would have paid more. */
  #countUnpaid(paid: NonNullable<Environment["paid"]>): number {
    const best = Math.max(...this.pulls.map((_, arm) => paid(arm, this.round)))
    return best - this.pulls.reduce((sum, count, arm) => sum + paid(arm, count), 0)
  }

  #note(regret: number): void {
    this.#curve.push(this.#paid === undefined ? regret : this.#countUnpaid(this.#paid))
    this.#next = this.#checkpoints[this.#curve.length] ?? Number.POSITIVE_INFINITY
  }
}
