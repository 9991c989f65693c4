// The rows of a store that are public: results, current results and events. A leaf module.

import type { VerdictState } from "@armistice/core"

/** The result of a segment right after a release. Public, and never changed. */
export interface ResultRow {
  readonly experiment: string
  /** The ledger entry of the release. */
  readonly release: number
  readonly segment: string
  readonly at: number
  readonly state: VerdictState
  readonly leader: number | null
  /** The release's value and the arms as they were then, as JSON (results/result-body.ts). */
  readonly body: string
}

/** A verdict, or that the planned number was reached and every window is over without one. */
export type SegmentStateName = VerdictState | "ended_undecided"

/** Public: the latest result of a segment, and the arm that is served after learning. */
export interface CurrentResultRow {
  readonly experiment: string
  readonly segment: string
  /** The latest ledger entry of the segment, and its time; 0 and null before the first. */
  readonly release: number
  readonly at: number | null
  readonly state: SegmentStateName
  /** The state of the latest verdict, also once the segment has ended undecided. */
  readonly verdict: VerdictState
  readonly leader: number | null
  /** The arm most likely to be best after the leader, and by how much the leader is better. */
  readonly next: number | null
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  /** Null: the experiment's control. */
  readonly recommended: number | null
  /** 1 once learning is over in the segment: the recommended arm stays what it is. */
  readonly fixed: 0 | 1
  /** The verdict as JSON (results/result-body.ts); null: none yet, or it stays as it is. */
  readonly body: string | null
}

export interface PublicEvent {
  readonly experiment: string
  readonly number: number
  readonly kind: "status" | "release" | "verdict" | "nearly_all_largest" | "integrity" | "arm"
  readonly body: string
}
