// Environments with a name: those of the papers, and a few that are hard in different ways.

import type { EnvironmentSpec } from "./environment-spec.ts"

export interface EnvironmentPreset {
  readonly name: string
  readonly about: string
  readonly spec: EnvironmentSpec
}

const paperMeans = [0.95, 0.75, 0.55, 0.35, 0.15]
const ouMeans = [0.75, 0.625, 0.5, 0.375, 0.25]

const bernoulli = (name: string, about: string, means: number[]): EnvironmentPreset => ({
  name,
  about,
  spec: { kind: "bernoulli", means },
})

/** Environments that have a name on the command line and in the explorer. */
export const environmentPresets: readonly EnvironmentPreset[] = [
  bernoulli("paper", "five Bernoulli arms of Hu et al. (2025): wide gaps, a best arm near 1", paperMeans),
  bernoulli("ou", "five Bernoulli arms of Ou et al. (2024): middling means, gaps of 1/8", ouMeans),
  {
    name: "ou-exponential",
    about: "five exponential arms conditioned to [0, 1] of Ou et al. (2024), rates .1 1 2 5 10",
    spec: { kind: "truncated-exponential", rates: [0.1, 1, 2, 5, 10] },
  },
  bernoulli("close", "five Bernoulli arms 0.02 apart: slow to tell apart", [0.54, 0.52, 0.5, 0.48, 0.46]),
  bernoulli("two", "two Bernoulli arms 0.1 apart: an ordinary A/B test", [0.55, 0.45]),
  bernoulli("ten", "ten Bernoulli arms, evenly spaced", [0.95, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25, 0.15, 0.05]),
  bernoulli("needle", "twenty Bernoulli arms, all alike but one", [0.6, ...new Array<number>(19).fill(0.5)]),
  bernoulli("low", "five Bernoulli arms that rarely pay, such as clicks", [0.05, 0.04, 0.03, 0.02, 0.01]),
  bernoulli("high", "five Bernoulli arms that rarely fail, such as deliveries", [0.99, 0.98, 0.97, 0.96, 0.95]),
  {
    name: "paper-beta",
    about: "the paper's means with Beta rewards on a lattice of 64 steps",
    spec: { kind: "beta", means: paperMeans, concentration: 4, lattice: 64 },
  },
  {
    name: "paper-gaussian",
    about: "the paper's means with truncated Gaussian rewards on a lattice of 64 steps",
    spec: { kind: "truncated-gaussian", means: paperMeans, deviation: 0.25, lattice: 64 },
  },
  {
    name: "paper-two-point",
    about: "the paper's means with rewards of 0.1 or 1",
    spec: { kind: "two-point", means: paperMeans, low: 0.1, high: 1 },
  },
  {
    name: "swap",
    about: "two Bernoulli arms that change places every 5,000 rounds",
    spec: {
      kind: "piecewise",
      pieces: [
        { rounds: 5000, means: [0.6, 0.4] },
        { rounds: 5000, means: [0.4, 0.6] },
      ],
      repeat: true,
    },
  },
  {
    name: "break",
    about: "five Bernoulli arms whose worst one becomes the best after 20,000 rounds",
    spec: {
      kind: "piecewise",
      pieces: [
        { rounds: 20_000, means: ouMeans },
        { rounds: 20_000, means: [0.75, 0.625, 0.5, 0.375, 0.9] },
      ],
    },
  },
  {
    name: "crossing",
    about: "three Bernoulli arms, two of which drift past each other within 20,000 rounds",
    spec: { kind: "drifting", means: [0.7, 0.3, 0.45], to: [0.3, 0.7, 0.45], rounds: 20_000 },
  },
  {
    name: "seasons",
    about: "three Bernoulli arms that take turns at being best, with a period of 10,000 rounds",
    spec: { kind: "seasonal", means: [0.5, 0.5, 0.5], swing: [0.2, 0.2, 0.2], period: 10_000 },
  },
]

/** The specification of a named environment, or undefined. */
export function findEnvironmentPreset(name: string): EnvironmentSpec | undefined {
  return environmentPresets.find((preset) => preset.name === name)?.spec
}
