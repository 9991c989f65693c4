// The widest draw of settings: up to 300 arms, ten million rounds, η from 0.03 to 20, and in every
// fourth setting rewards that come late or never. No algorithm was tuned or chosen on them.

import { type SeededRandom, seededRandom } from "@armistice/core"
import type { DeliverySpec } from "@armistice/lab"
import { type DrawnSetting, families, logUniform } from "./draw-settings.ts"

/** The ranges that settings are drawn from; logarithms are uniform. */
export const wideRanges = { arms: [2, 300], horizon: [100, 1e7], eta: [0.03, 20] } as const
/** Limits for settings whose simulation takes time that grows with the rounds. */
const slowLimits = { latticedArms: 50, latticedHorizon: 1e6, delayedHorizon: 1e5 }
export const wideSettings: readonly DrawnSetting[] = drawWideSettings("the widest draw, of 400 settings", 400)

/** Takes the families in turn. */
export function drawWideSettings(seed: string, count: number): DrawnSetting[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => drawWideSetting(random.fork(index), index))
}

function drawWideSetting(random: SeededRandom, index: number): DrawnSetting {
  const family = families[index % families.length]
  const isLate = index % 4 === 3
  const isLatticed = family.rewards !== undefined && family.name !== "two-point"
  const [fewestArms, mostArms] = wideRanges.arms
  // Squared, so that settings of hundreds of arms, which take long, are fewer.
  const drawnArms = Math.round(fewestArms * (mostArms / fewestArms) ** (random.uniform() ** 2))
  const armCount = isLatticed ? Math.min(slowLimits.latticedArms, drawnArms) : drawnArms
  const [shortest, longest] = wideRanges.horizon
  const limits = [
    (family.perArm ?? longest) * armCount,
    isLatticed ? slowLimits.latticedHorizon : longest,
    isLate ? slowLimits.delayedHorizon : longest,
  ]
  const shortestHere = Math.max(shortest, armCount)
  const horizon = Math.round(logUniform(random, shortestHere, Math.max(shortestHere, Math.min(...limits))))
  const eta = Number(logUniform(random, ...wideRanges.eta).toPrecision(3))
  const means = family.means(random, armCount).map((mean) => Number(mean.toPrecision(4)))
  const environment = family.rewards?.(means, random) ?? { kind: "bernoulli" as const, means }
  const setting = { name: `${index}`, family: family.name, environment, horizon, eta }
  return isLate ? { ...setting, delivery: drawDelivery(random, horizon) } : setting
}

/** Mean delays up to a quarter of the horizon; half of the settings have up to 60 % silence. */
function drawDelivery(random: SeededRandom, horizon: number): DeliverySpec {
  const mean = Math.round(logUniform(random, 1, horizon / 4))
  const delay = [
    { kind: "fixed", rounds: mean } as const,
    { kind: "exponential", mean } as const,
    { kind: "lognormal", mean, sigma: 1.5 } as const,
  ][random.integer(3)]
  const silence = random.uniform() < 0.5 ? 0 : Number((0.6 * random.uniform()).toPrecision(3))
  const window = Math.min(horizon, Math.max(2, Math.round(mean * (2 + 8 * random.uniform()))))
  const arrivals = random.uniform() < 0.25 ? "private" : "public"
  const missing = arrivals === "public" && random.uniform() < 0.5 ? "ignore" : 0
  return { delay, silence, window, arrivals, missing }
}
