// The private journal of an experiment: decisions and observations in one order, each hashed onto
// the last. Subjects and callers' ids are left out, so that erasing a subject does not break the
// chain. Ledgers commit to these hashes, so the texts must stay as they are.

import * as crypto from "node:crypto"
import type { JournalDecision, JournalMetric, JournalObservation } from "../store/journal-columns.ts"
import type { AcceptanceRow, ArmChangeRow } from "../store/rows.ts"
import type { JournalEntry } from "./journal-entry.ts"

export const firstJournalHash = (experiment: string): string => hash(`journal.${experiment}`)

export const afterDecision = (journal: string, row: JournalDecision): string =>
  hash(
    `${journal}\nd ${row.sequence} ${row.arm} ${row.pull} ${row.segment} ${row.excluded} ${row.at} ${row.noise} ${row.context}`,
  )

export const afterObservation = (journal: string, row: JournalObservation): string =>
  hash(`${journal}\no ${row.sequence} ${row.decision} ${row.steps} ${row.source} ${row.noise}`)

export const afterMetric = (journal: string, row: JournalMetric): string =>
  hash(`${journal}\nm ${row.sequence} ${row.decision} ${row.metric} ${row.steps} ${row.source} ${row.noise}`)

export const afterDiscard = (journal: string, sequence: number, restores: number): string =>
  hash(`${journal}\nx ${sequence} ${restores}`)

export const afterAcceptance = (journal: string, row: AcceptanceRow): string =>
  hash(`${journal}\na ${row.sequence} ${row.restores} ${row.eta} ${row.at}`)

/** Names are free text, so all of it is one JSON text. */
export function afterArmChange(journal: string, row: ArmChangeRow): string {
  const { sequence, kind, arm, name, horizon, cause, metric, segment, at } = row
  return hash(`${journal}\nc ${sequence} ${JSON.stringify([kind, arm, name, horizon, cause, metric, segment, at])}`)
}

/** The hash after any entry. */
export function afterEntry(journal: string, { kind, row }: JournalEntry): string {
  if (kind === "decision") return afterDecision(journal, row)
  if (kind === "observation") return afterObservation(journal, row)
  if (kind === "metric") return afterMetric(journal, row)
  if (kind === "discard") return afterDiscard(journal, row.sequence, row.restores)
  if (kind === "armChange") return afterArmChange(journal, row)
  return afterAcceptance(journal, row)
}

const hash = (text: string): string => crypto.hash("sha256", text, "base64url")
