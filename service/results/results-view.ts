// Results as the API and the command show them: what was kept after the latest release of each segment, with what is public of its progress.

import { verdictSentence } from "@armistice/core"
import { wholeSegment, worthwhileOf } from "../experiment.ts"
import type { Results, ResultsHistory } from "../http/schemas/results.ts"
import type { LiveExperiment, SegmentState } from "../live/live-experiment.ts"
import type { ResultRow, StandingRow, Store } from "../store/store.ts"
import { type ResultBody, resultLevel, type StandingBody, standingBody } from "./result-body.ts"

type SegmentView = Results["segments"][number]

export async function resultsView(store: Pick<Store, "standings">, live: LiveExperiment): Promise<Results> {
  const rows = await store.standings(live.experiment.id)
  const bySegment = new Map(rows.map((row) => [row.segment, row]))
  const last = rows.reduce<StandingRow | undefined>(
    (latest, row) => (row.release > (latest?.release ?? 0) ? row : latest),
    undefined,
  )
  return {
    level: resultLevel,
    status: live.status,
    release: last?.release ?? 0,
    at: last === undefined ? null : timeText(last.at as number),
    segments: [...live.states()].map(([segment, state]) => segmentView(live, segment, state, bySegment.get(segment))),
  }
}

function segmentView(
  live: LiveExperiment,
  segment: string,
  { state, given }: SegmentState,
  row: StandingRow | undefined,
): SegmentView {
  const { experiment } = live
  const worthwhile = worthwhileOf(experiment)
  // Before the first release, and where releases of an older version have not been gone through yet.
  const body =
    row === undefined || row.body === null ? standingBody(live, segment) : (JSON.parse(row.body) as StandingBody)
  const { verdict, metrics } = body
  const worse = metrics.filter(({ harmed }) => harmed).map(({ name }) => name)
  const rewards = experiment.arrivals === "private" ? undefined : given
  return {
    segment: segmentName(segment),
    state: verdict.state,
    sentence: verdictSentence(verdict, { arms: experiment.arms, worthwhile, worse }),
    leader: live.armNameOrNull(verdict.leader),
    recommended: live.armNameOrNull(row?.fixed === 1 ? row.recommended : live.recommended(segment)),
    worthwhile,
    arms: verdict.arms.map(({ mean, low, high, probabilityBest }, arm) => {
      const decisions = state.decided[arm] as number
      const came = rewards?.[arm] ?? null
      const missing = came === null || decisions === 0 ? null : 1 - came / decisions
      return { arm: live.armName(arm), decisions, rewards: came, mean, low, high, probabilityBest, missing }
    }),
    differences: verdict.differences.map((difference) => ({ ...difference, arm: live.armName(difference.arm) })),
    metrics: metrics as SegmentView["metrics"],
  }
}

export function historyView(live: LiveExperiment, rows: readonly ResultRow[]): ResultsHistory["results"] {
  return rows.map(({ release, at, segment, state, leader, body }) => {
    const { released, arms } = JSON.parse(body) as ResultBody
    const { arm, metric = null, count, value } = released
    return {
      release,
      at: timeText(at),
      segment: segmentName(segment),
      state,
      leader: live.armNameOrNull(leader),
      released: { arm: live.armName(arm), metric, count, value },
      arms: arms.map((one) => ({ ...one, arm: live.armName(one.arm) })),
    }
  })
}

const segmentName = (segment: string): string | null => (segment === wholeSegment ? null : segment)

const timeText = (at: number): string => new Date(at).toISOString()
