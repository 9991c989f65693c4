// The families of settings: one way to draw the means of arms and the law of their rewards each.

import type { SeededRandom } from "@armistice/core"
import type { EnvironmentSpec } from "@armistice/lab"

/** Settings of one kind: how means are drawn, and the law of rewards if they are not 0 or 1. */
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
