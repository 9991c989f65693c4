// The evidence of a weighted sum against all means from a given one on. It is ln of a sum over
// rates λ of exp(-λ · sum), where each term is divided by the largest value that it can have on
// average if the mean is at least the given one. The evidence rises with that mean, and it is
// convex, because it is ln of a sum of exponentials of convex functions.

import type { ReleasedSum } from "./released-sum.ts"

/** ln of evidence against a mean, with its first and second derivative there. */
export interface Evidence {
  readonly value: number
  readonly slope: number
  readonly curve: number
}

/** A rate, and what is taken off ln of its part: for noise, for looking, and for its share. */
export interface Rate {
  readonly rate: number
  readonly cost: number
}

/** How many rewards have each weight. */
function rewardsByWeight({ parts, others }: ReleasedSum): Map<number, number> {
  const rewards = new Map<number, number>()
  for (const { weight, count } of parts) rewards.set(weight, (rewards.get(weight) ?? 0) + count)
  if (others !== undefined) rewards.set(1, (rewards.get(1) ?? 0) + others.count)
  return rewards
}

/** A sum's evidence against means; of unknown values, those that say less are taken. */
export interface SumEvidence {
  readonly rewards: ReadonlyMap<number, number>
  /** The weights of all rewards together. */
  readonly total: number
  /**
   * For evidence against means of at least so much, and, of 1 - reward, for evidence against means
   * of at most so much.
   */
  readonly value: number
  readonly mirrored: number
}

export function sumEvidence(sum: ReleasedSum): SumEvidence {
  const rewards = rewardsByWeight(sum)
  let total = 0
  for (const [weight, count] of rewards) total += weight * count
  const { least = 0, most = 0 } = sum.others ?? {}
  return { rewards, total, value: sum.value + most, mirrored: total - sum.value - least }
}

/** ln E exp(-rate · noise), of all noise that stays in the sum. */
export function logNoiseMoment({ parts }: ReleasedSum, rate: number): number {
  let log = 0
  for (const { weight, noise, scale } of parts) {
    const spread = (rate * weight * scale) ** 2
    log += noise === "gaussian" ? spread / 2 : -Math.log1p(-spread)
  }
  return log
}

/** Smaller parts of the sum than e^-40 of the largest are left out. */
const SMALL = 40

/** Room for one call, for all: small arrays are made and thrown away too often otherwise. */
let room = { values: new Float64Array(64), slopes: new Float64Array(64), curves: new Float64Array(64) }

/** Rewards in [0, 1] spread at most like Bernoulli ones. Allocates only its result. */
export function evidenceAgainst(
  sum: number,
  rewardsOfWeights: ReadonlyMap<number, number>,
  rates: readonly Rate[],
): (mean: number) => Evidence {
  const size = rates.length
  const rewards = Float64Array.from(rewardsOfWeights.values())
  const moments = new Float64Array(size * rewards.length)
  let place = 0
  for (const weight of rewardsOfWeights.keys())
    for (const { rate } of rates) moments[place++] = Math.expm1(-rate * weight)
  const logs = Float64Array.from(rates, ({ rate, cost }) => -rate * sum - cost)
  if (size > room.values.length)
    room = { values: new Float64Array(size), slopes: new Float64Array(size), curves: new Float64Array(size) }
  return (mean) => {
    const { values, slopes, curves } = room
    let largest = Number.NEGATIVE_INFINITY
    for (let k = 0; k < size; k++) {
      let value = logs[k]
      let slope = 0
      let curve = 0
      for (let w = 0; w < rewards.length; w++) {
        const moment = moments[w * size + k]
        const share = moment / (1 + mean * moment)
        value -= rewards[w] * Math.log1p(mean * moment)
        slope -= rewards[w] * share
        curve += rewards[w] * share * share
      }
      values[k] = value
      slopes[k] = slope
      curves[k] = curve
      if (value > largest) largest = value
    }
    // Where no rate has anything left to say.
    if (largest === Number.NEGATIVE_INFINITY) return { value: largest, slope: 0, curve: 0 }
    let total = 0
    let slope = 0
    let curve = 0
    for (let k = 0; k < size; k++) {
      if (values[k] < largest - SMALL) continue
      const part = Math.exp(values[k] - largest)
      total += part
      slope += part * slopes[k]
      curve += part * (curves[k] + slopes[k] * slopes[k])
    }
    slope /= total
    return { value: largest + Math.log(total), slope, curve: curve / total - slope * slope }
  }
}
