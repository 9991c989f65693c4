// Copies everything from one store to another of any kind, page by page, in the order of the
// journal. Rows that Postgres and SQLite keep differently (numbers of experiments, heads) come out
// the same through the stores' common contract.

import { attentionLevel, readNotes } from "../live/experiment-notes.ts"
import { findRetentionDates } from "../retention/retention.ts"
import { ServiceError } from "../service-error.ts"
import { type Changes, noChanges } from "./changes.ts"
import { allExperiments, readPages, readPopulationPages } from "./read-pages.ts"
import type { StoredExperiment } from "./rows.ts"
import type { Store, StoreReads } from "./store.ts"
import { journalTaken, unfinishedPurge } from "./store-properties.ts"
import { getPlace, type TableName, type TableRows } from "./tables.ts"

const page = 1000

/** How far a copy is: experiments that are done, of how many, and rows so far. */
export interface CopyProgress {
  readonly experiments: number
  readonly of: number
  readonly rows: number
}

/** Everything but the properties that belong to the source itself. */
export async function copyRows(from: Store, to: Store, onProgress?: (now: CopyProgress) => void): Promise<void> {
  await checkEmpty(to)
  for (const key of await from.keys()) await to.putKey(key)
  const subjectKey = await from.property("subjectKey")
  if (subjectKey !== null) await to.setProperty("subjectKey", subjectKey)
  // A copy that was never served passes on that it is one restore more than its witness knew of.
  const copied = await from.copied()
  await to.setRestores(copied === null ? await from.restores() : copied - 1)
  const now = { experiments: 0, of: await from.experimentCount(), rows: 0 }
  for await (const stored of allExperiments(from)) {
    await copyExperiment(from, to, stored, (rows) => {
      now.rows += rows
      onProgress?.({ ...now })
    })
    now.experiments += 1
    onProgress?.({ ...now })
  }
  await copyPopulations(from, to)
  await copyActivity(from, to, null)
  await copyOutbox(from, to)
}

/** Waiting messages are sent from the copy. */
async function copyOutbox({ outbox: from }: Store, { outbox: to }: Store): Promise<void> {
  for (const webhook of await from.webhooks()) await to.putWebhook(webhook)
  const pages = readPages(
    0,
    (after) => from.deliveriesAfter(after, page),
    (row) => row.number,
  )
  for await (const rows of pages) await to.putDeliveries(rows)
}

async function copyPopulations(from: StoreReads, to: Store): Promise<void> {
  for await (const populations of readPopulationPages(from)) {
    await to.commit({ ...noChanges(), populations: populations.map((row) => ({ ...row, isNew: true })) })
    for (const { name } of populations) {
      const pages = readPages(
        "",
        (after) => from.populations.reservationsAfter(name, after, page),
        (row) => row.person,
      )
      for await (const reservations of pages) await to.commit({ ...noChanges(), reservations: [...reservations] })
    }
  }
}

export async function checkEmpty(store: Store): Promise<void> {
  const found = (await store.experimentCount()) > 0 ? "experiments" : "populations"
  if (found === "experiments" || (await store.populations.after("", 1)).length > 0)
    throw new ServiceError("store_unavailable", `a copy needs an empty store, but ${store.path} has ${found}`)
}

export async function copyExperiment(
  from: StoreReads,
  to: Store,
  stored: StoredExperiment,
  onRows?: (rows: number) => void,
): Promise<void> {
  const { id } = stored.experiment
  const taken = await from.property(journalTaken(id))
  if (taken !== null) await to.setProperty(journalTaken(id), taken)
  const purging = await from.property(unfinishedPurge(id))
  if (purging !== null) await to.setProperty(unfinishedPurge(id), purging)
  const write = async (changes: Partial<Changes>) => {
    await to.commit({ ...noChanges(), ...changes })
    onRows?.(Object.values(changes).reduce((rows, list) => rows + (Array.isArray(list) ? list.length : 0), 0))
  }
  const copyTable = async (table: TableName) => {
    const pages = readPages<TableRows[TableName], number | string>(
      table === "subjects" ? "" : 0,
      (after) => from.rowsAfter(table, id, after, page),
      (row) => getPlace(table, row),
    )
    for await (const rows of pages) await write({ [table]: rows })
  }
  await write({ experiments: [stored] })
  for (const table of ["decisions", "rewards", "observations", "metricValues", "metricObservations"] as const)
    await copyTable(table)
  const ledgerPages = readPages(
    0,
    (after) => from.ledger(id, after, page),
    (entry) => entry.index,
  )
  for await (const ledger of ledgerPages) await write({ ledger: [...ledger] })
  await copyTable("results")
  await write({ currentResults: [...(await from.currentResults(id))] })
  await copyTable("events")
  await copyActivity(from, to, id)
  for (const table of ["subjects", "discards", "acceptances", "armChanges"] as const) await copyTable(table)
  // A database replays no journal: its head is the state after the last entry.
  const snapshot = await from.latestSnapshot(stored)
  await write({ snapshots: snapshot === undefined ? [] : [snapshot] })
  const notes = readNotes(snapshot?.passed)
  await write({ attention: [{ experiment: id, level: attentionLevel(notes) }] })
  // The service finds out what is left to do.
  const { archiveAt, purgeAt } = findRetentionDates(stored.experiment, notes.overAt)
  const at = archiveAt === null ? purgeAt : Math.min(archiveAt, purgeAt ?? archiveAt)
  if (at !== null) await write({ retention: [{ experiment: id, at }] })
}

/** Rows of one experiment, or of none. */
async function copyActivity(from: StoreReads, to: Store, experiment: string | null): Promise<void> {
  const pages = readPages(
    0,
    (after) => from.activity({ after, limit: page, only: [experiment] }),
    (row) => row.number,
  )
  for await (const activity of pages) await to.commit({ ...noChanges(), activity: [...activity] })
}
