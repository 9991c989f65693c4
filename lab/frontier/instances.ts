// The arms on which algorithms are compared at equal privacy. The first ten were used to develop
// GDP-IMED; those held out were fixed before anything was measured on them.

import { seededRandom } from "@armistice/core"
import type { EnvironmentSpec } from "../environments/environment-spec.ts"
import { findEnvironmentPreset } from "../environments/presets.ts"

/** The arms of one comparison at equal privacy. */
export interface FrontierInstance {
  readonly name: string
  readonly about: string
  readonly environment: EnvironmentSpec
  /** Never used to choose or tune anything. */
  readonly isHeldOut?: boolean
  /** Rounds at most, where more take too long. */
  readonly longest?: number
}

const preset = (name: string): EnvironmentSpec => {
  const spec = findEnvironmentPreset(name)
  if (spec === undefined) throw new Error(`no environment is called ${name}`)
  return spec
}

/** The instances of the published frontier. */
export const frontierInstances: readonly FrontierInstance[] = [
  { name: "paper", about: "five arms, .95 to .15", environment: preset("paper") },
  { name: "ou", about: "five arms, .75 to .25", environment: preset("ou") },
  { name: "easy", about: "two very easy arms, .9 and .1", environment: { kind: "bernoulli", means: [0.9, 0.1] } },
  { name: "close", about: "five arms .02 apart", environment: preset("close") },
  { name: "ten", about: "ten arms, .95 to .05", environment: preset("ten") },
  {
    name: "fifty",
    about: "fifty arms, .9 to .1",
    environment: { kind: "bernoulli", means: Array.from({ length: 50 }, (_, arm) => 0.9 - (0.8 * arm) / 49) },
  },
  { name: "low", about: "low means, .05 to .01", environment: preset("low") },
  { name: "high", about: "high means, .99 to .95", environment: preset("high") },
  { name: "beta", about: "Beta rewards, .95 to .15", environment: preset("paper-beta"), longest: 1e6 },
  {
    name: "exponential",
    about: "truncated exponential rewards",
    environment: { kind: "truncated-exponential", rates: [0.1, 1, 2, 5, 10], lattice: 64 },
    longest: 1e6,
  },
  heldOut("three", "three random arms", { kind: "bernoulli", means: drawnMeans(3, 0, 1) }),
  heldOut("twenty", "twenty random arms", { kind: "bernoulli", means: drawnMeans(20, 0, 1) }),
  heldOut("rates", "eight random arms, 1 to 15 %", { kind: "bernoulli", means: drawnMeans(8, 0.01, 0.15) }),
  heldOut("steady", "five random arms, Beta rewards of low variance", {
    kind: "beta",
    means: drawnMeans(5, 0.2, 0.8),
    concentration: 30,
    lattice: 64,
  }),
  heldOut("bell", "four random arms, truncated Gaussian rewards", {
    kind: "truncated-gaussian",
    means: drawnMeans(4, 0.3, 0.7),
    deviation: 0.2,
    lattice: 64,
  }),
  heldOut("payments", "six random arms, rewards .2 or 1", {
    kind: "two-point",
    means: drawnMeans(6, 0.3, 0.9),
    low: 0.2,
    high: 1,
  }),
]

function heldOut(name: string, about: string, environment: EnvironmentSpec): FrontierInstance {
  const longest = environment.kind === "bernoulli" ? {} : { longest: 1e6 }
  return { name, about, environment, isHeldOut: true, ...longest }
}

/** Means to three digits, by a seed that says what they are. */
function drawnMeans(armCount: number, low: number, high: number): number[] {
  const random = seededRandom(`held out: ${armCount} means in [${low}, ${high}]`)
  return Array.from({ length: armCount }, () => Math.round(1000 * (low + (high - low) * random.uniform())) / 1000)
}
