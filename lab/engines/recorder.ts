// Counts pulls and records regret at checkpoints, for both engines. A stretch of equal arms is one
// call, with exact values at the checkpoints inside it.

import type { AlgorithmState } from "@armistice/core"
import type { RunRequest, RunResult } from "./engine.ts"

export class Recorder {
  round = 0
  readonly pulls: number[]
  readonly #gaps: number[]
  readonly #checkpoints: readonly number[]
  readonly #curve: number[] = []
  #next: number
  #regret = 0

  constructor({ environment, checkpoints }: RunRequest) {
    const best = Math.max(...environment.means)
    this.#gaps = environment.means.map((mean) => best - mean)
    this.pulls = new Array<number>(environment.armCount).fill(0)
    this.#checkpoints = checkpoints
    this.#next = checkpoints[0] ?? Number.POSITIVE_INFINITY
  }

  /** The next round pulls `arm`. */
  advanceOne(arm: number): void {
    this.round += 1
    this.pulls[arm] += 1
    this.#regret += this.#gaps[arm]
    if (this.#next === this.round) this.#note(this.#regret)
  }

  /** The next `rounds` rounds all pull `arm`. */
  advance(arm: number, rounds: number): void {
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
    // Summed from the counts, so that the total carries no rounding of a million small steps.
    const regret = this.pulls.reduce((sum, count, arm) => sum + count * this.#gaps[arm], 0)
    return { regret, pulls: this.pulls, curve: this.#curve, state }
  }

  #note(regret: number): void {
    this.#curve.push(regret)
    this.#next = this.#checkpoints[this.#curve.length] ?? Number.POSITIVE_INFINITY
  }
}
