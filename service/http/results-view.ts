// Results as the API and the command show them: the persisted verdict of each segment with its
// public progress.

import { findNextBest, type Verdict } from "@armistice/core"
import { describeVerdict } from "@armistice/core/verdict-text"
import { getWorthwhile, segmentName, wholeSegment } from "../experiment.ts"
import { formatTime, formatTimeOrNull } from "../format-time.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { SegmentState } from "../live/segment-state.ts"
import { recommendedArm } from "../live/served-arms.ts"
import { pauses } from "../pauses.ts"
import { describeContext } from "../results/describe-context.ts"
import { describeFinding } from "../results/describe-finding.ts"
import { listFindings } from "../results/integrity.ts"
import { readPersistedResults } from "../results/persisted-results.ts"
import { type CurrentResultBody, listHarms, type ResultBody, resultLevel } from "../results/result-body.ts"
import type { CurrentResultRow, ResultRow } from "../store/result-rows.ts"
import type { RowReads } from "../store/store.ts"
import { answerProgress } from "./answer-progress.ts"
import { viewContextResults } from "./context-results-view.ts"
import type { Results, ResultsHistory } from "./schemas/results.ts"

type SegmentView = Results["segments"][number]

/** `now` dates the forecast of the first figures. */
export async function readResultsView(store: RowReads, live: LiveExperiment, now: number): Promise<Results> {
  const rows = await store.currentResults(live.experiment.id)
  const last = rows.reduce<CurrentResultRow | undefined>(
    (latest, row) => (row.release > (latest?.release ?? 0) ? row : latest),
    undefined,
  )
  const readBody = readPersistedResults(live, rows)
  const segments: SegmentView[] = []
  const pause = pauses()
  for (const [segment, state] of live.states()) {
    segments.push(segmentView(live, segment, state, readBody(segment), now))
    await pause()
  }
  return {
    level: resultLevel,
    status: live.status,
    release: last?.release ?? 0,
    at: formatTimeOrNull(last?.at),
    ...(live.algorithm.context === undefined ? {} : viewContextResults(live, readBody(wholeSegment).context ?? null)),
    segments,
  }
}

function segmentView(
  live: LiveExperiment,
  segment: string,
  { state, given }: SegmentState,
  { verdict, context, metrics, nearlyAllLargest, nearlyAllSmallest }: CurrentResultBody,
  now: number,
): SegmentView {
  const { experiment } = live
  const worthwhile = getWorthwhile(experiment)
  const harm = listHarms(metrics)
  const isPublic = experiment.arrivals === "public"
  const over = live.counts.overall(segment)
  const isUndecided = live.currentResults.get(segment)?.state === "ended_undecided"
  const words = {
    arms: live.arms.names,
    reward: experiment.reward,
    worthwhile,
    confidence: resultLevel,
    control: live.armName(live.control),
    harm,
    isOver: isUndecided || live.status === "finished" || live.status === "archived",
    reached: isUndecided ? live.horizon : null,
  }
  const integrity = listFindings(live, segment, { nearlyAllLargest, nearlyAllSmallest })
  const lead = findNextBest(verdict)
  const named = (difference: Verdict["differences"][number]) => ({ ...difference, arm: live.armName(difference.arm) })
  return {
    segment: segmentName(segment),
    state: isUndecided ? "ended_undecided" : verdict.state,
    sentence: context === undefined ? describeVerdict(verdict, words) : describeContext(live, context),
    leader: live.armNameOrNull(verdict.leader),
    next: live.armNameOrNull(verdict.next),
    order: verdict.order.map((arm) => live.armName(arm)),
    certainty: verdict.certainty,
    recommended: live.armNameOrNull(recommendedArm(live, segment)),
    worthwhile,
    arms: verdict.arms.map(({ mean, low, high, probabilityBest }, arm) => {
      const decided = over.decided[arm] as number
      return {
        arm: live.armName(arm),
        decisions: state.decided[arm] as number,
        rewards: isPublic ? (given[arm] as number) : null,
        mean,
        low,
        high,
        probabilityBest,
        unansweredShare: isPublic && decided > 0 ? 1 - (over.answered[arm] as number) / decided : null,
      }
    }),
    differences: verdict.differences.map(named),
    lead: lead === null ? null : named(lead),
    metrics: metrics as SegmentView["metrics"],
    worse: verdict.worse.map((worse) => ({ ...worse, arm: live.armName(worse.arm) })),
    stoppedArms: live.arms.stopped().map(({ arm }) => arm),
    harm,
    ...answerProgress(live, segment, now),
    nearlyAllLargest,
    nearlyAllSmallest,
    integrity: integrity?.map((found) => ({ ...found, ...describeFinding(found) })) ?? null,
  }
}

/** Lazily, since each result may have many arms. */
export function* historyView(
  live: LiveExperiment,
  rows: readonly ResultRow[],
): Generator<ResultsHistory["results"][number]> {
  for (const { release, at, segment, state, leader, body } of rows) {
    const { released, decisions, arms } = JSON.parse(body) as ResultBody
    const { arm, metric = null, coordinate, count, value } = released
    yield {
      release,
      at: formatTime(at),
      segment: segmentName(segment),
      state,
      leader: live.armNameOrNull(leader),
      decisions,
      released: { arm: live.armName(arm), metric, ...(coordinate === undefined ? {} : { coordinate }), count, value },
      arms: arms.map((one) => ({ ...one, arm: live.armName(one.arm) })),
    }
  }
}
