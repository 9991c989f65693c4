// Public progress of answers: how many are outstanding, when first figures are due, and how many
// answer by arm and age. With private arrivals it has only what follows from decisions.

import { formatTime } from "../format-time.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { findDifferingShares } from "../results/integrity.ts"
import type { Results } from "./schemas/results.ts"

type SegmentView = Results["segments"][number]

type AnswerProgress = Pick<
  SegmentView,
  "outstanding" | "firstFigures" | "answeredShares" | "sharesDiffer" | "proposedRipeSeconds"
>

/** By the proposed age this share of all who answer has answered, in every arm. */
const nearlyAll = 0.9

export function answerProgress(live: LiveExperiment, segment: string, now: number): AnswerProgress {
  const { state, settled } = live.segment(segment)
  const isPublic = live.experiment.arrivals === "public"
  return {
    outstanding: state.decided.reduce((sum, count, arm) => sum + count - (settled[arm] as number), 0),
    firstFigures: firstFigures(live, segment, now),
    answeredShares: isPublic ? answeredShares(live, segment) : null,
    sharesDiffer: isPublic ? sharesDiffer(live, segment) : null,
    proposedRipeSeconds: isPublic ? proposedRipe(live, segment) : null,
  }
}

function firstFigures(live: LiveExperiment, segment: string, now: number): AnswerProgress["firstFigures"] {
  if (!live.learning.hasEstimates) return null
  const { given, firstDue } = live.segment(segment)
  const { arrivals, createdAt } = live.experiment
  // A stopped arm gets no further answers.
  const needed = live.arms.names.map((_, arm) =>
    live.arms.isStopped(arm) ? 0 : live.learning.answersToFirst(segment, arm),
  )
  if (needed.every((answers) => answers === 0)) return null
  if (needed.includes(null)) return { answers: null, at: null }
  const answers = needed.reduce<number>((sum, one) => sum + (one as number), 0)
  if (live.learning.joinsOnArrival) {
    const came = given.reduce((sum, count) => sum + count, 0)
    const at = came === 0 ? null : now + (answers * Math.max(0, now - createdAt)) / came
    return { answers, at: timeOrNull(at) }
  }
  const ends = firstDue.filter((_, arm) => needed[arm] !== 0)
  const at = ends.includes(null) ? null : Math.max(...(ends as number[]))
  return { answers: arrivals === "public" ? answers : null, at: timeOrNull(at) }
}

/** The latest time of a Date. */
const latest = 8.64e15

const timeOrNull = (at: number | null): string | null => (at === null || at > latest ? null : formatTime(Math.ceil(at)))

function answeredShares(live: LiveExperiment, segment: string): NonNullable<AnswerProgress["answeredShares"]> {
  return live.arms.names.map((name, arm) => ({
    arm: name,
    ages: live.counts
      .byAge(segment, arm)
      .map(({ seconds, decided, answered }) => ({ seconds, share: answered / decided })),
  }))
}

function sharesDiffer(live: LiveExperiment, segment: string): AnswerProgress["sharesDiffer"] {
  const { arm, share, other, otherShare, seconds } = findDifferingShares(live, segment) ?? {}
  return arm == null
    ? null
    : ({ arm, share, other, otherShare, seconds } as NonNullable<AnswerProgress["sharesDiffer"]>)
}

/** The largest proposal as a part of the window, where answers come until its end. */
const nearlyWhole = 0.95

/** Null where answers are not held back, before a window is over, and if nearly all are quick. */
function proposedRipe(live: LiveExperiment, segment: string): number | null {
  if (!live.learning.joinsOnArrival) return null
  const { decided, answered } = live.counts.overall(segment)
  let proposed = 0
  for (const [arm, count] of decided.entries()) {
    if (answered[arm] === 0) return null
    const ages = live.counts.byAge(segment, arm)
    const enough = (nearlyAll * (answered[arm] as number)) / count
    const first = ages.findIndex((age) => age.answered / age.decided >= enough)
    if (first > 0) proposed = Math.max(proposed, ages[first]?.seconds ?? 0)
  }
  // Where silence has a value, the age must stay below the window.
  const { missing, rewardWindowSeconds } = live.experiment
  const most = missing === "ignore" ? rewardWindowSeconds : Math.floor(nearlyWhole * rewardWindowSeconds)
  return Math.min(proposed, most) > live.ripeSeconds ? Math.min(proposed, most) : null
}
