// Lower bounds on regret for a given number of rounds (proofs in docs/theory.md). On one instance
// alone nothing holds for every policy, so each bound states what it assumes: how the policy does
// elsewhere, or that the largest regret over several instances is meant.

import { computeLimit, noisyCount } from "./noisy-count.ts"
import { findPullsForLevel } from "./private-divergence.ts"

export interface ProvedBound {
  readonly name: string
  readonly value: number
  /** The claim, and its conditions. */
  readonly condition: string
}

const rootTwoPi = Math.sqrt(2 * Math.PI)
/** Sums of many numbers are rounded; bounds are stated this much lower. */
const roundedDown = 1 - 1e-9

/** Proposition A1 with a gap of 1/2, where it says most. */
export function worstOfFamily(armCount: number, horizon: number, eta: number): ProvedBound {
  const value = computeLeastWorstRegret(armCount, horizon, eta, 0.5)
  return {
    name: "Proposition A1",
    value,
    condition: `the largest regret of a policy that is ${eta}-GDP for stacks of rewards, over ${armCount} instances of ${armCount} Bernoulli arms: one of mean 1/2 and all others 0, and the same with one of the others raised to 1`,
  }
}

/** min((K-1)√(2π)/(32η), ΔT/8): one mean is 1/2, each other Δ lower, and raised by 2Δ in turn. */
export function computeLeastWorstRegret(armCount: number, horizon: number, eta: number, gap: number): number {
  return roundedDown * Math.min(((armCount - 1) * rootTwoPi) / (32 * eta), (gap * horizon) / 8)
}

/** With nine arms or more and few rounds, regret grows with every round. Null with fewer arms. */
export function computeLinearRegret(armCount: number, horizon: number, eta: number): ProvedBound | null {
  if (armCount < 9) return null
  const gap = Math.min(0.5, ((armCount - 1) * rootTwoPi) / (32 * eta * horizon))
  const digits = Number(gap.toPrecision(4))
  return {
    name: "linear regret",
    value: (roundedDown * (gap * horizon)) / 4,
    condition: `the largest regret of a policy that is ${eta}-GDP for stacks of rewards, over ${armCount - 1} instances of ${armCount} Bernoulli arms: one of mean 1/2, one ${digits} higher, and all others ${digits} lower`,
  }
}

interface Alternative {
  readonly mean: number
  readonly count: number
  /** The mean that the arm is raised to. */
  readonly raised: number
}

/** Arms whose distinct means are computed with; leaving others out only lowers the bound. */
const mostMeans = 30

/**
 * Theorem A, inverted. If a policy has regret at most `elsewhere` where arm a is raised to y, it
 * rarely plays a there with chance at most elsewhere / ((y - μ*)(T - n)). Privacy carries this over
 * to here, which bounds E N_a from below for every worse arm.
 */
export function computeRegretGiven(means: readonly number[], horizon: number, eta: number, elsewhere: number) {
  const best = Math.max(...means)
  const raised = alternatives(means, horizon, eta, elsewhere)
  let value = 0
  for (const { mean, count, raised: y } of raised)
    value += count * (best - mean) * computeLeastPulls(mean, y, best, horizon, eta, elsewhere)
  return { value: roundedDown * value, raised }
}

/** The bound for policies that do well on neighbouring instances; null if the best mean is 1. */
export function givenRegretElsewhere(
  means: readonly number[],
  horizon: number,
  eta: number,
  elsewhere: number,
): ProvedBound | null {
  if (Math.max(...means) >= 1) return null
  const { value, raised } = computeRegretGiven(means, horizon, eta, elsewhere)
  return {
    name: "Theorem A, given regret elsewhere",
    value,
    condition: `the regret on these means of a policy that is ${eta}-GDP for stacks of rewards (here yes or no) and has regret at most ${Number(elsewhere.toPrecision(6))} on each instance with one arm raised, from ${describeRaised(raised)}`,
  }
}

/** For any policy: its largest regret here and on the neighbours. Null if the best mean is 1. */
export function worstOfNeighbours(means: readonly number[], horizon: number, eta: number): ProvedBound | null {
  const best = Math.max(...means)
  if (best >= 1) return null
  // If the regret elsewhere is at least r there is nothing to show, and if it is less, the regret
  // here is at least that given r.
  let low = Math.log(1e-6)
  let high = Math.log(horizon)
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2
    if (computeRegretGiven(means, horizon, eta, Math.exp(middle)).value >= Math.exp(middle)) low = middle
    else high = middle
  }
  const value = Math.exp(low)
  const { raised, value: here } = computeRegretGiven(means, horizon, eta, value)
  return {
    name: "Theorem A, worst of neighbours",
    // Where even the least regret asked about is not met, nothing was shown.
    value: here >= value ? roundedDown * value : 0,
    condition: `the largest regret of a policy that is ${eta}-GDP for stacks of rewards (here yes or no) over these means and the instances with one arm raised, from ${describeRaised(raised)}`,
  }
}

/** A lower bound of E N_a(T): the sum over n of the chance of more than n pulls, at a few n. */
export function computeLeastPulls(
  mean: number,
  raised: number,
  best: number,
  horizon: number,
  eta: number,
  elsewhere: number,
): number {
  /** At least the chance of more than n pulls. */
  const moreThan = (n: number): number => {
    const chance = elsewhere / ((raised - best) * (horizon - n))
    if (!(chance < 1)) return 0
    // Without a reward of the arm nothing differs.
    if (n === 0) return 1 - chance
    const limit = computeLimit(chance, n, eta, noisyCount(n, raised, eta))
    return limit === Number.POSITIVE_INFINITY ? 0 : Math.max(0, 1 - noisyCount(n, mean, eta).over(limit))
  }
  let end = 1
  while (end < horizon / 2 && moreThan(end) > 0.02) end *= 2
  const steps = Math.min(end, 32)
  let sum = 0
  let chance = 0
  for (let step = steps; step > 0; step--) {
    const from = Math.round(((step - 1) * end) / steps)
    const to = Math.round((step * end) / steps)
    chance = Math.max(chance, moreThan(to - 1))
    sum += (to - from) * chance
  }
  return sum
}

/** Where to raise each worse arm: of all means above the best, the one that seems to give most. */
function alternatives(means: readonly number[], horizon: number, eta: number, elsewhere: number): Alternative[] {
  const best = Math.max(...means)
  const distinct = [...new Set(means)].filter((mean) => mean < best)
  const found = distinct.map((mean) => {
    let raised = best
    let most = 0
    for (const part of [0.01, 0.03, 0.07, 0.15, 0.3, 0.5, 0.8]) {
      const y = best + part * (1 - best)
      const chance = elsewhere / ((y - best) * horizon)
      const pulls = chance < 1 ? findPullsForLevel(eta, -Math.log(chance), mean, y) : 0
      if (pulls > most) [raised, most] = [y, pulls]
    }
    const count = means.filter((other) => other === mean).length
    return { mean, count, raised, worth: count * (best - mean) * most }
  })
  return found
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, mostMeans)
}

/** Arms that are raised to the same mean together. */
function describeRaised(raised: readonly Alternative[]): string {
  if (raised.length === 0) return "none, so that nothing is claimed"
  const parts = [...new Set(raised.map(({ raised: y }) => y))].map((y) => {
    const from = raised.filter((one) => one.raised === y).map(({ mean }) => Number(mean.toPrecision(6)))
    const arms =
      from.length > 6
        ? `one of the ${from.length} from ${Math.min(...from)} to ${Math.max(...from)}`
        : from.join(" or ")
    return `${arms} to ${Number(y.toPrecision(6))}`
  })
  return parts.join("; ")
}
