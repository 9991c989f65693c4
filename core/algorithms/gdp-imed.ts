// GDP-IMED (ours): pull the arm with the least evidence against being best. Batches are released with Gaussian noise and what a
// release leaves of its budget is carried on, so the noise on an arm's sum stays bounded however often it is released. Guarantee:
// eta-GDP for any eta, with or without a horizon (gdp-imed.md).

import type { AlgorithmBody } from "../algorithm.ts"
import { defineAlgorithm } from "../algorithm-entry.ts"
import { checkReward } from "../errors.ts"
import { gaussianKl } from "../numerics/gaussian-kl.ts"
import type { NumberSpec, ParameterValues } from "../parameters.ts"
import {
  type AnswerAges,
  type AnswerOutlook,
  answerOutlook,
  noteAnswer,
  noteDecision,
  startAges,
} from "../parts/answer-ages.ts"
import { checkExpiring } from "../parts/decided-pull.ts"
import { dropOutstanding } from "../parts/discard-open-batches.ts"
import { episodeLaws, findLargestIndex } from "../parts/episodes.ts"
import { createResidualBatches, type ResidualBatches } from "../parts/residual-batches.ts"
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

export interface GdpImedState extends ResidualBatches {
  /** Rewards in each arm's first batch. */
  firstBatch: number
  /** The arm being pulled (-1 before the first comparison), and the decisions it gets before arms are compared again. */
  current: number
  quota: number
  /** Releases of all arms when arms were last compared: they are compared again after every release. */
  compared: number
  /** What a decision that is never answered is worth; null: such decisions are ignored. */
  silence: number | null
  /** Decisions that nobody will answer any more, and all that are answered or such. */
  silent: number[]
  settled: number
  /** When answers join, by arm; null while every decision was answered before the next one. */
  ages: AnswerAges[] | null
  /** What releases tell of each arm: weighted for rewards that vary much, and for rewards that hardly vary. */
  filters: [wide: ResidualFilter, narrow: ResidualFilter]
}

/** What stays hidden after a release, as a share of the arm's rewards. */
const SHARE = 0.4
/** By how much an arm's count grows with a batch: that of the best arm so far, and those of the others. */
const LEADER_RATIO = 1.5
const RATIO = 1.15
/** An arm is never thought to be answered less than this where that would lengthen what it is pulled for. */
const LEAST_SHARE = 0.05
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
export function computeFirstBatch(eta: number, horizon: number, armCount: number): number {
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
 * The index of the best arm so far: another arm is pulled while its own index is below this. Without a horizon it is ln of the best
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

function create({ eta, horizon }: ParameterValues<typeof parameters>): AlgorithmBody<GdpImedState> {
  const lastRound = horizon === 0 ? Number.POSITIVE_INFINITY : horizon
  const indexOf = rememberedIndex()
  const compare = eta > SHARP_ETA ? comparison(SHARP_CEILING, SHARP_RAISE) : comparison(CEILING, 0)

  /** Rewards by which a count of `count` grows with the arm's next batch. */
  function growth(state: GdpImedState, arm: number, count: number): number {
    const { filter, best } = compare(state, undefined)
    const ratio = worthIn(state, filter, arm) >= best ? LEADER_RATIO : RATIO
    return Math.max(1, Math.ceil(ratio * count) - count)
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

  /** The arm with the least evidence against it, as that will be once the answers under way have come. */
  function bestArm(state: GdpImedState, random: Random | null, excluded?: ReadonlySet<number>): number {
    const { filter, best, highest } = compare(state, excluded)
    const { count } = state
    const left = lastRound - state.round
    const index = (arm: number): number => {
      const worth = worthIn(state, filter, arm)
      const times = state.ages === null ? 1 : rewardsToCome(state, arm) / count[arm]
      if (worth >= best) return leaderIndex(times * count[arm], left, count.length)
      const share = silenceShare(state, arm)
      const rewards = (times * countFilterRewards(filter, arm)) / share
      const noise = computeFilterNoise(filter, arm) * (share / times) ** 2
      return indexOf(arm, worth, rewards, noise, times * count[arm], highest)
    }
    return findLargestIndex(count, excluded, (arm) => -index(arm), random)
  }

  /** How many decisions `arm` gets before arms are compared again: a batch, or as many as one will need once answers have come. */
  function quotaFor(state: GdpImedState, arm: number, excluded: ReadonlySet<number> | undefined): number {
    for (let other = 0; other < state.closed.length; other++)
      if (state.closed[other] === 0 && excluded?.has(other) !== true) return 1
    const { share, underWay } = outlookFor(state, arm)
    if (underWay === 0) return batches.lacking(state, arm)
    return Math.ceil(growth(state, arm, rewardsToCome(state, arm)) / Math.max(LEAST_SHARE, share))
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
        state.quota = quotaFor(state, arm, excluded) - 1
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
        sizeOf: batches.sizeOf,
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

/** From now on it is noted when answers join. What was answered so far was answered at once. */
function beginAges(state: GdpImedState): void {
  const { decided, rewarded, silent, round } = state
  state.ages = decided.map((count, arm) => {
    const from = rewarded[arm] + silent[arm]
    const table = startAges(from, rewarded[arm])
    for (let pull = from; pull < count; pull++) noteDecision(table, pull, round)
    return table
  })
}

function noteAnswers(
  { decided, rewarded, silent, round }: GdpImedState,
  table: AnswerAges,
  arm: number,
  count: number,
  pull: number | undefined,
  unasked: number,
): void {
  for (let pulled = decided[arm] - unasked; pulled < decided[arm]; pulled++) noteDecision(table, pulled, round)
  for (let answer = count; answer > 0; answer--) {
    // Without its number an answer counts for the oldest decision that may still have one.
    const oldest = Math.min(rewarded[arm] - answer + silent[arm], decided[arm] - 1)
    noteAnswer(table, pull ?? Math.max(table.from, oldest), round, decided[arm])
  }
}

const allAnswered: AnswerOutlook = { share: 1, underWay: 0 }

/** What can be expected of an arm's decisions; before the first answer nothing is known but what was so before a stop, and all may still come. */
function outlookFor({ ages, round, decided, rewarded, silent }: GdpImedState, arm: number): AnswerOutlook {
  if (ages === null) return allAnswered
  const { [arm]: table } = ages
  if (table.ages.length === 0)
    return table.expected === undefined ? allAnswered : { share: table.expected, underWay: 0 }
  if (rewarded[arm] === decided[arm]) return allAnswered
  const outlook = answerOutlook(table, round, decided[arm], rewarded[arm])
  return rewarded[arm] + silent[arm] < decided[arm] ? outlook : { share: outlook.share, underWay: 0 }
}

/** Rewards of an arm once all answers that are under way have come. */
function rewardsToCome(state: GdpImedState, arm: number): number {
  const { underWay } = outlookFor(state, arm)
  return underWay === 0 ? state.count[arm] : state.count[arm] + state.received[arm] + underWay
}

/** The share of an arm's decisions that counts with its rewards, the others being worth a constant. */
const silenceShare = (state: GdpImedState, arm: number): number =>
  state.silence === null ? 1 : outlookFor(state, arm).share

/** What a decision for an arm is worth: the mean of its rewards, mixed with what silence is worth by the share of answers. */
function worthIn(state: GdpImedState, { mean }: ResidualFilter, arm: number): number {
  if (state.silence === null || state.ages === null) return mean[arm]
  return state.silence + silenceShare(state, arm) * (mean[arm] - state.silence)
}

/**
 * What arms are compared by: the filter for rewards that vary as the best arm's do, the largest worth in it, and what that may be at most,
 * `raise` standard deviations of its noise higher.
 */
function comparison(ceiling: number, raise: number) {
  return (state: GdpImedState, excluded: ReadonlySet<number> | undefined) => {
    const [wide, narrow] = state.filters
    let filter = wide
    let arm = bestIn(state, wide, excluded)
    const worth = arm < 0 ? 0 : worthIn(state, wide, arm)
    if (worth * (1 - worth) < NARROW) {
      filter = narrow
      arm = bestIn(state, narrow, excluded)
    }
    const best = Math.min(arm < 0 ? 0 : worthIn(state, filter, arm), ceiling)
    const higher =
      raise === 0 || arm < 0
        ? best
        : best + raise * silenceShare(state, arm) * Math.sqrt(computeFilterNoise(filter, arm))
    return { filter, best, highest: Math.min(higher, ceiling) }
  }
}

/** The arm with the largest worth, -1 if none is above 0. */
function bestIn(state: GdpImedState, filter: ResidualFilter, excluded: ReadonlySet<number> | undefined): number {
  const { count } = state
  let best = -1
  let largest = 0
  for (let arm = 0; arm < count.length; arm++) {
    if (count[arm] === 0 || excluded?.has(arm) === true) continue
    const worth = worthIn(state, filter, arm)
    if (worth > largest) {
      best = arm
      largest = worth
    }
  }
  return best
}

/** Evidence against an arm plus ln of its rewards, as last computed for as long as what it depends on is the same. */
function rememberedIndex() {
  const last: { mean: number; count: number; best: number; rewards: number; noise: number; value: number }[] = []
  return (arm: number, mean: number, rewards: number, noise: number, count: number, best: number): number => {
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
