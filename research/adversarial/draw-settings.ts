// Settings drawn by a seed over everything that an experiment may be: arms, horizons, privacy,
// means and laws of rewards, and in the widest draw rewards that come late or never.

import { type SeededRandom, seededRandom } from "@armistice/core"
import type { DeliverySpec, EnvironmentSpec } from "@armistice/lab"
import { families, logUniform } from "./families.ts"
import type { RunSetting } from "./run-setting.ts"

export interface DrawnSetting extends RunSetting {
  readonly name: string
  readonly family: string
  readonly eta: number
}

/** The ranges that settings are drawn from; logarithms are uniform. */
export interface DrawRanges {
  readonly arms: readonly [number, number]
  readonly horizon: readonly [number, number]
  readonly eta: readonly [number, number]
  /** Every fourth setting has late rewards and at most this horizon; none if left out. */
  readonly lateHorizon?: number
}

export const drawnRanges: DrawRanges = { arms: [2, 1000], horizon: [100, 1e9], eta: [0.05, 10] }
export const wideRanges: DrawRanges = { arms: [2, 300], horizon: [100, 1e7], eta: [0.03, 20], lateHorizon: 1e5 }
/** Rewards on a lattice are summed in time that grows with arms and rounds: fewer of both. */
const latticed = { arms: 50, horizon: 1e6 }

/** `count` settings, families in turn. Seed and number fix a setting, whatever the count. */
export function drawSettings(seed: number | string, count: number, ranges: DrawRanges = drawnRanges): DrawnSetting[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => drawSetting(random.fork(index), index, ranges))
}

/** The settings that algorithms are judged on, fixed before anything was measured. */
export const adversarialSettings: readonly DrawnSetting[] = drawSettings("adversarial settings", 440)

/** Drawn after the last constant was chosen. */
export const freshSettings: readonly DrawnSetting[] = drawSettings("settings drawn after the constants", 66)

/** No algorithm was tuned or chosen on these. */
export const wideSettings: readonly DrawnSetting[] = drawSettings("the widest draw, of 400 settings", 400, wideRanges)

/** Every drawn setting says its means. */
export const countArms = ({ environment }: DrawnSetting): number =>
  "means" in environment && environment.means !== undefined ? environment.means.length : 0

function drawSetting(random: SeededRandom, index: number, ranges: DrawRanges): DrawnSetting {
  const family = families[index % families.length]
  const isLatticed = family.rewards !== undefined && family.name !== "two-point"
  const isLate = ranges.lateHorizon !== undefined && index % 4 === 3
  const [fewest, most] = ranges.arms
  // Squared, so that settings of hundreds of arms, which take long, are fewer.
  const drawnArms = Math.round(fewest * (most / fewest) ** (random.uniform() ** 2))
  const armCount = isLatticed ? Math.min(latticed.arms, drawnArms) : drawnArms
  const [shortest, longest] = ranges.horizon
  const longestHere = Math.min(
    (family.perArm ?? longest) * armCount,
    isLatticed ? latticed.horizon : longest,
    isLate ? (ranges.lateHorizon ?? longest) : longest,
  )
  const shortestHere = Math.max(shortest, armCount)
  const horizon = Math.round(logUniform(random, shortestHere, Math.max(shortestHere, longestHere)))
  const eta = Number(logUniform(random, ...ranges.eta).toPrecision(3))
  const means = family.means(random, armCount).map((mean) => Number(mean.toPrecision(4)))
  const environment: EnvironmentSpec = family.rewards?.(means, random) ?? { kind: "bernoulli", means }
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
