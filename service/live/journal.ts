// The private journal of an experiment: decisions and observations in one order, each hashed onto the last. Subjects and callers' ids
// are left out, so that erasing a subject does not break the chain. Frozen: ledgers have commitments to these hashes, so no text may change.

import * as crypto from "node:crypto"
import type { PlayedDecision, PlayedMetric, PlayedObservation } from "../store/journal-columns.ts"
import type { AcceptanceRow, LeaseRow } from "../store/store.ts"

export const firstJournalHash = (experiment: string): string => hash(`journal.${experiment}`)

export const afterDecision = (journal: string, row: PlayedDecision): string =>
  hash(`${journal}\nd ${row.sequence} ${row.arm} ${row.pull} ${row.segment} ${row.excluded} ${row.at} ${row.noise}`)

export const afterObservation = (journal: string, row: PlayedObservation): string =>
  hash(`${journal}\no ${row.sequence} ${row.decision} ${row.steps} ${row.source} ${row.noise}`)

export const afterMetric = (journal: string, row: PlayedMetric): string =>
  hash(`${journal}\nm ${row.sequence} ${row.decision} ${row.metric} ${row.steps} ${row.source} ${row.noise}`)

/** One entry for all its slots: whose they become is not part of the journal, as with all decisions. */
export const afterLease = (journal: string, row: LeaseRow): string =>
  hash(`${journal}\nl ${row.sequence} ${row.count} ${row.arm} ${row.pull} ${row.segment} ${row.at} ${row.until}`)

export const afterDiscard = (journal: string, sequence: number, restores: number | null): string =>
  hash(`${journal}\nx ${sequence}${restores === null ? "" : ` ${restores}`}`)

export const afterAcceptance = (journal: string, row: AcceptanceRow): string =>
  hash(`${journal}\na ${row.sequence} ${row.restores} ${row.eta} ${row.at}`)

const hash = (text: string): string => crypto.hash("sha256", text, "base64url")
