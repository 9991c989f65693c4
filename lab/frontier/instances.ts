// The arms on which algorithms are compared at equal privacy: easy and hard in different ways.

import type { EnvironmentSpec } from "../environments/environment-spec.ts"
import { findEnvironmentPreset } from "../environments/presets.ts"

export interface FrontierInstance {
  readonly name: string
  readonly about: string
  readonly environment: EnvironmentSpec
  /** Runs of the recommended algorithm at most, where one takes long. */
  readonly mostRuns?: number
  /** Rounds at most, where more take too long. */
  readonly longest?: number
}

const preset = (name: string): EnvironmentSpec => {
  const spec = findEnvironmentPreset(name)
  if (spec === undefined) throw new Error(`no environment is called ${name}`)
  return spec
}

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
    mostRuns: 5000,
    longest: 1e6,
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
]
