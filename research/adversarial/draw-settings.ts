// Settings drawn by a seed over everything that an experiment may be: arms, horizons, privacy,
// means and laws of rewards.

import { type SeededRandom, seededRandom } from "@armistice/core"
import type { EnvironmentSpec } from "@armistice/lab"
import type { RunSetting } from "./run-setting.ts"

export interface DrawnSetting extends RunSetting {
  readonly name: string
  readonly family: string
  readonly eta: number
}

/** The ranges that settings are drawn from; logarithms are uniform. */
export const drawnRanges = { arms: [2, 1000], horizon: [100, 1e9], eta: [0.05, 10] } as const
/** Rewards on a lattice are summed in time that grows with arms and rounds: fewer of both. */
const latticed = { arms: 50, horizon: 1e6 }

interface Family {
  readonly name: string
  readonly means: (random: SeededRandom, armCount: number) => number[]
  readonly rewards?: (means: number[], random: SeededRandom) => EnvironmentSpec
  /** Rounds per arm at most, where few of them are the point. */
  readonly perArm?: number
}

const repeat = (count: number, value: () => number): number[] => Array.from({ length: count }, value)
export const logUniform = (random: SeededRandom, low: number, high: number): number =>
  low * (high / low) ** random.uniform()
/** `good` arms of one mean and all others of another. */
const twoLevels = (armCount: number, good: number, high: number, low: number): number[] =>
  Array.from({ length: armCount }, (_, arm) => (arm < good ? high : low))

function near1(random: SeededRandom, armCount: number): number[] {
  const best = random.uniform() < 0.5 ? 1 : 1 - logUniform(random, 1e-4, 0.1)
  const gap = logUniform(random, 1e-3, 0.3)
  return [best, ...repeat(armCount - 1, () => best - gap * (0.5 + random.uniform()))]
}

function tied(random: SeededRandom, armCount: number): number[] {
  const best = random.uniform()
  const good = 1 + random.integer(Math.max(1, armCount - 1))
  return twoLevels(armCount, good, best, best * random.uniform())
}

function extremes(random: SeededRandom, armCount: number): number[] {
  const good = Math.min(armCount - 1, Math.max(1, Math.round(armCount * (random.uniform() < 0.5 ? 0.9 : 0.5))))
  return twoLevels(armCount, good, 1 - 0.1 * random.integer(2), 0.1 * random.integer(2))
}

function oneGood(random: SeededRandom, armCount: number): number[] {
  const low = 0.9 * random.uniform()
  return twoLevels(armCount, 1, low + Math.min(1 - low, logUniform(random, 3e-3, 0.9)), low)
}

const uniformMeans = (random: SeededRandom, armCount: number): number[] => repeat(armCount, () => random.uniform())
const inner = (random: SeededRandom, armCount: number): number[] => repeat(armCount, () => 0.1 + 0.8 * random.uniform())

export const families: readonly Family[] = [
  { name: "uniform", means: uniformMeans },
  {
    name: "near 0",
    means(random, armCount) {
      const most = logUniform(random, 2e-3, 0.1)
      return repeat(armCount, () => most * random.uniform())
    },
  },
  { name: "near 1", means: near1 },
  { name: "tied", means: tied },
  { name: "crowded", means: uniformMeans, perArm: 30 },
  { name: "crowded extremes", means: extremes, perArm: 100 },
  { name: "click rates", means: (random, armCount) => repeat(armCount, () => logUniform(random, 1e-3, 0.1)) },
  { name: "one good", means: oneGood },
  {
    name: "beta",
    means: inner,
    rewards: (means, random) => ({ kind: "beta", means, concentration: logUniform(random, 1, 50), lattice: 64 }),
  },
  {
    name: "truncated Gaussian",
    means: inner,
    rewards: (means, random) => ({
      kind: "truncated-gaussian",
      means: means.map((mean) => 0.3 + 0.4 * mean),
      deviation: 0.1 + 0.2 * random.uniform(),
      lattice: 64,
    }),
  },
  {
    name: "two-point",
    means: inner,
    rewards(means, random) {
      const low = 0.8 * random.uniform()
      return { kind: "two-point", means: means.map((mean) => low + (1 - low) * mean), low, high: 1 }
    },
  },
]

/** `count` settings, families in turn. Seed and number fix a setting, whatever the count. */
export function drawSettings(seed: number | string, count: number): DrawnSetting[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => drawSetting(random.fork(index), index))
}

/** The settings that algorithms are judged on, fixed before anything was measured. */
export const adversarialSettings: readonly DrawnSetting[] = drawSettings("adversarial settings", 440)

/** Drawn after the last constant was chosen. */
export const freshSettings: readonly DrawnSetting[] = drawSettings("settings drawn after the constants", 66)

/** Every drawn setting says its means. */
export const countArms = ({ environment }: DrawnSetting): number =>
  "means" in environment && environment.means !== undefined ? environment.means.length : 0

function drawSetting(random: SeededRandom, index: number): DrawnSetting {
  const family = families[index % families.length]
  const isLatticed = family.rewards !== undefined && family.name !== "two-point"
  const [fewest, most] = drawnRanges.arms
  // Squared, so that settings of hundreds of arms, which take long, are a tenth and not a third.
  const drawnArms = Math.round(fewest * (most / fewest) ** (random.uniform() ** 2))
  const armCount = isLatticed ? Math.min(latticed.arms, drawnArms) : drawnArms
  const [shortest, longest] = drawnRanges.horizon
  const longestHere = isLatticed ? latticed.horizon : Math.min(longest, (family.perArm ?? longest) * armCount)
  const shortestHere = Math.max(shortest, armCount)
  const horizon = Math.round(logUniform(random, shortestHere, Math.max(shortestHere, longestHere)))
  const eta = Number(logUniform(random, ...drawnRanges.eta).toPrecision(3))
  const means = family.means(random, armCount).map((mean) => Number(mean.toPrecision(4)))
  const environment = family.rewards?.(means, random) ?? { kind: "bernoulli" as const, means }
  return { name: `${index}`, family: family.name, environment, horizon, eta }
}
