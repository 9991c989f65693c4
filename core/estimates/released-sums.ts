// What an algorithm has released about each arm, read from its state: sums of rewards with noise, and nothing else. The exact sum
// of an open batch is in the state too and is never touched here.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import type { Release } from "../privacy/release.ts"
import { rewardWeight } from "../weighted-batches.ts"

/** The weighted sum of released sums of one arm: value = Σ weight · (sum of the part's rewards + its noise). */
export interface ReleasedSum {
  readonly value: number
  /** Parts in the value: batches of rewards with one noise each. */
  readonly parts: readonly SumPart[]
  /** "running": parts only ever join. "replaced": there is one part, the `look`-th that the arm had. */
  readonly kind: "running" | "replaced"
  readonly look: number
}

export interface SumPart {
  readonly count: number
  readonly weight: number
  readonly noise: "gaussian" | "laplace"
  /** Deviation of Gaussian noise, scale of Laplace noise. */
  readonly scale: number
}

interface SumsOfBatches extends AlgorithmState {
  noisySum: number[]
  weightedSum?: number[]
}

interface MeansOfEpochs extends AlgorithmState {
  mean: number[]
  released: number[][]
}

/** One sum per arm (without parts where nothing is released yet), or null if the algorithm's releases are not kept as sums. */
export function releasedSums(algorithm: Algorithm, state: AlgorithmState): ReleasedSum[] | null {
  const byArm = state.decided.map((): Release[] => [])
  const isKept = algorithm.sums !== undefined || "released" in state
  if (!isKept) return null
  for (const release of algorithm.releases(state)) byArm[release.arm].push(release)
  return byArm.map((releases, arm) => {
    if (algorithm.sums === undefined) return lastMean(state as MeansOfEpochs, arm, releases)
    const { noisySum, weightedSum } = state as SumsOfBatches
    if (algorithm.sums === "last") return replaced(noisySum[arm], releases)
    if (algorithm.sums === "all") return running(noisySum[arm], releases, () => 1)
    return running(weightedSum?.[arm] ?? 0, releases, ({ eta = 0, count }) => rewardWeight(eta, count))
  })
}

/** The weighted mean, how many equally weighted rewards are as good, and the variance of the noise in it. */
export function summariseSum({ value, parts }: ReleasedSum): SumSummary {
  let [weight, sampling, noise] = [0, 0, 0]
  for (const part of parts) {
    weight += part.weight * part.count
    sampling += part.weight ** 2 * part.count
    noise += (part.weight * part.scale) ** 2 * (part.noise === "gaussian" ? 1 : 2)
  }
  if (weight === 0) return { mean: 0.5, rewards: 0, noise: 0 }
  return { mean: value / weight, rewards: weight ** 2 / sampling, noise: noise / weight ** 2 }
}

export interface SumSummary {
  readonly mean: number
  readonly rewards: number
  readonly noise: number
}

const running = (value: number, releases: readonly Release[], weightOf: (release: Release) => number): ReleasedSum => ({
  value,
  parts: releases.map((release) => partOf(release, weightOf(release))),
  kind: "running",
  look: releases.length,
})

function replaced(value: number, releases: readonly Release[]): ReleasedSum {
  const last = releases.at(-1)
  return { value, parts: last === undefined ? [] : [partOf(last, 1)], kind: "replaced", look: releases.length }
}

const lastMean = ({ mean, released }: MeansOfEpochs, arm: number, releases: readonly Release[]): ReleasedSum =>
  replaced(mean[arm] * (released[arm].at(-1) ?? 0), releases)

function partOf({ count, mechanism, eta, epsilon }: Release, weight: number): SumPart {
  const noise = mechanism === "gaussian" ? "gaussian" : "laplace"
  return { count, weight, noise, scale: 1 / ((noise === "gaussian" ? eta : epsilon) ?? 0) }
}
