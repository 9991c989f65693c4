// Stores the verdict after the releases of a transaction, one for all releases of a segment.
// Announces changed verdicts and harm, and finishes the experiment where it was asked to.

import type { Verdict } from "@armistice/core"
import { segmentName, wholeSegment } from "../experiment.ts"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { MetricResult } from "../metrics/metric-results.ts"
import type { ResultRow } from "../store/result-rows.ts"
import type { NewRelease } from "../transaction/pending-verdicts.ts"
import { recordHarm } from "../transaction/record-attention.ts"
import { recordCurrentResult } from "../transaction/record-current-result.ts"
import { addVerdictEvent } from "../transaction/record-verdict.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { sendOnce } from "../webhooks/send-once.ts"
import { resultAfter } from "./current-result.ts"
import { finishWhenClear } from "./finish-when-clear.ts"
import { reportEqualAnswers } from "./report-integrity.ts"
import { type CurrentResultBody, createCurrentResultBody, listHarms, resultBodies } from "./result-body.ts"
import { type SurelyWorse, stopsFor } from "./surely-worse.ts"

/** `releases`: of one segment. Returns arms that are surely worse than the control. */
export function recordResults(work: UnitOfWork, live: LiveExperiment, releases: readonly NewRelease[]): SurelyWorse[] {
  const { entry: last } = releases.at(-1) as NewRelease
  const { segment } = last
  const body = createCurrentResultBody(live, segment)
  const latest = resultAfter(last, body.verdict)
  work.addResults(live, resultRows(releases, body.verdict, live.segment(segment).state.decided))
  const before = live.currentResults.get(segment)
  recordCurrentResult(work, live, segment, latest, JSON.stringify(body))
  if (latest.state !== (before?.state ?? "no_answers")) addVerdictEvent(work, live, segment, latest)
  if (body.context === undefined) announceClear(work, live, last, body.verdict, segmentName(segment))
  for (const { name, verdict } of body.context?.groups ?? []) announceClear(work, live, last, verdict, name)
  const worse = listWorse(live, releases, body)
  announceHarm(work, live, last, body.metrics, worse)
  if (body.nearlyAllLargest && !live.counts.isLargestAnnounced) {
    live.counts.isLargestAnnounced = true
    work.addEvent(
      live,
      "nearly_all_largest",
      JSON.stringify({ segment: segmentName(segment), release: last.index, at: last.at }),
    )
    // Only the snapshot stores that it was announced.
    work.addSnapshot(live)
  }
  reportEqualAnswers(work, live, segment, body)
  finishWhenClear(work, live)
  return worse
}

/** Arms that are surely worse than the control, in a metric or in the reward. */
function listWorse(live: LiveExperiment, releases: readonly NewRelease[], body: CurrentResultBody): SurelyWorse[] {
  const { segment, at } = (releases.at(-1) as NewRelease).entry
  const { metrics: declared = [] } = live.experiment
  const hasNewFigure = (arm: number, metric?: string) =>
    releases.some(({ entry }) => entry.arm === arm && entry.metric === metric)
  const harm = listHarms(body.metrics).map(({ arm: name, metric }): SurelyWorse => {
    const arm = live.armNumber(name)
    const place = declared.findIndex((one) => one.name === metric)
    return { arm, cause: "harm", metric: place, segment, at, hasNewFigure: hasNewFigure(arm, metric) }
  })
  const worse = body.verdict.worse.map(({ arm }): SurelyWorse => {
    return { arm, cause: "worse", metric: null, segment, at, hasNewFigure: hasNewFigure(arm) }
  })
  return [...harm, ...worse]
}

/** Sends each winner once, though a verdict may come again. `segment`: or the group. */
function announceClear(
  work: UnitOfWork,
  live: LiveExperiment,
  last: LedgerEntry,
  verdict: Verdict,
  segment: string | null,
): void {
  const { index: release, at } = last
  const arm = live.armNameOrNull(verdict.leader)
  if (verdict.state !== "clear" || arm === null) return
  const { next, difference, low, high } = resultAfter(last, verdict)
  const figures = { next: live.armNameOrNull(next), difference, low, high, release }
  const about = JSON.stringify([segment ?? wholeSegment, arm])
  sendOnce(work, live, about, "experiment.clear", { segment, arm, ...figures }, at)
}

/** Sends each harm to webhooks once. */
function announceHarm(
  work: UnitOfWork,
  live: LiveExperiment,
  last: LedgerEntry,
  metrics: readonly MetricResult[],
  worse: readonly SurelyWorse[],
): void {
  const { index: release, segment, at } = last
  const control = live.armName(live.control)
  for (const { arm, metric } of listHarms(metrics)) {
    const figures = metrics.find(({ name }) => name === metric)?.differences.find((one) => one.arm === arm)
    const { difference = null, low = null, high = null } = figures ?? {}
    const number = live.armNumber(arm)
    const stopped = live.arms.isStopped(number) || worse.some((one) => one.arm === number && stopsFor(live, one))
    const data = { segment: segmentName(segment), arm, metric, control, difference, low, high, release, stopped }
    if (!sendOnce(work, live, JSON.stringify([segment, arm, metric]), "experiment.harm", data, at)) continue
    const found = { segment, arm: number, metric, difference, at }
    recordHarm(work, live, { found: [...live.harm.found, found], isSeen: false })
  }
}

/** `verdict`: after all releases; `decided`: decisions by arm. */
function resultRows(releases: readonly NewRelease[], verdict: Verdict, decided: readonly number[]): ResultRow[] {
  const { state, leader } = verdict
  const makeBody = resultBodies(verdict, decided)
  return releases.map(({ entry: { experiment, index: release, segment, at }, released }) => {
    return { experiment, release, segment, at, state, leader, body: JSON.stringify(makeBody(released)) }
  })
}
