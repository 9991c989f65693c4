// One run in the making, as the parts of the leap engine share it. Rewards are drawn late: a pull
// is counted at once, its reward only when the algorithm would look at it.

import type { Algorithm, AlgorithmState, Random } from "@armistice/core"
import type { Environment } from "../environments/environment.ts"
import type { RunRequest } from "./engine.ts"
import { Recorder } from "./recorder.ts"

export class LeapRun {
  readonly algorithm: Algorithm
  readonly environment: Environment
  readonly horizon: number
  readonly random: Random
  readonly recorder: Recorder
  readonly state: AlgorithmState
  /** Pulls of each arm whose rewards the algorithm has. */
  readonly rewarded: number[]

  constructor(request: RunRequest) {
    this.algorithm = request.algorithm
    this.environment = request.environment
    this.horizon = request.horizon
    this.random = request.random
    this.recorder = new Recorder(request)
    this.state = request.algorithm.start(request.environment.armCount)
    this.rewarded = new Array<number>(request.environment.armCount).fill(0)
  }

  /** Round at which the current law ends by itself. */
  until = Number.POSITIVE_INFINITY

  /** Rounds to the horizon or the end of the current law. */
  get roundsLeft(): number {
    return Math.min(this.horizon, this.until) - this.recorder.round
  }

  /** Whether pulls of `arm` have rewards that are not drawn yet. */
  owes(arm: number): boolean {
    return this.recorder.pulls[arm] > this.rewarded[arm]
  }

  settleAll(): void {
    for (let arm = 0; arm < this.rewarded.length; arm++) this.settle(arm)
  }

  /** Draws the rewards of `arm` that are still owed and hands them to the algorithm as one sum. */
  settle(arm: number): void {
    const count = this.recorder.pulls[arm] - this.rewarded[arm]
    if (count === 0) return
    const first = this.rewarded[arm]
    const sum =
      count === 1
        ? this.environment.reward(arm, first, this.random)
        : this.environment.sum(arm, first, count, this.random)
    this.rewarded[arm] += count
    this.algorithm.observeMany(this.state, arm, count, sum, this.random)
  }
}
