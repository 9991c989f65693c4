// Gaussian rewards conditioned to [0, 1]: N(location, deviation²) given that it falls there. Drawn
// by inverting the distribution function on the side where its tail is small.

import { normalCdf, normalPdf, normalTail, normalTailQuantile } from "@armistice/core/numerics"
import { mirrorLaw, type RewardLaw } from "./reward-law.ts"

/** Deviations that a location may lie outside [0, 1]: beyond, tails underflow. */
export const farthestLocation = 35

export function createTruncatedGaussianLaw(location: number, deviation: number): RewardLaw {
  if (location > 0.5) return mirrorLaw(createTruncatedGaussianLaw(1 - location, deviation))
  const low = -location / deviation
  const high = (1 - location) / deviation
  // Between low and z: by upper tails right of the centre, by lower tails left of it.
  const massTo = (z: number) =>
    low >= 0 ? normalTail(low) - normalTail(z) : z <= 0 ? normalCdf(z) - normalCdf(low) : total(z)
  const total = (z: number) => 1 - normalCdf(low) - normalTail(z)
  const mass = massTo(high)
  const lowest = normalCdf(low)
  const highest = normalTail(high)
  const partialMean = (x: number) => {
    const z = (x - location) / deviation
    return (location * massTo(z) + deviation * (normalPdf(low) - normalPdf(z))) / mass
  }
  return {
    mean: partialMean(1),
    cdf: (x) => massTo((x - location) / deviation) / mass,
    partialMean,
    draw(random) {
      const u = random.uniform()
      const above = highest + (1 - u) * mass
      const z = above <= 0.5 ? normalTailQuantile(above) : -normalTailQuantile(lowest + u * mass)
      return Math.min(1, Math.max(0, location + deviation * z))
    },
  }
}
