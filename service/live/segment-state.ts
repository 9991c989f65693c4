// An experiment's state in one segment, and how far its decisions have been looked at.

import type { AlgorithmState, MetricState } from "@armistice/core"
import type { Experiment } from "../experiment.ts"
import type { AnswersByArm } from "./answers-by-arm.ts"

export interface SegmentState extends AnswersByArm {
  readonly state: AlgorithmState
  /** The arm of the latest decision that was learned from. */
  latest: number | null
  /** By metric, where there are some. */
  readonly metrics?: readonly MetricState[]
}

/** The last decision that reached each age (LiveExperiment.passed). */
export interface PassedDecisions {
  early: number
  ripe: number
  metrics: number[]
  /**
   * The journal entry since which every segment's verdict is clear, where that finishes the
   * experiment once metrics are known; null: none.
   */
  clearFrom: number | null
  /**
   * The last decision that is learned from, once the horizon is reached in every segment, until its
   * window is over; null: before and after.
   */
  lastLearned: number | null
}

export const firstPassed = ({ metrics = [] }: Experiment): PassedDecisions => ({
  early: 0,
  ripe: 0,
  metrics: metrics.map(() => 0),
  clearFrom: null,
  lastLearned: null,
})
