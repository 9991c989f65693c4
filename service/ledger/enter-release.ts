// Makes a release, or a change of arms, the next entry of its experiment's ledger, committed to the
// journal as it is after the entry that released or changed it.

import { type ArmChange, pickResidualFields } from "@armistice/core/ledger"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { LiveRelease } from "../live/live-release.ts"
import type { ArmChangeRow } from "../store/rows.ts"
import { type LedgerEntry, sealArmChange, sealEntry } from "./ledger-entry.ts"

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
    ...pickResidualFields(release),
    spent,
  }
  const place = { at, previous: live.ledgerHash, sequence: live.sequence }
  const entry = sealEntry({ ...draft, ...place }, live.journal)
  live.moveHead(entry)
  return entry
}

export function enterArmChange(live: LiveExperiment, row: ArmChangeRow): LedgerEntry {
  const { ledgerIndex, ledgerHash, sequence, journal, experiment } = live
  const place = { experiment: experiment.id, index: ledgerIndex + 1, spent: live.spent() ?? 0, at: row.at }
  const entry = sealArmChange({ ...place, previous: ledgerHash, sequence }, toPublicChange(row), journal)
  live.moveHead(entry)
  return entry
}

/** The public part of a change of arms. */
export function toPublicChange({ kind, arm, name, horizon, cause }: ArmChangeRow): ArmChange {
  const fields = { ...(name === null ? {} : { name }), ...(horizon === null ? {} : { horizon }) }
  return { mechanism: kind, arm, cause, ...fields } as ArmChange
}
