// What an algorithm has released about each arm, read from its state: sums of rewards with noise, and nothing else. The exact sum
// of an open batch is in the state too and is never touched here.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { computeFilterNoise, countFilterRewards, type ResidualFilter } from "../parts/residual-filter.ts"
import { rewardWeight } from "../parts/weighted-batches.ts"
import type { Release } from "../privacy/release.ts"
import { carryBits } from "../privacy/residual-loss.ts"
import { residualDeviation } from "../random/residual-noise.ts"

/** The weighted sum of released sums of one arm: value = Σ weight · (sum of the part's rewards + its noise). */
export interface ReleasedSum {
  readonly value: number
  /** Parts in the value: batches of rewards with one noise each. */
  readonly parts: readonly SumPart[]
  /** "running": parts only ever join. "replaced": there is one part, the `look`-th that the arm had. */
  readonly kind: "running" | "replaced"
  readonly look: number
  /** Deviation of Gaussian noise that is in the value now and will be less of it after the next release. */
  readonly passing?: number
  /** The share of that noise which the next release takes out again. */
  readonly passes?: number
  /** The most rewards that the arm was planned to have, where a horizon says so. */
  readonly most?: number
  /** Rewards and deviation of the noise of the first release, if that is not the first part as it is now. */
  readonly first?: { readonly count: number; readonly scale: number }
  /** Lines that ended before the last release, so that the noise of their last release stays whole. */
  readonly ended?: readonly EndedLine[]
  /** The best estimate of the mean, where it is not that of the value. */
  readonly best?: SumSummary
  /** Decisions that are in no release, and the least and the most that they are worth together (decision-order.ts). */
  readonly others?: { readonly count: number; readonly least: number; readonly most: number }
}

/** The release with which a line of residual releases ended. */
export interface EndedLine {
  /** Rewards of the arm up to this release, and those that joined with it. */
  readonly count: number
  readonly joined: number
  readonly deviation: number
  /** The share of its noise that the next release would have taken out again. */
  readonly passes: number
}

/** One batch of rewards with its noise. */
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

interface ResidualSums extends AlgorithmState {
  total: number[]
  filters: readonly [wide: ResidualFilter, narrow: ResidualFilter]
}

interface MeansOfEpochs extends AlgorithmState {
  mean: number[]
  released: number[][]
}

/** An algorithm, or what else keeps sums by arm. */
type Released = Pick<Algorithm, "sums" | "releases" | "parameters">

/**
 * One sum per arm (without parts where nothing is released yet), or null if the algorithm's releases are not kept as sums. `planned`: the
 * horizon at first, where it was extended; what is spread over all rewards was spread over these.
 */
export function readReleasedSums(algorithm: Released, state: AlgorithmState, planned?: number): ReleasedSum[] | null {
  const byArm = state.decided.map((): Release[] => [])
  const isKept = algorithm.sums !== undefined || "released" in state
  if (!isKept) return null
  const most = planned === undefined ? mostRewards(algorithm) : { most: planned }
  for (const release of algorithm.releases(state)) byArm[release.arm].push(release)
  return byArm.map((releases, arm) => {
    if (algorithm.sums === undefined) return lastMean(state as MeansOfEpochs, arm, releases)
    if (algorithm.sums === "residual") return Object.assign(residual(state as ResidualSums, arm, releases), most)
    const { noisySum, weightedSum } = state as SumsOfBatches
    if (algorithm.sums === "last") return replaced(noisySum[arm], releases)
    if (algorithm.sums === "all") return { ...running(noisySum[arm], releases, () => 1), ...most }
    const weighted = running(weightedSum?.[arm] ?? 0, releases, ({ eta = 0, count }) => rewardWeight(eta, count))
    return { ...weighted, ...most }
  })
}

/** The value of an arm's sum alone, at once however much was released; null if it is not kept. */
export function readReleasedValue(algorithm: Algorithm, state: AlgorithmState, arm: number): number | null {
  if (algorithm.sums === "residual") return (state as ResidualSums).total[arm]
  if (algorithm.sums === "weighted") return (state as SumsOfBatches).weightedSum?.[arm] ?? 0
  if (algorithm.sums !== undefined) return (state as SumsOfBatches).noisySum[arm]
  if (!("released" in state)) return null
  const { mean, released } = state as MeansOfEpochs
  return mean[arm] * (released[arm].at(-1) ?? 0)
}

/** Where an algorithm is told how many rounds there are, no arm has more rewards. */
function mostRewards({ parameters: { horizon } }: Released): Pick<ReleasedSum, "most"> {
  return typeof horizon === "number" && horizon > 0 ? { most: horizon } : {}
}

/** The weighted mean, how many equally weighted rewards are as good, and the variance of the noise in it. */
export function summariseSum({ value, parts, best }: ReleasedSum): SumSummary {
  if (best !== undefined) return best
  let [weight, sampling, noise] = [0, 0, 0]
  for (const part of parts) {
    weight += part.weight * part.count
    sampling += part.weight ** 2 * part.count
    noise += (part.weight * part.scale) ** 2 * (part.noise === "gaussian" ? 1 : 2)
  }
  if (weight === 0) return { mean: 0.5, rewards: 0, noise: 0 }
  return { mean: value / weight, rewards: weight ** 2 / sampling, noise: noise / weight ** 2 }
}

/** A mean with its rewards and the variance of its noise. */
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

/**
 * Every reward once: Z_m + Σ (1 - d_k) Z_k over earlier releases, where d_k is what was carried on from release k. So 1 - d_k of the noise
 * of release k stays, and that of the last one is still there as a whole. The best estimate is the filter's.
 */
function residual({ total, filters }: ResidualSums, arm: number, releases: readonly Release[]): ReleasedSum {
  const parts = releases.map((release, index): SumPart => {
    const next = releases[index + 1]
    const kept = next?.line === release.line ? Number(release.carried) / 2 ** carryBits : 0
    return {
      count: release.count,
      weight: 1,
      noise: "gaussian",
      scale: next === undefined ? 0 : (1 - kept) * deviationOf(release),
    }
  })
  if (parts.length === 0) return { value: 0, parts, kind: "running", look: 0 }
  const filter = filters[isNarrow(filters[0].mean[arm]) ? 1 : 0]
  const last = releases[releases.length - 1]
  const ended = endedLines(releases)
  return {
    value: total[arm],
    parts,
    ...(ended.length === 0 ? {} : { ended }),
    kind: "running",
    look: parts.length,
    passing: deviationOf(last),
    passes: Number(last.carried) / 2 ** carryBits,
    first: { count: releases[0].count, scale: deviationOf(releases[0]) },
    best: { mean: filter.mean[arm], rewards: countFilterRewards(filter, arm), noise: computeFilterNoise(filter, arm) },
  }
}

function endedLines(releases: readonly Release[]): EndedLine[] {
  const ended: EndedLine[] = []
  let count = 0
  for (const [index, release] of releases.entries()) {
    count += release.count
    const next = releases[index + 1]
    if (next === undefined || next.line === release.line) continue
    const passes = Number(release.carried) / 2 ** carryBits
    ended.push({ count, joined: release.count, deviation: deviationOf(release), passes })
  }
  return ended
}

/** Whether rewards of this mean vary so little that the filter for such rewards is the better one. */
const isNarrow = (mean: number): boolean => mean * (1 - mean) < 1 / 64

const deviationOf = ({ eta = 1, carried }: Release): number => residualDeviation({ eta, carried: Number(carried) })

const lastMean = ({ mean, released }: MeansOfEpochs, arm: number, releases: readonly Release[]): ReleasedSum =>
  replaced(mean[arm] * (released[arm].at(-1) ?? 0), releases)

function partOf({ count, mechanism, eta, epsilon }: Release, weight: number): SumPart {
  const noise = mechanism === "gaussian" ? "gaussian" : "laplace"
  return { count, weight, noise, scale: 1 / ((noise === "gaussian" ? eta : epsilon) ?? 0) }
}
