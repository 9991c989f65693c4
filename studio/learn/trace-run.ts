// The first rounds of run 0 of DP-TS-UCB on the step engine, with the memory after each.

import { createAlgorithm, seededRandom } from "@armistice/core"
import { createEnvironment, type EnvironmentSpec } from "@armistice/lab"

/** DP-TS-UCB's state of each arm. */
interface Memory {
  readonly decided: readonly number[]
  /** Epochs closed so far, the rewards gathered in the open one, and its size. */
  readonly closed: readonly number[]
  readonly received: readonly number[]
  readonly size: readonly number[]
  readonly drawsLeft: readonly number[]
  readonly best: readonly number[]
}

export interface ArmMemory {
  readonly epoch: number
  readonly received: number
  readonly size: number
  readonly pulls: number
  readonly drawsLeft: number
  readonly best: number
}

export interface TracedRun {
  /** The arm of each round. */
  readonly arms: readonly number[]
  /** Each arm's memory before the first round and after every round. */
  readonly memory: readonly (readonly ArmMemory[])[]
  /** Draws an epoch may take. */
  readonly budget: number
}

export function traceRun(
  arms: EnvironmentSpec,
  horizon: number,
  alpha: number,
  seed: number,
  rounds: number,
): TracedRun {
  const algorithm = createAlgorithm("dp-ts-ucb", { alpha, horizon })
  const environment = createEnvironment(arms)
  const { armCount } = environment
  const random = seededRandom(seed).fork(0)
  const noise = random.fork(0)
  const streams = Array.from({ length: armCount }, (_, arm) => random.fork(arm + 1))
  const state = algorithm.start(armCount)
  const memory = [remember(state as unknown as Memory)]
  const chosen: number[] = []
  for (let round = 0; round < Math.min(rounds, horizon); round++) {
    const pulls = [...state.decided]
    const arm = algorithm.choose(state, noise)
    const stream = streams[arm] as (typeof streams)[number]
    algorithm.observe(state, arm, environment.reward(arm, pulls[arm] as number, stream), noise)
    chosen.push(arm)
    memory.push(remember(state as unknown as Memory))
  }
  const budget = Math.max(...memory.flat().map(({ drawsLeft }) => drawsLeft))
  return { arms: chosen, memory, budget }
}

function remember({ decided, closed, received, size, drawsLeft, best }: Memory): ArmMemory[] {
  return decided.map((pulls, arm) => ({
    pulls,
    epoch: closed[arm] as number,
    received: received[arm] as number,
    size: size[arm] as number,
    drawsLeft: drawsLeft[arm] as number,
    best: best[arm] as number,
  }))
}
