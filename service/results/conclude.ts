// Computes the verdicts after the releases so far: at the end of a transaction, and before anything
// that ends learning or changes the state.

import type { LiveExperiment } from "../live/live-experiment.ts"
import { stopWorse } from "../operations/stop-worse.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { recordResults } from "./record-results.ts"
import type { SurelyWorse } from "./surely-worse.ts"

export function conclude(work: UnitOfWork, live: LiveExperiment): void {
  const worse: SurelyWorse[] = []
  for (const releases of work.pending.take(live)) worse.push(...recordResults(work, live, releases))
  // Last, because a stop changes the states that verdicts of other segments are about.
  stopWorse(work, live, worse)
}

export function concludeAll(work: UnitOfWork): void {
  for (const live of work.pending.experiments()) conclude(work, live)
}
