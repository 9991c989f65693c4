// Everything that a store has about one subject, for an access request. Rows are found by the
// columns of their tables, so that a new table with a subject or a decision is included.

import { SquaredSum } from "@armistice/core"
import { hashSubject } from "../keys/repeatable-ids.ts"
import { hashPerson } from "../populations/population.ts"
import { ServiceError } from "../service-error.ts"
import { allExperiments, allPopulations } from "../store/read-pages.ts"
import type { DecisionRow, StoredExperiment } from "../store/rows.ts"
import type { StoreReads } from "../store/store.ts"
import { journalTaken } from "../store/store-properties.ts"
import { findLink, type TableName, type TableRows, tables } from "../store/tables.ts"
import { normaliseSubject, type SubjectNormalisation } from "../subject-normalisation.ts"
import { describeRows, type ReadableRow } from "./describe-rows.ts"

/** One experiment's data about a subject. */
export interface SubjectExperiment {
  readonly id: string
  readonly name: string
  readonly status: string
  /** The subject as the rows of this experiment have it. */
  readonly hash: string
  /** By table; tables without a row about the subject are missing. */
  readonly rows: Readonly<Record<string, readonly ReadableRow[]>>
}

/** One population's data about a subject. */
export interface SubjectPopulation {
  readonly name: string
  readonly hash: string
  /** The loss that its experiments may cost the subject, as reserved so far. */
  readonly eta: number
}

/** Everything that a store has about one subject. */
export interface SubjectData {
  readonly subject: string
  readonly at: string
  readonly experiments: readonly SubjectExperiment[]
  readonly populations: readonly SubjectPopulation[]
  readonly searched: { readonly experiments: number; readonly populations: number }
  /** Archived experiments whose journals were taken out of the database into files. */
  readonly taken: readonly { readonly id: string; readonly name: string; readonly at: string }[]
  /** The data left out, and why. */
  readonly omitted: readonly string[]
}

const omitted = [
  "Noise: with it and the published figures, the answers of other people could be computed.",
  "Sums that the answers of several people are part of: they belong to nobody alone.",
]

export async function readSubjectData(
  store: StoreReads,
  subjectKey: Uint8Array,
  subject: string,
): Promise<SubjectData> {
  const at = new Date().toISOString()
  if (subject === "") throw new ServiceError("invalid_parameter", "a subject must not be empty")
  const experiments: SubjectExperiment[] = []
  const taken: SubjectData["taken"][number][] = []
  let searched = 0
  for await (const stored of allExperiments(store)) {
    const { experiment, metadata, status } = stored
    const { id } = experiment
    searched += 1
    const takenAt = await store.property(journalTaken(id))
    if (takenAt !== null) taken.push({ id, name: metadata.name, at: takenAt })
    const given = normalised(subject, experiment.subjectNormalisation)
    if (given === null) continue
    const hash = hashSubject(subjectKey, id, given)
    const rows = await readRows(store, stored, hash)
    if (Object.keys(rows).length > 0) experiments.push({ id, name: metadata.name, status, hash, rows })
  }
  const populations = await readPopulations(store, subjectKey, subject)
  return {
    subject,
    at,
    experiments,
    populations: populations.found,
    searched: { experiments: searched, populations: populations.searched },
    taken,
    omitted,
  }
}

/** Null: an experiment that compares subjects this way has refused this one. */
function normalised(subject: string, choice: SubjectNormalisation = "none"): string | null {
  try {
    return normaliseSubject(subject, choice)
  } catch (error) {
    if (error instanceof ServiceError && error.code === "invalid_request") return null
    throw error
  }
}

async function readRows(store: StoreReads, stored: StoredExperiment, hash: string): Promise<SubjectExperiment["rows"]> {
  const { id } = stored.experiment
  const found = new Map<TableName, TableRows[TableName][]>()
  const names = Object.keys(tables) as TableName[]
  for (const table of names)
    if (findLink(table) === "subject") found.set(table, await store.rowsLinked(table, id, "subject", hash))
  for (const { sequence } of (found.get("decisions") ?? []) as DecisionRow[])
    for (const table of names)
      if (findLink(table) === "decision")
        found.set(table, [...(found.get(table) ?? []), ...(await store.rowsLinked(table, id, "decision", sequence))])
  const all = [...found].filter(([, rows]) => rows.length > 0)
  return all.length === 0 ? {} : describeRows(stored, (await store.snapshot(id))?.arms ?? null, all)
}

async function readPopulations(store: StoreReads, subjectKey: Uint8Array, subject: string) {
  const found: SubjectPopulation[] = []
  let searched = 0
  for await (const { name, subjectNormalisation } of allPopulations(store)) {
    searched += 1
    const given = normalised(subject, subjectNormalisation)
    if (given === null) continue
    const hash = hashPerson(subjectKey, name, given)
    const row = await store.populations.reservation(name, hash)
    // A row without a loss is one that a lock has left.
    if (row !== undefined) found.push({ name, hash, eta: new SquaredSum(row.high, row.low).root() })
  }
  return { found, searched }
}
