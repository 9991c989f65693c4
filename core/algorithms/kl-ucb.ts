// KL-UCB (Garivier & Cappé 2011, Algorithm 1): after one pull of each arm, the arm with the largest
// q such that n·kl(mean, q) ≤ ln t + c·ln ln t is pulled, t being the rounds so far. No privacy.

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import type { Laws } from "../laws.ts"
import { bernoulliKl, klUpperBound } from "../numerics/bernoulli-kl.ts"
import type { ParameterValues } from "../parameters.ts"
import type { ArmSums } from "../parts/arm-sums.ts"
import { createIndexPolicy } from "../parts/index-policy.ts"
import type { Random } from "../random/random.ts"

const parameters = {
  logLogScale: {
    kind: "number",
    about: "factor of ln ln t in the level (c): 0 is recommended in practice, the proof takes 3",
    min: 0,
    max: 1000,
    default: 0,
  },
} as const

/** n·kl must exceed the level by this share for an arm to count as lower without its index. */
const clearly = 1e-9
/** More than the rounding error of two indices. */
const rounding = 1e-13

function create(given: ParameterValues<typeof parameters>): AlgorithmBody<ArmSums> {
  const scale = given.logLogScale

  /** ln t + c·ln ln t, or 0 where that is negative: then only q = mean is in the set. */
  function computeLevel(round: number): number {
    if (round <= 1) return 0
    const log = Math.log(round)
    return scale === 0 ? log : Math.max(0, log + scale * Math.log(log))
  }

  /** The leader, or -1 if two tie without a `random`. Solves only for arms that may be largest. */
  function scan(state: ArmSums, random: Random | undefined, excluded: ReadonlySet<number> | undefined): number {
    const { rewarded, sums } = state
    const level = computeLevel(state.round)
    const start = mostRewarded(rewarded, excluded)
    let chosen = start
    let largest = klUpperBound(sums[start] / rewarded[start], level / rewarded[start])
    let ties = 1
    for (let arm = 0; arm < rewarded.length; arm++) {
      if (arm === start || excluded?.has(arm) === true) continue
      const mean = sums[arm] / rewarded[arm]
      if (isLower(mean, rewarded[arm], largest, level)) continue
      const index = klUpperBound(mean, level / rewarded[arm])
      if (index > largest) {
        largest = index
        chosen = arm
        ties = 1
      } else if (index === largest) {
        ties++
        if (random !== undefined && random.integer(ties) === 0) chosen = arm
      }
    }
    return random === undefined && ties > 1 ? -1 : chosen
  }

  function lead(state: ArmSums): Laws {
    let first = mostRewarded(state.rewarded, undefined)
    let pulls = certifiedPulls(state, first, computeLevel(state.round), scale)
    if (pulls === 0) {
      first = scan(state, undefined, undefined)
      if (first < 0) return { kind: "plain" }
      pulls = Math.max(1, certifiedPulls(state, first, computeLevel(state.round), scale))
    }
    return { kind: "batch", arms: [first], pulls }
  }

  return createIndexPolicy({ leader: scan, lead })
}

/** The arm with the most rewards: nearly always the leader, which spares the others' indices. */
function mostRewarded(rewarded: readonly number[], excluded: ReadonlySet<number> | undefined): number {
  let most = -1
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (excluded?.has(arm) === true) continue
    if (most < 0 || rewarded[arm] > rewarded[most]) most = arm
  }
  return most
}

/** Whether an arm's index is surely below `bound`: n·kl(mean, bound) is above the level. */
function isLower(mean: number, count: number, bound: number, level: number): boolean {
  return mean < bound && count * bernoulliKl(mean, bound) > level * (1 + clearly)
}

/**
 * Rounds for which `first` is sure to lead, 0 if it is not clearly ahead now. For any q, the others
 * stay below q while the level stays below n·kl(mean, q), and the leader stays above it for j zeros
 * if n·kl(mean, q) + j·(q - mean + mean·j/n)/(1-q) is at most the level. Here q lies a sixteenth of
 * the way up from the others' largest index (or a bound on it, one Newton step from the leader's
 * index) to the leader's: the leader falls much faster than the others rise. Proof: kl-ucb.md.
 */
function certifiedPulls(state: ArmSums, first: number, level: number, scale: number): number {
  const { rewarded, sums, round } = state
  const count = rewarded[first]
  const mean = sums[first] / count
  const index = klUpperBound(mean, level / count)
  // Close to 1 a tangent is too flat, and the others' indices are computed instead.
  const steep = index > 0.999999
  let below = 0
  let slope = Number.POSITIVE_INFINITY
  for (let arm = 0; arm < rewarded.length; arm++) {
    if (arm === first) continue
    const other = sums[arm] / rewarded[arm]
    if (other >= index) return 0
    const over = rewarded[arm] * bernoulliKl(other, index) - level
    if (!(over > level * clearly)) return 0
    if (steep) {
      below = Math.max(below, klUpperBound(other, level / rewarded[arm]))
      continue
    }
    const rise = (rewarded[arm] * (index - other)) / (index * (1 - index))
    slope = Math.min(slope, rise)
    below = Math.max(below, other, index - over / rise)
  }
  const q = below + (index - below) / 16
  if (level === 0 || !(q - below > rounding) || !(q < 1)) return 1
  // How far the level may rise: it grows by at most (1 + c/ln t)/t a round.
  let room = slope * (q - below - rounding)
  if (steep) {
    room = Number.POSITIVE_INFINITY
    for (let arm = 0; arm < rewarded.length; arm++)
      if (arm !== first)
        room = Math.min(room, rewarded[arm] * bernoulliKl(sums[arm] / rewarded[arm], q - rounding) - level)
  }
  const unpassed = (room * round) / (1 + scale / Math.log(round))
  const budget = (level - (q > mean ? count * bernoulliKl(mean, q) : 0)) * (1 - q)
  const lift = q - mean
  const root = Math.sqrt(lift * lift + (4 * mean * budget) / count)
  const held = lift > 0 ? (2 * budget) / (lift + root) : ((root - lift) * count) / (2 * mean)
  const more = Math.min(unpassed, held)
  return more > 0 ? 1 + Math.floor(more) : 1
}

export const klUcb = defineAlgorithm(create, {
  name: "kl-ucb",
  label: "KL-UCB",
  about: "Upper confidence bounds from the Bernoulli divergence, without privacy: optimal on 0/1 rewards.",
  source: "Garivier, Cappé (COLT 2011), Algorithm 1",
  parameters,
  example: {},
  live: { noise: "none" },
})
