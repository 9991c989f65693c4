// The state of GDP-IMED, and what it says about answers: which share of decisions is answered, and
// how many are under way.

import {
  type AnswerAges,
  type AnswerOutlook,
  answerOutlook,
  noteAnswer,
  noteDecision,
  startAges,
} from "../parts/answer-ages.ts"
import type { ResidualBatches } from "../parts/residual-batches.ts"
import type { ResidualFilter } from "../parts/residual-filter.ts"
import type { RoundCounts } from "../parts/rounds.ts"

/** Counts of late and missing answers. */
export interface LateAnswers extends RoundCounts {
  /** The worth of a decision that is never answered; null: such decisions are ignored. */
  silence: number | null
  /** Decisions that nobody will answer any more, and all that are answered or such. */
  silent: number[]
  settled: number
  /** When answers join, by arm; null while every decision was answered before the next one. */
  ages: AnswerAges[] | null
}

/** GDP-IMED's state. */
export interface GdpImedState extends ResidualBatches, LateAnswers {
  /** Rewards in each arm's first batch. */
  firstBatch: number
  /** The arm being pulled (-1 at first), and the decisions it gets before the next comparison. */
  current: number
  quota: number
  /** Releases of all arms at the last comparison; every release calls for another one. */
  compared: number
  /** Statistics of each arm's releases: for rewards that vary much, and that hardly vary. */
  filters: [wide: ResidualFilter, narrow: ResidualFilter]
}

/** From now on it is noted when answers join. All answers so far came at once. */
export function beginAges(state: LateAnswers): void {
  const { decided, rewarded, silent, round } = state
  state.ages = decided.map((count, arm) => {
    const from = rewarded[arm] + silent[arm]
    const table = startAges(from, rewarded[arm])
    for (let pull = from; pull < count; pull++) noteDecision(table, pull, round)
    return table
  })
}

export function noteAnswers(
  { decided, rewarded, silent, round }: LateAnswers,
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

/**
 * The expected answers of an arm's decisions; before the first answer nothing is known but the
 * state before a stop, and all may still come.
 */
export function computeOutlook({ ages, round, decided, rewarded, silent }: LateAnswers, arm: number): AnswerOutlook {
  if (ages === null) return allAnswered
  const { [arm]: table } = ages
  if (table.ages.length === 0)
    return table.expected === undefined ? allAnswered : { share: table.expected, underWay: 0 }
  if (rewarded[arm] === decided[arm]) return allAnswered
  const outlook = answerOutlook(table, round, decided[arm], rewarded[arm])
  return rewarded[arm] + silent[arm] < decided[arm] ? outlook : { share: outlook.share, underWay: 0 }
}

/** Rewards of an arm once all answers that are under way have come. */
export function countRewardsToCome(state: GdpImedState, arm: number): number {
  const { underWay } = computeOutlook(state, arm)
  return underWay === 0 ? state.count[arm] : state.count[arm] + state.received[arm] + underWay
}

/** The share of an arm's decisions that are answered; the others are worth a constant. */
export const computeSilenceShare = (state: LateAnswers, arm: number): number =>
  state.silence === null ? 1 : computeOutlook(state, arm).share

/** The worth of a decision: its mean reward, mixed with silence's worth by the answered share. */
export function computeWorth(state: GdpImedState, { mean }: ResidualFilter, arm: number): number {
  if (state.silence === null || state.ages === null) return mean[arm]
  return state.silence + computeSilenceShare(state, arm) * (mean[arm] - state.silence)
}
