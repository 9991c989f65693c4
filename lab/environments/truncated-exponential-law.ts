// Exponential rewards conditioned to [0, 1]: density proportional to e^(-rate·x). A negative rate
// leans towards 1, rate 0 is uniform. Drawn by inverting the distribution function.

import { mirrorLaw, type RewardLaw } from "./reward-law.ts"

export function createTruncatedExponentialLaw(rate: number): RewardLaw {
  if (rate < 0) return mirrorLaw(createTruncatedExponentialLaw(-rate))
  if (rate === 0) return uniformLaw
  const mass = -Math.expm1(-rate)
  return {
    mean: growth(rate) / (rate * mass),
    cdf: (x) => -Math.expm1(-rate * x) / mass,
    partialMean: (x) => growth(rate * x) / (rate * mass),
    draw: (random) => Math.min(1, -Math.log1p(-random.uniform() * mass) / rate),
  }
}

const uniformLaw: RewardLaw = {
  mean: 0.5,
  cdf: (x) => x,
  partialMean: (x) => (x * x) / 2,
  draw: (random) => random.uniform(),
}

/** 1 - e^(-y) (1 + y), by its series where that would cancel. */
function growth(y: number): number {
  if (y > 0.5) return 1 - Math.exp(-y) * (1 + y)
  let power = y
  let sum = 0
  for (let k = 2; k < 20; k++) {
    power *= -y / k
    sum -= (k - 1) * power
  }
  return sum
}
