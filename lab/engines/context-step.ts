// The engine for environments with context: it runs every round. People and rewards have streams of
// their own, so that every algorithm meets the same people in the same order.

import { hasContext } from "../environments/context-environment.ts"
import type { RunRequest, RunResult } from "./engine.ts"

/** Runs an algorithm once on people with a context. An algorithm without one never sees it. */
export function runContextStep({ algorithm, environment, horizon, checkpoints, random }: RunRequest): RunResult {
  if (!hasContext(environment)) throw new Error("this engine needs an environment with context")
  const { points, means, table } = environment.people
  const gaps = means.map((one) => {
    const best = Math.max(...one)
    return one.map((mean) => best - mean)
  })
  const noise = random.fork(0)
  const arrivals = random.fork(1)
  const rewards = random.fork(2)
  const seesContext = algorithm.context !== undefined
  const state = algorithm.start(environment.armCount)
  const pulls = new Array<number>(environment.armCount).fill(0)
  const curve: number[] = []
  let regret = 0
  for (let round = 1; round <= horizon; round++) {
    const kind = table.draw(arrivals)
    const point = seesContext ? points[kind] : undefined
    const arm = algorithm.choose(state, noise, undefined, point)
    const reward = rewards.uniform() < means[kind][arm] ? 1 : 0
    pulls[arm] += 1
    regret += gaps[kind][arm]
    if (checkpoints[curve.length] === round) curve.push(regret)
    algorithm.observe(state, arm, reward, noise, undefined, point)
  }
  return { regret, pulls, curve, state }
}
