// Writes the changes of a transaction to SQLite.

import { type ActivityRow, refusalMs } from "../../activity/activity.ts"
import { publicEntry } from "../../ledger/ledger-entry.ts"
import { labelLines } from "../../metadata.ts"
import type { OutboxMessage } from "../../webhooks/outbox.ts"
import type { Changes } from "../changes.ts"
import { listedFrom } from "../listed-columns.ts"
import { populationColumns } from "../row-columns.ts"
import type { SharedSql, SqlStatement } from "../shared-sql.ts"
import { metadataColumns, metadataValues, replaceCurrentResult, replaceSubject } from "../stored-rows.ts"
import { type TableName, type TableRows, tables } from "../tables.ts"
import { removePrivateRows } from "./sqlite-purge.ts"
import type { SqliteStatements } from "./sqlite-statements.ts"

export const insertInto = (table: string, columns: readonly string[], how = "INSERT"): string =>
  `${how} INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`

type Value = string | number | null

/** Rows in one statement: large batches save most of what a statement costs beside its rows. */
const rowsAtOnce = 16

const insertStatements = new Map<string, string>()

function insertStatement(table: TableName, rows: number, end: string): string {
  const key = `${table} ${rows} ${end}`
  const known = insertStatements.get(key)
  if (known !== undefined) return known
  const { name, columns } = tables[table]
  const row = `(${columns.map(() => "?").join(", ")})`
  // A row that is refused ends the transaction: otherwise SQLite would keep a copy of each page.
  const insert = rows === 1 ? "INSERT" : "INSERT OR ROLLBACK"
  const sql = `${insert} INTO ${name} (${columns.join(", ")}) VALUES ${Array(rows).fill(row).join(", ")} ${end}`
  insertStatements.set(key, sql)
  return sql
}

/** Adds rows to a table. `end`: what happens where a row exists. */
function insert<Name extends TableName>(
  to: SqliteStatements,
  table: Name,
  rows: readonly Partial<TableRows[Name]>[],
  end = "",
): void {
  const { columns } = tables[table]
  for (let next = 0; next < rows.length; ) {
    const count = next + rowsAtOnce <= rows.length ? rowsAtOnce : 1
    const values: Value[] = []
    for (const row of rows.slice(next, next + count) as Readonly<Record<string, Value>>[])
      for (const name of columns) values.push(row[name] as Value)
    to.run(insertStatement(table, count, end), ...values)
    next += count
  }
}

const touchLast = [
  `UPDATE rewards SET at = at
   WHERE experiment = ? AND decision = (SELECT max(decision) FROM rewards WHERE experiment = ?)`,
  `UPDATE observations SET source = source
   WHERE experiment = ? AND sequence = (SELECT max(sequence) FROM observations WHERE experiment = ?)`,
]
const insertEntry = insertInto("ledger", ["experiment", "number", "entry"])
const insertSecret = insertInto("ledger_secrets", ["experiment", "number", "sequence", "salt"])
const listAgain = `UPDATE experiments SET ${listedFrom("current_results s WHERE s.experiment = experiments.id")} WHERE id = ?`
const putReservation = insertInto("reservations", ["population", "person", "high", "low"], "INSERT OR REPLACE")
const insertPopulation = insertInto("populations", populationColumns.names)
const updatePopulation = `UPDATE populations SET (${populationColumns.names.join(", ")})
  = (${populationColumns.names.map((_, index) => `?${index + 1}`).join(", ")}) WHERE name = ?1`
const putSnapshot = insertInto(
  "snapshots",
  ["experiment", "sequence", "journal", "swept", "passed", "counts", "discarded", "arms", "state"],
  "INSERT OR REPLACE",
)

const insertExperiment = `INSERT INTO experiments (id, number, status, definition, restores, accepted, ${metadataColumns.join(", ")})
  SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ${metadataColumns.map(() => "?").join(", ")} FROM experiments`

const editMetadata = `UPDATE experiments SET name = coalesce(?, name), description = coalesce(?, description),
  labels = coalesce(?, labels), searched = NULL WHERE id = ?`

type Journal = Pick<Changes, "decisions" | "rewards" | "observations" | "repeats">

export function writeJournal(to: SqliteStatements, { decisions, rewards, observations, repeats }: Journal): void {
  insert(to, "decisions", decisions)
  insert(to, "rewards", rewards)
  insert(to, "observations", observations)
  // A reward that does not count touches the pages that one which does would.
  for (const experiment of repeats) for (const sql of touchLast) to.run(sql, experiment, experiment)
}

/** All but the rows of the journal. */
export function writeRest(to: SqliteStatements, changes: Changes): void {
  for (const stored of changes.experiments) {
    const { experiment, status, restores, accepted } = stored
    to.run(
      insertExperiment,
      experiment.id,
      status,
      JSON.stringify(experiment),
      restores,
      accepted,
      ...metadataValues(stored),
    )
  }
  for (const { experiment } of changes.experiments)
    if (experiment.population !== undefined)
      to.run("INSERT INTO members (experiment, population) VALUES (?, ?)", experiment.id, experiment.population)
  for (const row of changes.populations)
    to.run(row.isNew ? insertPopulation : updatePopulation, ...populationColumns.values(row))
  for (const { population, person, high, low } of changes.reservations)
    to.run(putReservation, population, person, String(high), String(low))
  for (const { experiment, metadata } of changes.metadata) {
    const { name = null, description = null, labels } = metadata
    to.run(editMetadata, name, description, labels === undefined ? null : labelLines(labels), experiment)
  }
  for (const { experiment, status } of changes.statuses)
    to.run("UPDATE experiments SET status = ? WHERE id = ?", status, experiment)
  insert(to, "subjects", changes.subjects, replaceSubject)
  for (const { experiment, subject } of changes.erased)
    to.run("UPDATE decisions SET subject = '' WHERE experiment = ? AND subject = ?", experiment, subject)
  insert(to, "metricValues", changes.metricValues)
  insert(to, "metricObservations", changes.metricObservations)
  for (const entry of changes.ledger) {
    to.run(insertEntry, entry.experiment, entry.index, JSON.stringify(publicEntry(entry)))
    if (entry.salt !== "") to.run(insertSecret, entry.experiment, entry.index, entry.sequence, entry.salt)
  }
  insert(to, "events", changes.events)
  for (const row of changes.activity) writeActivity(to, row)
  for (const message of changes.messages) writeMessage(to, message)
  insert(to, "results", changes.results, "ON CONFLICT DO NOTHING")
  insert(to, "currentResults", changes.currentResults, replaceCurrentResult)
  for (const id of new Set(changes.currentResults.map(({ experiment }) => experiment))) to.run(listAgain, id)
  for (const { experiment, level } of changes.attention)
    to.run("UPDATE experiments SET attention = ? WHERE id = ?", level, experiment)
  for (const { experiment, at } of changes.retention)
    to.run("UPDATE experiments SET retention_at = ? WHERE id = ?", at, experiment)
  insert(to, "discards", changes.discards)
  for (const { experiment, restores } of changes.discards)
    to.run("UPDATE experiments SET restores = max(restores, ?) WHERE id = ?", restores, experiment)
  insert(to, "armChanges", changes.armChanges)
  insert(to, "acceptances", changes.acceptances)
  for (const { experiment, restores } of changes.acceptances)
    to.run("UPDATE experiments SET accepted = max(accepted, ?) WHERE id = ?", restores, experiment)
  for (const { experiment, sequence, journal, swept, passed, counts, discarded, arms, state } of changes.snapshots)
    to.run(putSnapshot, experiment, sequence, journal, swept, passed, counts, discarded, arms, state)
  for (const purged of changes.purged) removePrivateRows(to, purged)
}

const insertActivity = `INSERT INTO activity (number, experiment, at, action, key, name, outcome, code, count)
  VALUES (coalesce(?, (SELECT coalesce(max(number), 0) + 1 FROM activity)), ?, ?, ?, ?, ?, ?, ?, ?)`

const findRefused =
  "SELECT number FROM activity WHERE outcome = 'refused' AND key IS ? AND action = ? AND at >= ? AND at < ?"

const countRefused = `UPDATE activity SET count = count + ?, experiment = CASE WHEN experiment = ? THEN experiment END,
  code = CASE WHEN code = ? THEN code END WHERE number = ?`

export function writeActivity(to: SqliteStatements, row: ActivityRow): void {
  const { number = null, experiment, at, action, key, outcome, code, count } = row
  const minute = Math.floor(at / refusalMs) * refusalMs
  const known =
    outcome === "done" || number !== null
      ? undefined
      : to.get<{ number: number }>(findRefused, key.id, action, minute, minute + refusalMs)
  if (known === undefined)
    to.run(insertActivity, number, experiment, at, action, key.id, key.name, outcome, code, count)
  else to.run(countRefused, count, experiment, code, known.number)
}

/** The statements of a file for what both stores share. */
export const shareSql = (rows: SqliteStatements): SharedSql => ({
  schema: "",
  rows: (text, values = []) => rows.all(numberPlaces(text), ...values),
  write: (statements, note) =>
    rows.write(() => {
      for (const { text, values } of statements) rows.run(numberPlaces(text), ...(values as Value[]))
      if (note !== undefined) writeActivity(rows, note)
    }),
  writeReturning: <Row>({ text, values }: SqlStatement, note: ActivityRow) => {
    let returned: Row[] = []
    rows.write(() => {
      returned = rows.all<Row>(numberPlaces(text), ...(values as Value[]))
      if (returned.length > 0) writeActivity(rows, note)
    })
    return returned
  },
})

const numberPlaces = (text: string): string => text.replaceAll("$", "?")

const insertMessage = `INSERT INTO webhook_deliveries (id, webhook, stream, type, at, data, state, tries, queued_at, next_at)
  SELECT ?1, w.id, ?2, ?3, ?4, ?5, 'waiting', 0, ?6, ?6 FROM webhooks w
  WHERE CASE WHEN ?7 IS NULL THEN w.events IS NULL OR instr(w.events, '"' || ?3 || '"') > 0 ELSE w.id = ?7 END
  ORDER BY w.created_at, w.id`

/** In the transaction of the change that it describes. */
export function writeMessage(to: SqliteStatements, message: OutboxMessage): void {
  const { id, stream, type, at, data, queuedAt, webhook = null } = message
  to.run(insertMessage, id, stream, type, at, data, queuedAt, webhook)
}
