// IMED (Honda & Takemura 2015), for rewards in [0, 1] with the Bernoulli divergence: after one pull
// of each arm, the arm with the smallest n·kl(mean, largest mean) + ln n is pulled. No privacy.

import { defineAlgorithm } from "../algorithm-entry.ts"
import type { Laws } from "../laws.ts"
import { bernoulliKl } from "../numerics/bernoulli-kl.ts"
import type { ArmSums } from "../parts/arm-sums.ts"
import { createIndexPolicy } from "../parts/index-policy.ts"
import type { Random } from "../random/random.ts"

/** More than the relative rounding error of an index, and (slack) of a mean under a steep one. */
const rounding = 1e-12
const slack = 1e-15

/** n·kl(mean, best) + ln n; 0 for the evidence of an arm that is itself the best. */
function computeIndex(mean: number, count: number, best: number): number {
  return (mean < best ? count * bernoulliKl(mean, best) : 0) + Math.log(count)
}

function leader(state: ArmSums, random: Random, excluded: ReadonlySet<number> | undefined): number {
  const { rewarded, sums } = state
  let best = 0
  for (let arm = 0; arm < rewarded.length; arm++)
    if (excluded?.has(arm) !== true) best = Math.max(best, sums[arm] / rewarded[arm])
  let chosen = -1
  let smallest = Number.POSITIVE_INFINITY
  let ties = 1
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (excluded?.has(arm) === true) continue
    const index = computeIndex(sums[arm] / rewarded[arm], rewarded[arm], best)
    if (index < smallest) {
      smallest = index
      chosen = arm
      ties = 1
    } else if (index === smallest && random.integer(++ties) === 0) chosen = arm
  }
  return chosen
}

function lead(state: ArmSums): Laws {
  const { rewarded, sums } = state
  let best = 0
  for (let arm = 1; arm < rewarded.length; arm++)
    if (sums[arm] / rewarded[arm] > sums[best] / rewarded[best]) best = arm
  const more = pullsAsBest(state, best)
  if (more >= 0) return { kind: "batch", arms: [best], pulls: 1 + Math.floor(more) }

  const mean = sums[best] / rewarded[best]
  let first = -1
  let smallest = Number.POSITIVE_INFINITY
  let second = Number.POSITIVE_INFINITY
  for (let arm = 0; arm < rewarded.length; arm++) {
    const index = computeIndex(sums[arm] / rewarded[arm], rewarded[arm], mean)
    if (index < smallest) {
      second = smallest
      smallest = index
      first = arm
    } else if (index < second) second = index
  }
  if (smallest === second) return { kind: "plain" }
  return { kind: "batch", arms: [first], pulls: 1 + Math.floor(pullsAsOther(state, first)) }
}

/**
 * Pulls after this one for which the arm of the largest mean m is sure to lead, -1 if it is not
 * clearly ahead now. While its mean stays the largest, its index is ln(n + j) ≤ ln n + j/n; and m
 * falls by at most j·m/n, so another arm's index falls by at most its slope in m times that, kl
 * being convex. Proof: imed.md.
 */
function pullsAsBest(state: ArmSums, best: number): number {
  const { rewarded, sums } = state
  const count = rewarded[best]
  const mean = sums[best] / count
  if (mean === 0 || mean === 1) return -1
  const own = Math.log(count)
  let byEvidence = Number.POSITIVE_INFINITY
  let runnerUp = 0
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (arm === best) continue
    const n = rewarded[arm]
    const other = sums[arm] / n
    const index = computeIndex(other, n, mean)
    const slope = (n * (mean - other)) / (mean * (1 - mean))
    const ahead = index - own - rounding * (1 + index) - slack * slope
    if (!(ahead > 0)) return -1
    byEvidence = Math.min(byEvidence, (count * ahead) / (1 + slope * mean))
    if (other > runnerUp) runnerUp = other
  }
  const byMean = count * (mean / runnerUp - 1) * (1 - rounding) - rounding
  if (byEvidence <= byMean) return byEvidence
  return Math.max(0, byMean, pullsAsOther(state, best))
}

/**
 * The same for any leader. The largest mean is at least that of the other arms, M, whatever the
 * leader's rewards, so another arm's index never falls below its value at M; and the leader's after
 * j zeros is at most ln n + j/n plus its evidence at M, which grows by at most (M - m +
 * j·m/n)/(1-M) a pull.
 */
function pullsAsOther(state: ArmSums, first: number): number {
  const { rewarded, sums } = state
  const count = rewarded[first]
  const mean = sums[first] / count
  let best = 0
  for (let arm = 0; arm < rewarded.length; arm++) if (arm !== first) best = Math.max(best, sums[arm] / rewarded[arm])
  if (best === 0 || best === 1) return 0
  const steepness = 1 / (best * (1 - best))
  const own = computeIndex(mean, count, best) + slack * count * Math.max(0, best - mean) * steepness
  let ahead = Number.POSITIVE_INFINITY
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (arm === first) continue
    const other = sums[arm] / rewarded[arm]
    const index = computeIndex(other, rewarded[arm], best)
    ahead = Math.min(ahead, index - slack * rewarded[arm] * (best - other) * steepness - rounding * (1 + index))
  }
  ahead -= own * (1 + rounding)
  if (!(ahead > 0)) return 0
  const linear = Math.max(0, best - mean) / (1 - best) + 1 / count
  return (2 * ahead) / (linear + Math.sqrt(linear * linear + (4 * ahead * mean) / (count * (1 - best))))
}

export const imed = defineAlgorithm(() => createIndexPolicy({ leader, lead }), {
  name: "imed",
  label: "IMED",
  about:
    "Pulls the arm with the least evidence against it, without privacy: optimal on 0/1 rewards and cheap to compute.",
  source: "Honda, Takemura (JMLR 2015), the IMED policy",
  parameters: {},
  example: {},
  live: { noise: "none" },
})
