// DP-TS-UCB as the introduction can be read: the budget of draws is refilled at every pull of an
// arm, not at the end of an epoch. All else is Algorithm 1. Simulated here, round by round, because
// no source states it as an algorithm.

import { samplingBudget, seededRandom } from "@armistice/core"
import type { Estimate } from "./judging/interval.ts"
import { paperArms } from "./setting.ts"

/** The mean regret of runs, and its standard error. Lets others in between runs. */
export async function simulateIntroduction(
  alpha: number,
  horizon: number,
  runs: number,
  seed: number,
  onShare: (share: number) => void,
): Promise<Estimate> {
  const regrets: number[] = []
  for (let run = 0; run < runs; run++) {
    regrets.push(simulateRun(alpha, horizon, `introduction ${seed} ${alpha} ${horizon} ${run}`))
    onShare((run + 1) / runs)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  const mean = regrets.reduce((sum, regret) => sum + regret, 0) / runs
  const squares = regrets.reduce((sum, regret) => sum + (regret - mean) ** 2, 0)
  return { mean, standardError: runs > 1 ? Math.sqrt(squares / (runs - 1) / runs) : null, runs }
}

/**
 * Its η. A mean of n rewards is in use for 2n pulls and so for 2n budgets of ⌊φ⌋ draws, each of
 * variance ln^α T/n around a mean that one reward moves by 1/n: η² = 2n⌊φ⌋/(n ln^α T).
 */
export const introductionEta = (alpha: number, horizon: number): number =>
  Math.sqrt((2 * Math.floor(samplingBudget(alpha, horizon))) / Math.log(horizon) ** alpha)

interface Arm {
  readonly mean: number
  estimate: number
  deviation: number
  epoch: number
  sum: number
  pulls: number
  drawsLeft: number
  best: number
}

function simulateRun(alpha: number, horizon: number, seed: string): number {
  const random = seededRandom(seed)
  const budget = Math.floor(samplingBudget(alpha, horizon))
  const spread = Math.log(horizon) ** alpha
  const pay = (mean: number): number => (random.uniform() < mean ? 1 : 0)
  const arms: Arm[] = paperArms.means.map((mean) => ({
    mean,
    estimate: pay(mean),
    deviation: Math.sqrt(spread),
    epoch: 1,
    sum: 0,
    pulls: 0,
    drawsLeft: budget,
    best: 0,
  }))
  const best = Math.max(...paperArms.means)
  let regret = arms.reduce((total, { mean }) => total + (best - mean), 0)
  for (let round = arms.length + 1; round <= horizon; round++) {
    let chosen = arms[0]
    let highest = Number.NEGATIVE_INFINITY
    for (const arm of arms) {
      let model = arm.best
      if (arm.drawsLeft > 0) {
        model = arm.estimate + arm.deviation * random.gaussian()
        arm.drawsLeft--
        if (model > arm.best) arm.best = model
      }
      if (model > highest) {
        highest = model
        chosen = arm
      }
    }
    regret += best - chosen.mean
    chosen.sum += pay(chosen.mean)
    chosen.pulls++
    const size = 2 ** chosen.epoch
    if (chosen.pulls === size) {
      chosen.estimate = chosen.sum / size
      chosen.deviation = Math.sqrt(spread / size)
      chosen.epoch++
      chosen.sum = 0
      chosen.pulls = 0
    }
    chosen.drawsLeft = budget
    chosen.best = 0
  }
  return regret
}
