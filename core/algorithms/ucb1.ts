// UCB1 (Auer, Cesa-Bianchi, Fischer 2002, Figure 1): after one pull of each arm, the largest mean +
// √(2 ln t / n) is pulled, t being the rounds so far. No privacy.

import { defineAlgorithm } from "../algorithm-entry.ts"
import type { Laws } from "../laws.ts"
import type { ArmSums } from "../parts/arm-sums.ts"
import { createIndexPolicy } from "../parts/index-policy.ts"
import type { Random } from "../random/random.ts"

/** More than the rounding error of two indices (each below 20, a few operations). */
const rounding = 1e-12

function leader(state: ArmSums, random: Random, excluded: ReadonlySet<number> | undefined): number {
  const { rewarded, sums } = state
  const width = 2 * Math.log(state.round)
  let chosen = -1
  let largest = Number.NEGATIVE_INFINITY
  let ties = 1
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (excluded?.has(arm) === true) continue
    const index = sums[arm] / rewarded[arm] + Math.sqrt(width / rewarded[arm])
    if (index > largest) {
      largest = index
      chosen = arm
      ties = 1
    } else if (index === largest && random.integer(++ties) === 0) chosen = arm
  }
  return chosen
}

/**
 * After j pulls that all gave 0, the leader's index is at least its present one minus j·(mean +
 * bonus/2)/n, and another arm's has risen by at most j·bonus/(2 t ln t): tangents of 1/(1+x),
 * 1/√(1+x), √(1+x) and ln(1+x). Proof: ucb1.md.
 */
function lead(state: ArmSums): Laws {
  const { rewarded, sums, round } = state
  const log = Math.log(round)
  let first = -1
  let largest = Number.NEGATIVE_INFINITY
  let second = Number.NEGATIVE_INFINITY
  for (let arm = 0; arm < rewarded.length; arm++) {
    const index = sums[arm] / rewarded[arm] + Math.sqrt((2 * log) / rewarded[arm])
    if (index > largest) {
      second = largest
      largest = index
      first = arm
    } else if (index > second) second = index
  }
  if (second === largest) return { kind: "plain" }
  const count = rewarded[first]
  const fall = (sums[first] / count + Math.sqrt((2 * log) / count) / 2) / count
  let pulls = Number.POSITIVE_INFINITY
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (arm === first) continue
    const bonus = Math.sqrt((2 * log) / rewarded[arm])
    const ahead = largest - (sums[arm] / rewarded[arm] + bonus) - rounding
    pulls = Math.min(pulls, ahead / (fall + bonus / (2 * round * log)))
  }
  return { kind: "batch", arms: [first], pulls: pulls > 0 ? 1 + Math.floor(pulls) : 1 }
}

export const ucb1 = defineAlgorithm(() => createIndexPolicy({ leader, lead }), {
  name: "ucb1",
  label: "UCB1",
  about: "The classic upper confidence bound, without privacy: what privacy is measured against.",
  source: "Auer, Cesa-Bianchi, Fischer (Machine Learning 2002), Figure 1",
  parameters: {},
  example: {},
  live: { noise: "none" },
})
