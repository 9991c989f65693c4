// Changes of an experiment that its journal or its public ledger has: restores, changes of arms, a
// raised age of answers, a purge.

import type { Actor } from "../activity/activity.ts"
import { enterArmChange } from "../ledger/enter-release.ts"
import { sealPurge, sealRipe } from "../ledger/ledger-entry.ts"
import { applyArmChange } from "../live/apply-arm-change.ts"
import { applyAcceptance, applyDiscard } from "../live/apply-restore.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import type { AcceptanceRow, ArmChangeRow } from "../store/rows.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Open batches are discarded because of this restore. */
export function recordDiscard(work: UnitOfWork, live: LiveExperiment, restores: number): void {
  applyDiscard(live, restores)
  work.changes.discards.push({ experiment: live.experiment.id, sequence: live.sequence, restores })
  work.touch(live, 1)
}

export function recordAcceptance(work: UnitOfWork, live: LiveExperiment, eta: number, key: string): void {
  const { experiment, restores, sequence } = live
  const row: AcceptanceRow = { experiment: experiment.id, sequence: sequence + 1, restores, eta, key, at: work.now }
  applyAcceptance(live, row)
  work.changes.acceptances.push(row)
  work.touch(live, 1)
}

export type ArmChangeFields = Pick<ArmChangeRow, "kind" | "arm"> & Partial<ArmChangeRow>

/** The next entry of the journal and of the public ledger. */
export function recordArmChange(
  work: UnitOfWork,
  live: LiveExperiment,
  fields: ArmChangeFields,
  by: Actor,
  at = work.now,
): ArmChangeRow {
  const row: ArmChangeRow = {
    name: null,
    horizon: null,
    cause: null,
    metric: null,
    segment: null,
    reason: null,
    ...fields,
    experiment: live.experiment.id,
    sequence: live.sequence + 1,
    key: by.id,
    actor: by.name,
    at,
  }
  applyArmChange(live, row)
  work.changes.armChanges.push(row)
  work.changes.ledger.push(enterArmChange(live, row))
  work.touch(live, 1)
  // Lists read the arms from the snapshot.
  work.addSnapshot(live)
  return row
}

/** Ends the ledger and removes all that is private from the state and the rows. */
export function recordPurge(work: UnitOfWork, live: LiveExperiment): void {
  const entry = sealPurge(nextPlace(work, live))
  live.purge(entry)
  work.changes.ledger.push(entry)
  // Earlier snapshots have open sums.
  work.addSnapshot(live)
  work.addRemoval(live)
}

/** Answers count from a greater age of their decisions on. */
export function recordRipe(work: UnitOfWork, live: LiveExperiment, ripeSeconds: number): void {
  const entry = sealRipe(nextPlace(work, live), ripeSeconds)
  live.raiseRipe(entry)
  work.changes.ledger.push(entry)
  // The pointer that goes back is kept with the snapshot.
  work.addSnapshot(live)
  work.nextWindows.set(live, 0)
  work.touch(live)
}

const nextPlace = ({ now }: UnitOfWork, live: LiveExperiment) => ({
  experiment: live.experiment.id,
  index: live.ledgerIndex + 1,
  spent: live.spent() ?? 0,
  at: now,
  previous: live.ledgerHash,
})
