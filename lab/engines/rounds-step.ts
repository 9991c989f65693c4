// The engine for arms whose laws change over time, and for people with a context. It runs every
// round. People, rewards and noise have streams of their own, so that every algorithm meets the
// same people in the same order.

import type { RunRequest, RunResult } from "./engine.ts"

/**
 * Runs an algorithm once on laws that depend on the round. Regret is against the best arm of each
 * round, and for each person. An algorithm without a context never sees it.
 */
export function runRounds({ algorithm, environment, horizon, checkpoints, random }: RunRequest): RunResult {
  const { rounds, armCount } = environment
  if (rounds === undefined) throw new Error("this engine needs an environment with laws of rounds")
  const noise = random.fork(0)
  const arrivals = random.fork(1)
  const rewards = random.fork(2)
  const seesContext = algorithm.context !== undefined
  const state = algorithm.start(armCount)
  const pulls = new Array<number>(armCount).fill(0)
  const curve: number[] = []
  let regret = 0
  for (let round = 1; round <= horizon; round++) {
    const now = rounds.at(round, arrivals)
    const point = seesContext ? now.point : undefined
    const arm = algorithm.choose(state, noise, undefined, point)
    const reward = rounds.reward(arm, now, rewards)
    pulls[arm] += 1
    regret += findBest(now.means) - now.means[arm]
    if (checkpoints[curve.length] === round) curve.push(regret)
    algorithm.observe(state, arm, reward, noise, undefined, point)
  }
  return { regret, pulls, curve, state }
}

/** A plain loop for speed: called in every round. */
export function findBest(means: readonly number[]): number {
  let best = means[0]
  for (let arm = 1; arm < means.length; arm++) if (means[arm] > best) best = means[arm]
  return best
}
