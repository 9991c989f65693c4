// GDP-IMED (ours): pull the arm with the least evidence against being best. Batches are released
// with Gaussian noise and what a release leaves of its budget is carried on, so the noise on an
// arm's sum stays bounded however often it is released. Guarantee: eta-GDP for any eta, with or
// without a horizon (gdp-imed.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { checkReward } from "../errors.ts"
import type { NumberSpec, ParameterValues } from "../parameters.ts"
import { noteDecision, startAges } from "../parts/answer-ages.ts"
import { checkExpiring } from "../parts/decided-pull.ts"
import { dropOutstanding } from "../parts/discard-open-batches.ts"
import { episodeLaws, findLargestIndex } from "../parts/episodes.ts"
import { createResidualBatches } from "../parts/residual-batches.ts"
import {
  addArmToFilter,
  computeFilterNoise,
  countFilterRewards,
  type ResidualFilter,
  startFilter,
  updateFilter,
} from "../parts/residual-filter.ts"
import { checkHorizon, checkRound, decide, nextUnreleased, zeros } from "../parts/rounds.ts"
import { calibrateEta } from "../privacy/calibration.ts"
import { gdpGuarantee } from "../privacy/guarantee.ts"
import type { Random } from "../random/random.ts"
import { type Compared, createComparison } from "./gdp-imed-comparison.ts"
import { type ArmIndex, computeFirstBatch, leaderIndex, rememberIndex } from "./gdp-imed-index.ts"
import {
  beginAges,
  computeOutlook,
  computeSilenceShare,
  computeWorth,
  countRewardsToCome,
  type GdpImedState,
  noteAnswers,
} from "./gdp-imed-state.ts"

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

/** The hidden sum after a release, as a share of the arm's rewards. */
const SHARE = 0.4
/** By how much a count grows with a batch: of the best arm so far, and of the others. */
const LEADER_RATIO = 1.5
const RATIO = 1.15
/** The least share of answers that is assumed where it would lengthen what an arm is pulled for. */
const LEAST_SHARE = 0.05
/** Variances of a reward that the two filters are for. */
const SPREADS = [1 / 4, 1 / 1024] as const
/** Best means are kept this far from 1, where evidence would be infinite. */
const CEILING = 1 - 1e-9
/**
 * Above this eta noise is small beside one reward, and where the best mean is nearly 1 a single
 * reward of 0 may decide. There other arms are held against what the best mean may be at most: so
 * many standard deviations of its noise higher, and closer to 1.
 */
const SHARP_ETA = 4
const SHARP_RAISE = 4
const SHARP_CEILING = 1 - 1e-15
/**
 * Evidence below which an arm looks perfect where the best mean may be 1: no failure to within 2.4
 * standard deviations of noise. Arms that all look perfect cannot be told apart by playing them
 * alike, so the most played of them is played on until it fails.
 */
const PERFECT = 3

function create({ eta, horizon }: ParameterValues<typeof parameters>): AlgorithmBody<GdpImedState> {
  const lastRound = horizon === 0 ? Number.POSITIVE_INFINITY : horizon
  const computeIndex = rememberIndex()
  const compare = eta > SHARP_ETA ? createComparison(SHARP_CEILING, SHARP_RAISE) : createComparison(CEILING, 0)

  /** Rewards by which a count of `count` grows with the arm's next batch. */
  function growth(state: GdpImedState, arm: number, count: number): number {
    const compared = compare(state, undefined)
    const isLeader =
      computeWorth(state, compared.filter, arm) >= compared.best ||
      (isAtCeiling(compared) && stayWithPerfect(state, compared, undefined, arm) === arm)
    return Math.max(1, Math.ceil((isLeader ? LEADER_RATIO : RATIO) * count) - count)
  }

  const batches = createResidualBatches<GdpImedState>({
    eta,
    horizon: lastRound,
    share: SHARE,
    nextSize: (state, arm) => (state.closed[arm] === 0 ? state.firstBatch : growth(state, arm, state.count[arm])),
    joined(state, arm, count, pull, unasked) {
      state.settled += count
      if (state.ages !== null) noteAnswers(state, state.ages[arm], arm, count, pull, unasked)
    },
    learn({ filters }, arm, step) {
      for (const [level, filter] of filters.entries()) updateFilter(filter, arm, SPREADS[level], step)
    },
  })

  const isAtCeiling = ({ highest }: Compared): boolean => eta > SHARP_ETA && highest === SHARP_CEILING

  /** The answers of an arm once those under way have come, relative to those by now. */
  const futureRatio = (state: GdpImedState, arm: number): number =>
    state.ages === null ? 1 : countRewardsToCome(state, arm) / state.count[arm]

  /** The index of an arm that is behind, as it will be once the answers under way have come. */
  function indexBehind(state: GdpImedState, { filter, highest }: Compared, arm: number): ArmIndex {
    const times = futureRatio(state, arm)
    const share = computeSilenceShare(state, arm)
    const rewards = (times * countFilterRewards(filter, arm)) / share
    const noise = computeFilterNoise(filter, arm) * (share / times) ** 2
    return computeIndex(arm, computeWorth(state, filter, arm), rewards, noise, times * state.count[arm], highest)
  }

  const looksPerfect = (state: GdpImedState, compared: Compared, arm: number): boolean =>
    computeWorth(state, compared.filter, arm) >= compared.best || indexBehind(state, compared, arm).against < PERFECT

  /** The most played of the arms that look perfect, if `chosen` is one of them. */
  function stayWithPerfect(
    state: GdpImedState,
    compared: Compared,
    excluded: ReadonlySet<number> | undefined,
    chosen: number,
  ): number {
    const { count } = state
    if (!looksPerfect(state, compared, chosen)) return chosen
    let stay = chosen
    let most = futureRatio(state, chosen) * count[chosen]
    for (let arm = 0; arm < count.length; arm++) {
      if (count[arm] === 0 || excluded?.has(arm) === true) continue
      const played = futureRatio(state, arm) * count[arm]
      if (played <= most || !looksPerfect(state, compared, arm)) continue
      stay = arm
      most = played
    }
    return stay
  }

  /** The arm with the least evidence against it, or the most played of those with next to none. */
  function bestArm(state: GdpImedState, random: Random | null, excluded?: ReadonlySet<number>): number {
    const compared = compare(state, excluded)
    const { count } = state
    const left = lastRound - state.round
    const index = (arm: number): number =>
      computeWorth(state, compared.filter, arm) >= compared.best
        ? leaderIndex(futureRatio(state, arm) * count[arm], left, count.length)
        : indexBehind(state, compared, arm).value
    const chosen = findLargestIndex(count, excluded, (arm) => -index(arm), random)
    return chosen >= 0 && isAtCeiling(compared) ? stayWithPerfect(state, compared, excluded, chosen) : chosen
  }

  /** Decisions until the next comparison: a batch, or what one will need once answers have come. */
  function computeQuota(state: GdpImedState, arm: number, excluded: ReadonlySet<number> | undefined): number {
    for (let other = 0; other < state.closed.length; other++)
      if (state.closed[other] === 0 && excluded?.has(other) !== true) return 1
    const { share, underWay } = computeOutlook(state, arm)
    if (underWay === 0) return batches.lacking(state, arm)
    return Math.ceil(growth(state, arm, countRewardsToCome(state, arm)) / Math.max(LEAST_SHARE, share))
  }

  function decideArm(state: GdpImedState, arm: number): number {
    if (state.ages === null && state.settled < state.round) beginAges(state)
    decide(state, arm)
    if (state.ages !== null) noteDecision(state.ages[arm], state.decided[arm] - 1, state.round)
    return arm
  }

  return {
    // A horizon that is not known is left out, so that nobody takes it for one.
    parameters: horizon === 0 ? { eta } : { eta, horizon },
    sums: "residual",
    weighsSilence: true,
    observe: batches.observe,
    observeMany: batches.observeMany,
    releases: batches.releases,
    nextReleases: batches.nextReleases,

    choose(state, random, excluded) {
      checkRound(state, lastRound, excluded)
      const isPlaying = isPlayingOn(state)
      if (isPlaying && excluded?.has(state.current) !== true) {
        state.quota -= 1
        return decideArm(state, state.current)
      }
      const unreleased = nextUnreleased(state, state.closed, state.firstBatch, excluded)
      if (unreleased >= 0) return decideArm(state, unreleased)
      const arm = bestArm(state, random, excluded)
      // If the arm being pulled is only excluded for now, this one stands in for it.
      if (!isPlaying) {
        state.quota = computeQuota(state, arm, excluded) - 1
        state.current = arm
        state.compared = state.releaseCount
      }
      return decideArm(state, arm)
    },

    expire(state, arm, pull) {
      checkExpiring(state, arm, pull)
      if (state.ages === null) beginAges(state)
      state.silent[arm] += 1
      state.settled += 1
    },

    laws: (state) =>
      episodeLaws(state, isPlayingOn(state) ? state.current : -1, {
        bestArm,
        sizeBatch: batches.sizeBatch,
        lacking: batches.lacking,
      }),

    start(armCount, silence, maxArms = armCount) {
      if (horizon > 0) checkHorizon(horizon, maxArms)
      if (silence !== undefined) checkReward(silence)
      return Object.assign(batches.start(armCount), {
        firstBatch: computeFirstBatch(eta, horizon, maxArms),
        current: -1,
        quota: 0,
        compared: 0,
        silence: silence ?? null,
        silent: zeros(armCount),
        settled: 0,
        ages: null,
        filters: [startFilter(armCount), startFilter(armCount)] as [ResidualFilter, ResidualFilter],
      })
    },

    guarantee: () => gdpGuarantee(eta),

    addArm(state) {
      batches.addArm(state)
      state.silent.push(0)
      state.ages?.push(startAges(0, 0))
      for (const filter of state.filters) addArmToFilter(filter)
    },

    retireArm(state, arm) {
      dropOutstanding(state, arm)
      if (arm === state.current) state.current = -1
    },
  }
}

const isPlayingOn = (state: GdpImedState): boolean =>
  state.quota > 0 && state.compared === state.releaseCount && state.current >= 0

export const gdpImed = defineAlgorithm(create, {
  name: "gdp-imed",
  label: "GDP-IMED",
  about:
    "Plays the arm with the least evidence against it; Gaussian releases that carry on what they leave of their budget.",
  source: "Armistice, after Honda and Takemura (2015) and Azize et al. (2025): gdp-imed.md",
  parameters,
  example: { eta: 1 },
  live: { noise: "sums" },
  calibrate: calibrateEta(parameters.eta),
})
