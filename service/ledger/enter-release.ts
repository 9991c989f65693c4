// Makes a release the next entry of its experiment's ledger, committed to the journal as it is after the entry that released it.

import { residualFields } from "@armistice/core/ledger"
import type { LiveExperiment, LiveRelease } from "../live/live-experiment.ts"
import { type LedgerEntry, sealEntry } from "./ledger-entry.ts"

export function enterRelease(live: LiveExperiment, release: LiveRelease, at: number): LedgerEntry {
  const { metric, segment, arm, block, count, mechanism, eta, epsilon, spent } = release
  const draft = {
    experiment: live.experiment.id,
    index: live.ledgerIndex + 1,
    ...(metric === undefined ? {} : { metric }),
    segment,
    arm,
    block,
    count,
    mechanism,
    eta,
    epsilon: epsilon ?? null,
    ...residualFields(release),
    spent,
  }
  const place = { at, previous: live.ledgerHash, sequence: live.sequence }
  const entry = sealEntry({ ...draft, ...place }, live.journal)
  live.ledgerIndex = entry.index
  live.ledgerHash = entry.hash
  return entry
}
