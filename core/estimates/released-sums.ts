// The releases of an algorithm about each arm, read from its state: sums of rewards with noise, and
// nothing else. The exact sum of an open batch is in the state too and is never touched here.

import type { Algorithm, AlgorithmState } from "../algorithm.ts"
import { computeFilterNoise, countFilterRewards, type ResidualFilter } from "../parts/residual-filter.ts"
import { rewardWeight } from "../parts/weighted-batches.ts"
import type { Release } from "../privacy/release.ts"
import { carryBits } from "../privacy/residual-loss.ts"
import { residualDeviation } from "../random/residual-noise.ts"
import type { ReleasedSum, SumPart } from "./released-sum.ts"
import { sumResidualReleases } from "./residual-sum.ts"

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
type Released = Pick<Algorithm, "sums" | "releases" | "parameters" | "context">

/**
 * One sum per arm (without parts where nothing is released yet), or null if the algorithm's
 * releases are not kept as sums. `planned`: the horizon at first, where it was extended; what is
 * spread over all rewards was spread over these.
 */
export function readReleasedSums(algorithm: Released, state: AlgorithmState, planned?: number): ReleasedSum[] | null {
  const byArm = state.decided.map((): Release[] => [])
  // With context totals of arms do not compare, as each is of its own traffic (cell-sums.ts).
  const isKept = algorithm.context === undefined && (algorithm.sums !== undefined || "released" in state)
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
  if (algorithm.context !== undefined) return null
  if (algorithm.sums === "residual") return (state as ResidualSums).total[arm]
  if (algorithm.sums === "weighted") return (state as SumsOfBatches).weightedSum?.[arm] ?? 0
  if (algorithm.sums !== undefined) return (state as SumsOfBatches).noisySum[arm]
  if (!("released" in state)) return null
  const { mean, released } = state as MeansOfEpochs
  return mean[arm] * (released[arm].at(-1) ?? 0)
}

/** An algorithm with a horizon gives no arm more rewards than that. */
function mostRewards({ parameters: { horizon } }: Released): Pick<ReleasedSum, "most"> {
  return typeof horizon === "number" && horizon > 0 ? { most: horizon } : {}
}

const running = (
  value: number,
  releases: readonly Release[],
  weighBatch: (release: Release) => number,
): ReleasedSum => ({
  value,
  parts: releases.map((release) => createPart(release, weighBatch(release))),
  kind: "running",
  look: releases.length,
})

function replaced(value: number, releases: readonly Release[]): ReleasedSum {
  const last = releases.at(-1)
  return { value, parts: last === undefined ? [] : [createPart(last, 1)], kind: "replaced", look: releases.length }
}

/** Every reward once, with a weight of 1. The best estimate is the filter's. */
function residual({ total, filters }: ResidualSums, arm: number, releases: readonly Release[]): ReleasedSum {
  const sum = sumResidualReleases(
    total[arm],
    releases.map((release) => ({
      joined: [{ count: release.count, weight: 1 }],
      deviation: computeDeviation(release),
      carried: Number(release.carried) / 2 ** carryBits,
      line: release.line,
    })),
  )
  if (sum.parts.length === 0) return sum
  const filter = filters[isNarrow(filters[0].mean[arm]) ? 1 : 0]
  return {
    ...sum,
    best: { mean: filter.mean[arm], rewards: countFilterRewards(filter, arm), noise: computeFilterNoise(filter, arm) },
  }
}

/** Whether rewards of this mean vary so little that the filter for steady rewards is better. */
const isNarrow = (mean: number): boolean => mean * (1 - mean) < 1 / 64

const computeDeviation = ({ eta = 1, carried }: Release): number => residualDeviation({ eta, carried: Number(carried) })

const lastMean = ({ mean, released }: MeansOfEpochs, arm: number, releases: readonly Release[]): ReleasedSum =>
  replaced(mean[arm] * (released[arm].at(-1) ?? 0), releases)

function createPart({ count, mechanism, eta, epsilon }: Release, weight: number): SumPart {
  const noise = mechanism === "gaussian" ? "gaussian" : "laplace"
  return { count, weight, noise, scale: 1 / ((noise === "gaussian" ? eta : epsilon) ?? 0) }
}
