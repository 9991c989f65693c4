// GDP-IMED (ours): play the arm with the least evidence against being best. Batches are released with Gaussian noise and what a
// release leaves of its budget is carried on, so the noise on an arm's sum stays bounded however often it is released. Guarantee:
// eta-GDP for any eta, with or without a horizon (gdp-imed.md).

import type { Algorithm, AlgorithmEntry } from "../algorithm.ts"
import { ArmisticeError } from "../errors.ts"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import { checkParameters, type NumberSpec, type ParametersOf } from "../parameters.ts"
import { type Episodes, episodes, largestIndex } from "../parts/episodes.ts"
import { forgetHidden, type ResidualBatches, residualBatches } from "../parts/residual-batches.ts"
import {
  addArmToFilter,
  filterNoise,
  filterRewards,
  type ResidualFilter,
  startFilter,
  updateFilter,
} from "../parts/residual-filter.ts"
import { checkHorizon } from "../parts/rounds.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"

const parameters = {
  // Below, noise and first batches would be larger than numbers can tell.
  eta: { kind: "number", about: "privacy loss of one reward (GDP)", min: 1e-12, max: 1e4 },
  horizon: {
    kind: "integer",
    about: "rounds the experiment lasts (T), which says how much exploring is worth; 0: not known",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
  },
} as const satisfies Record<string, NumberSpec>

export interface GdpImedState extends ResidualBatches, Episodes {
  /** Rewards in each arm's first batch. */
  firstBatch: number
  /** Batches that are opened while none of their arm is closed grow; missing in states that were begun before they did. */
  growing?: true
  /** What releases tell of each arm: weighted for rewards that vary much, and for rewards that hardly vary. */
  filters: [wide: ResidualFilter, narrow: ResidualFilter]
}

/** What stays hidden after a release, as a share of the arm's rewards. */
const SHARE = 0.4
/** By how much an arm's count grows with a batch: that of the best arm so far, and those of the others. */
const LEADER_RATIO = 1.5
const RATIO = 1.15
/** While rewards are late and none of an arm's batches is closed, the next has this part of those under way, so that a state has some hundred of them at most. */
const UNDER_WAY = 1 / 32
/** Which part of the rounds left, divided by the root of the arms that count, may repay the batch of another arm; and how much of what is still to be explored is explored early. */
const REPAID = 0.3
/** As many arms count at least, if there are so many. */
const FEW_ARMS = 8
const EARLY = 0.1
/** Variances of a reward that the two filters are for, and the variance of the best arm below which the second is used. */
const SPREADS = [1 / 4, 1 / 1024] as const
const NARROW = 1 / 64
/** Best means are kept this far from 1, where evidence would be infinite. */
const CEILING = 1 - 1e-9
/**
 * Above this eta noise is small beside one reward, and where the best mean is nearly 1 a single reward of 0 may decide. There other arms
 * are held against what the best mean may be at most: so many standard deviations of its noise higher, and closer to 1.
 */
const SHARP_ETA = 4
const SHARP_RAISE = 4
const SHARP_CEILING = 1 - 1e-15

/** A quarter of the rounds at most, or so many that the noise in first means is small beside what must be told apart. */
export function firstBatchFor(eta: number, horizon: number, armCount: number): number {
  if (horizon === 0) return Math.max(1, Math.round(7 / eta))
  const enough = (2.5 * Math.sqrt(Math.log1p((eta * horizon) / armCount))) / eta
  return Math.max(1, Math.round(Math.min(horizon / (4 * armCount), enough)))
}

/** Evidence that an arm's noisy mean, worth `rewards` rewards with noise of variance `noise`, gives against a mean of `best`. */
export function evidence(mean: number, rewards: number, noise: number, best: number): number {
  const against = rewards * gaussianKl(1 / (rewards * noise), mean, best)
  // A mean below 0 speaks against every mean there can be, and only what it says against `best` more than against 0 counts.
  return mean < 0 ? Math.max(0, against - (mean * mean) / (2 * noise)) : against
}

/**
 * The index of the best arm so far: another arm is played while its own index is below this. Without a horizon it is ln of the best
 * arm's rewards, as in IMED. With one it is a little more at first, and in the end only as much as the rounds that are left can repay.
 */
export function leaderIndex(count: number, left: number, armCount: number): number {
  const level = Math.log(count)
  if (left === Number.POSITIVE_INFINITY) return level
  const most = Math.log(Math.max(1, (REPAID * left) / Math.sqrt(armsThatCount(left, armCount))))
  return level < most ? level + EARLY * (most - level) : most
}

/**
 * Exploring is shared among arms, and where rounds are few for them all arms count. Where there are rounds enough to be sure of each,
 * only a few do: otherwise about one run in a thousand would stay with the second best of fifty arms.
 */
function armsThatCount(left: number, armCount: number): number {
  return Math.min(armCount, Math.max(FEW_ARMS, (armCount * armCount) ** 2 / left ** 2))
}

function create({ eta, horizon }: ParametersOf<typeof parameters>): Algorithm<GdpImedState> {
  const lastRound = horizon === 0 ? Number.POSITIVE_INFINITY : horizon
  const indexOf = rememberedIndex()
  const compared = eta > SHARP_ETA ? comparison(SHARP_CEILING, SHARP_RAISE) : comparison(CEILING, 0)

  const batches = residualBatches<GdpImedState>({
    eta,
    horizon: lastRound,
    share: SHARE,
    nextSize(state, arm) {
      const isFirst = state.closed[arm] === 0
      if (isFirst && state.growing === undefined) return state.firstBatch
      // With late rewards an arm may have other batches under way, which grow alike.
      let count = state.count[arm]
      for (const { size } of state.open[arm]) count += size
      if (isFirst) return Math.max(state.firstBatch, Math.ceil(UNDER_WAY * count))
      const { filter, best } = compared(state, undefined)
      const ratio = filter.mean[arm] >= best ? LEADER_RATIO : RATIO
      return Math.max(1, Math.ceil(ratio * count) - count)
    },
    learn({ filters }, arm, step) {
      for (const [level, filter] of filters.entries()) updateFilter(filter, arm, SPREADS[level], step)
    },
  })

  return {
    name: "gdp-imed",
    // A horizon that is not known is left out, so that nobody takes it for one.
    parameters: horizon === 0 ? { eta } : { eta, horizon },
    sums: "residual",
    observe: batches.observe,
    observeMany: batches.observeMany,
    releases: batches.releases,
    nextReleases: batches.nextReleases,

    ...episodes<GdpImedState>({
      horizon: lastRound,
      bestArm(state, random, excluded) {
        const { filter, best, highest } = compared(state, excluded)
        const { count } = state
        const left = lastRound - state.round
        const index = (arm: number): number =>
          filter.mean[arm] >= best
            ? leaderIndex(count[arm], left, count.length)
            : indexOf(filter, arm, count[arm], highest)
        return largestIndex(count, excluded, (arm) => -index(arm), random)
      },
      decide: batches.decide,
      sizeOf: batches.sizeOf,
      lacking: batches.lacking,
    }),

    start(armCount) {
      if (horizon > 0) checkHorizon(horizon, armCount)
      return Object.assign(batches.start(armCount), {
        current: -1,
        episode: 0,
        firstBatch: firstBatchFor(eta, horizon, armCount),
        growing: true as const,
        filters: [startFilter(armCount), startFilter(armCount)] as [ResidualFilter, ResidualFilter],
      })
    },

    guarantee: () => gdpGuarantee(eta),

    addArm(state) {
      batches.addArm(state)
      for (const filter of state.filters) addArmToFilter(filter)
    },

    retireArm(state, arm) {
      if (arm === state.current) state.current = -1
      forgetHidden(state, arm)
    },
  }
}

/**
 * What arms are compared by: the filter for rewards that vary as the best arm's do, the largest mean in it, and what that may be at most,
 * `raise` standard deviations of its noise higher.
 */
function comparison(ceiling: number, raise: number) {
  return ({ filters, count }: GdpImedState, excluded: ReadonlySet<number> | undefined) => {
    const [wide, narrow] = filters
    let filter = wide
    let arm = bestIn(wide, count, excluded)
    const mean = meanIn(wide, arm)
    if (mean * (1 - mean) < NARROW) {
      filter = narrow
      arm = bestIn(narrow, count, excluded)
    }
    const best = Math.min(meanIn(filter, arm), ceiling)
    const higher = raise === 0 || arm < 0 ? best : best + raise * Math.sqrt(filterNoise(filter, arm))
    return { filter, best, highest: Math.min(higher, ceiling) }
  }
}

/** The arm with the largest mean, -1 if none is above 0. */
function bestIn({ mean }: ResidualFilter, count: readonly number[], excluded: ReadonlySet<number> | undefined): number {
  let best = -1
  let largest = 0
  for (let arm = 0; arm < count.length; arm++)
    if (count[arm] > 0 && mean[arm] > largest && excluded?.has(arm) !== true) {
      best = arm
      largest = mean[arm]
    }
  return best
}

const meanIn = ({ mean }: ResidualFilter, arm: number): number => (arm < 0 ? 0 : mean[arm])

/** Evidence against an arm plus ln of its rewards, as last computed for as long as what it depends on is the same. */
function rememberedIndex() {
  const last: { mean: number; count: number; best: number; rewards: number; noise: number; value: number }[] = []
  return (filter: ResidualFilter, arm: number, count: number, best: number): number => {
    const mean = filter.mean[arm]
    const rewards = filterRewards(filter, arm)
    const noise = filterNoise(filter, arm)
    const known = last[arm]
    if (
      known?.mean === mean &&
      known.best === best &&
      known.count === count &&
      known.rewards === rewards &&
      known.noise === noise
    )
      return known.value
    const value = evidence(mean, rewards, noise, best) + Math.log(count)
    last[arm] = { mean, count, best, rewards, noise, value }
    return value
  }
}

/** Parameters of the rule that had this name before are refused by name. */
function checkedParameters(given: Readonly<Record<string, unknown>>): ParametersOf<typeof parameters> {
  for (const name of ["batchRatio", "firstBatch"])
    if (Object.hasOwn(given, name))
      throw new ArmisticeError(
        "unknown_parameter",
        `gdp-imed takes the parameters eta, horizon (it chooses the sizes of batches itself), got ${name}`,
      )
  return checkParameters("gdp-imed", parameters, given)
}

export const gdpImed: AlgorithmEntry = {
  name: "gdp-imed",
  label: "GDP-IMED",
  about:
    "Plays the arm with the least evidence against it; Gaussian releases that carry on what they leave of their budget.",
  source: "Armistice, after Honda and Takemura (2015) and Azize et al. (2025): gdp-imed.md",
  parameters,
  example: { eta: 1 },
  live: { noise: "sums" },
  simulation: { quick: "many arms" },
  create: (given) => create(checkedParameters(given)) as Algorithm,
  calibrate: calibrateEta(parameters.eta),
}
