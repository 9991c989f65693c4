// The reference engine runs every round. Rewards come from one stream per arm, so that the k-th
// pull of an arm gives the same reward to every algorithm.

import type { SeededRandom } from "@armistice/core"
import type { Environment } from "../environments/environment.ts"
import type { RunRequest, RunResult } from "./engine.ts"
import { Recorder } from "./recorder.ts"

/** Runs an algorithm once, round by round. */
export function runStep(request: RunRequest): RunResult {
  const { algorithm, environment, horizon, random } = request
  const recorder = new Recorder(request)
  const noise = random.fork(0)
  const rewards = environment.means.map((_, arm) => new RewardStream(environment, arm, random.fork(arm + 1)))
  const state = algorithm.start(environment.armCount)
  while (recorder.round < horizon) {
    const arm = algorithm.choose(state, noise)
    const reward = rewards[arm].next()
    recorder.advanceOne(arm)
    algorithm.observe(state, arm, reward, noise)
  }
  return recorder.result(state)
}

const BLOCK = 64

/** The rewards of one arm in order, drawn some ahead where the environment allows it. */
export class RewardStream {
  readonly #environment: Environment
  readonly #arm: number
  readonly #random: SeededRandom
  readonly #block: Float64Array
  #pull = 0
  #place: number

  constructor(environment: Environment, arm: number, random: SeededRandom) {
    this.#environment = environment
    this.#arm = arm
    this.#random = random
    this.#block = new Float64Array(environment.fill === undefined ? 1 : BLOCK)
    this.#place = this.#block.length
  }

  next(): number {
    if (this.#place === this.#block.length) this.#refill()
    return this.#block[this.#place++]
  }

  #refill(): void {
    const environment = this.#environment
    if (environment.fill === undefined) this.#block[0] = environment.reward(this.#arm, this.#pull, this.#random)
    else environment.fill(this.#arm, this.#pull, this.#block, this.#random)
    this.#pull += this.#block.length
    this.#place = 0
  }
}
