// Deals with decisions as they grow older, always in their order: held answers join, metrics join,
// and at the end of its window a decision joins or expires. Each stage keeps a pointer to the last
// decision it has passed.

import { readPoint } from "../context/decision-context.ts"
import { metricWindowMs, windowEnd, windowMs } from "../experiment.ts"
import type { IntegrityStage } from "../live/integrity-counts.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { rewardToSteps } from "../live/reward-lattice.ts"
import { joinMetric } from "../metrics/outcome.ts"
import { announceUndecided } from "../results/ended-undecided.ts"
import { finishOnceMetricsAreKnown } from "../results/finish-after-metrics.ts"
import { reportIntegrity } from "../results/report-integrity.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow } from "../store/rows.ts"
import { expire, observe } from "../transaction/record-observation.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { WindowsDue } from "../transaction/windows-due.ts"

/** Decisions that are looked at together. */
export const windowPage = 500

/** An age that every decision reaches, and what is to be done then. */
interface Stage {
  /** In milliseconds, at least. */
  readonly age: number
  /** The last decision that reached it. */
  passed: number
  /** The first decision that may not have reached it yet; infinity: all have. */
  waiting?: number
  dueAt(decision: DecisionRow): number
  /** Only for decisions that are learned from. */
  pass(decision: DecisionRow): void
}

/** Closes what is due by now and returns when something is due next, in milliseconds. */
export function closeWindows(work: UnitOfWork, experiment: string): number {
  const live = work.live(experiment)
  const next = live.status === "archived" ? Number.POSITIVE_INFINITY : passAllDue(work, live)
  reportIntegrity(work, live)
  // Set even if nothing will ever be due, so that the experiment is not looked at again.
  work.nextWindows.set(live, next)
  return next
}

function passAllDue(work: UnitOfWork, live: LiveExperiment): number {
  const { early, ...joining } = listStages(work, live)
  const counted = passEarly(work, live, early)
  return Math.min(counted, passJoining(work, live, joining, windowPage))
}

function passEarly(work: UnitOfWork, live: LiveExperiment, early: Stage | undefined): number {
  if (early === undefined) return Number.POSITIVE_INFINITY
  try {
    return passDue(work, live.experiment.id, early, windowPage)
  } finally {
    // Even if reading stopped early: nothing may be counted twice.
    live.passed.early = early.passed
  }
}

/** Few at a time, since mostly few are due. */
const shortPage = 32

/**
 * Where decisions join at the end of their windows, all that are due join before the next decision.
 * Otherwise the order of the journal would depend on how busy the service is.
 */
export function closeBeforeDecision(work: UnitOfWork, live: LiveExperiment): void {
  if (live.learning.joinsOnArrival) return
  while (live.nextDue <= work.now) {
    const { early: _early, ...joining } = listStages(work, live)
    if (passJoining(work, live, joining, shortPage) <= work.now && work.isFull) throw new WindowsDue()
  }
}

/** When something joins next. */
function passJoining(work: UnitOfWork, live: LiveExperiment, stages: Omit<Stages, "early">, page: number): number {
  const { ripe, metrics, window } = stages
  const { id, arrivals } = live.experiment
  const list = [ripe, ...metrics, window].filter((stage) => stage !== undefined)
  try {
    live.nextDue = Math.min(...list.map((stage) => passDue(work, id, stage, page)))
  } finally {
    // Even if reading stopped early. Pointers of unused stages follow the window's, so that a store
    // reads no decisions for them.
    const { passed: swept } = window
    live.swept = swept
    live.passed = {
      early: arrivals === "public" ? Math.max(live.passed.early, swept) : swept,
      ripe: ripe?.passed ?? swept,
      metrics: metrics.map((stage) => stage?.passed ?? swept),
      clearFrom: live.passed.clearFrom,
      lastLearned: live.passed.lastLearned,
    }
  }
  const waiting = metrics.map((stage) => (stage ?? window).waiting as number)
  finishOnceMetricsAreKnown(work, live, Math.min(...waiting))
  announceUndecided(work, live, window.waiting as number)
  return live.nextDue
}

function passDue(work: UnitOfWork, experiment: string, stage: Stage, page: number): number {
  const rows = work.store.rowsAfter("decisions", experiment, stage.passed, page)
  for (const decision of rows) {
    const due = stage.dueAt(decision)
    // Every age is reached in the order of decisions. A due decision that is not dealt with yet is
    // requested again.
    if (due > work.now || work.isFull) {
      stage.waiting = decision.sequence
      return due
    }
    if (decision.pull !== null) stage.pass(decision)
    stage.passed = decision.sequence
  }
  // A store may have read no further yet.
  if (rows.length > 0 && rows.length < page) return passDue(work, experiment, stage, page)
  const last = rows.at(-1)
  stage.waiting = last === undefined ? Number.POSITIVE_INFINITY : last.sequence + 1
  return last === undefined ? work.now + stage.age : stage.dueAt(last)
}

/**
 * Undefined where an experiment does not need one: metrics without a window of their own join at
 * the end of the reward's.
 */
interface Stages {
  readonly ripe: Stage | undefined
  readonly early: Stage | undefined
  readonly metrics: readonly (Stage | undefined)[]
  readonly window: Stage
}

function listStages(work: UnitOfWork, live: LiveExperiment): Stages {
  const { experiment } = live
  const { metrics = [], arrivals } = experiment
  const whole = windowMs(experiment)
  const ripeMs = Math.round(live.ripeSeconds * 1000)
  const isHeld = live.learning.joinsOnArrival && ripeMs > 0
  const ripe: Stage | undefined = isHeld
    ? {
        age: ripeMs,
        passed: Math.max(live.passed.ripe, live.swept),
        dueAt: ({ at }) => at + ripeMs,
        pass: (decision) => joinHeld(work, live, decision),
      }
    : undefined
  const early: Stage | undefined =
    arrivals === "public"
      ? {
          age: live.counts.earlyAge,
          passed: Math.max(live.passed.early, live.swept),
          dueAt: ({ at }) => at + live.counts.earlyAge,
          pass: (decision) => countAnswer(work, live, decision, "early"),
        }
      : undefined
  const own = metrics.map((metric, index): Stage | undefined => {
    const age = metricWindowMs(metric)
    if (age >= whole) return undefined
    return {
      age,
      passed: Math.max(live.passed.metrics[index] as number, live.swept),
      dueAt: ({ at }) => windowEnd(experiment, at, age),
      pass: (decision) => joinMetric(work, live, decision, index),
    }
  })
  const window: Stage = {
    age: whole,
    passed: live.swept,
    dueAt: ({ due }) => due,
    pass: (decision) => {
      endWindow(work, live, decision)
      for (const [index] of metrics.entries()) joinMetric(work, live, decision, index)
    },
  }
  return { ripe, early, metrics: own, window }
}

/** With public arrivals: counts the decision, and its answer if it came by this age. */
function countAnswer(work: UnitOfWork, live: LiveExperiment, decision: DecisionRow, stage: IntegrityStage): void {
  const { experiment, sequence, segment, arm, at } = decision
  const { counts } = live
  const given = work.reward(experiment, sequence)
  const age = given === undefined ? null : given.at - at
  if (stage === "early") counts.countEarly(segment, arm, age)
  else {
    counts.countLate(segment, arm, age)
    const point = readPoint(decision.context)
    const group = point === undefined ? null : (live.algorithm.context?.groupOf(point) ?? null)
    if (group !== null) counts.countGroup(group, arm, age !== null)
  }
  const isInTime = age !== null && (stage === "late" || age <= counts.earlyAge)
  counts.integrity.count(stage, decision, isInTime ? given : undefined)
}

function joinHeld(work: UnitOfWork, live: LiveExperiment, decision: DecisionRow): void {
  const { experiment, sequence } = decision
  if (live.isDropped(decision, "reward") || work.isObserved(experiment, sequence)) return
  const given = work.reward(experiment, sequence)
  if (given !== undefined) join(work, live, decision, given.steps, "caller")
}

function endWindow(work: UnitOfWork, live: LiveExperiment, decision: DecisionRow): void {
  const { experiment, sequence } = decision
  const { arrivals, missing, reward } = live.experiment
  const given = work.reward(experiment, sequence)
  if (arrivals === "public") countAnswer(work, live, decision, "late")
  // A stop has dropped the decision: it is counted, and nothing joins.
  if (live.isDropped(decision, "reward") || work.isObserved(experiment, sequence)) return
  if (given !== undefined) join(work, live, decision, given.steps, "caller")
  else if (live.learning.joinsOnArrival || missing === "ignore") expire(work, live, decision)
  else join(work, live, decision, rewardToSteps(missing, reward), "default")
}

/** If the budget allows no further release, the decision expires. */
function join(
  work: UnitOfWork,
  live: LiveExperiment,
  decision: DecisionRow,
  steps: number,
  source: "caller" | "default",
): void {
  try {
    observe(work, live, decision, steps, source)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "privacy_budget_exhausted") throw error
    expire(work, live, decision)
  }
}
