// The current result of a segment: before its first release, and after one.

import { findNextBest, type Verdict } from "@armistice/core"
import type { LedgerEntry } from "../ledger/ledger-entry.ts"
import type { CurrentResult, LiveExperiment } from "../live/live-experiment.ts"

/** Before the first release. */
export function createInitialResult(live: LiveExperiment, segment: string): CurrentResult {
  const hasNoDecisions = live.learning.hasEstimates || live.segment(segment).state.round === 0
  const state = hasNoDecisions ? "no_answers" : "too_early"
  return {
    release: 0,
    at: null,
    state,
    verdict: state,
    leader: null,
    next: null,
    difference: null,
    low: null,
    high: null,
    recommended: null,
    fixed: 0,
  }
}

export function resultAfter(last: Pick<LedgerEntry, "index" | "at">, verdict: Verdict): CurrentResult {
  const { state, leader } = verdict
  const next = findNextBest(verdict)
  return {
    release: last.index,
    at: last.at,
    state,
    verdict: state,
    leader,
    next: next?.arm ?? null,
    difference: next?.difference ?? null,
    low: next?.low ?? null,
    high: next?.high ?? null,
    recommended: verdict.recommended,
    fixed: 0,
  }
}
