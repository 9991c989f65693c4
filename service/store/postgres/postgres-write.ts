// The changes of a transaction as set-based statements, one per table, each taking its rows as
// arrays.

import { type ActivityRow, refusalMs } from "../../activity/activity.ts"
import { publicEntry } from "../../ledger/ledger-entry.ts"
import { labelLines } from "../../metadata.ts"
import type { OutboxMessage } from "../../webhooks/outbox.ts"
import type { Changes } from "../changes.ts"
import { listedFrom } from "../listed-columns.ts"
import type { Snapshot } from "../rows.ts"
import type { SharedSql, SqlStatement } from "../shared-sql.ts"
import { metadataColumns, metadataValues, replaceCurrentResult, replaceSubject } from "../stored-rows.ts"
import { findType, type TableName, type TableRows, tables } from "../tables.ts"
import { populationStatements } from "./postgres-populations.ts"
import { noteStatement } from "./postgres-purge.ts"
import type { PostgresSession } from "./postgres-session.ts"
import { replaceTexts, splitState } from "./state-texts.ts"

/** The head of an experiment as a transaction leaves it. */
export interface HeadRow extends Snapshot {
  readonly status: string
  readonly at: number
  /** When windows are to be looked at next; null: as before. */
  readonly nextWindow: number | null
}

type Column = readonly [type: string, values: readonly unknown[]]

/** `findNumber`: an experiment's number by its id. */
export function writeStatements(changes: Changes, findNumber: (id: string) => number): SqlStatement[] {
  const list: SqlStatement[] = []
  const insertInto = (
    name: string,
    columns: readonly string[],
    rows: readonly { readonly experiment: string }[],
    end = "",
  ): void => {
    if (rows.length === 0) return
    const numbers: Column = ["integer", rows.map(({ experiment }) => findNumber(experiment))]
    const others = columns
      .slice(1)
      .map(
        (column): Column => [findType(column), rows.map((row) => (row as Readonly<Record<string, unknown>>)[column])],
      )
    list.push(fromArrays(`INSERT INTO armistice.${name} (${columns.join(", ")}) SELECT *`, [numbers, ...others], end))
  }
  const insert = <Name extends TableName>(table: Name, rows: readonly Partial<TableRows[Name]>[], end?: string): void =>
    insertInto(tables[table].name, tables[table].columns, rows as readonly { readonly experiment: string }[], end)
  const update = (set: string, experiment: string, value: unknown): void => {
    const text = `UPDATE armistice.heads SET ${set} WHERE experiment = $1`
    list.push({ text, values: [findNumber(experiment), value] })
  }
  const { experiments, statuses, erased, ledger } = changes
  if (experiments.length > 0)
    list.push(
      fromArrays(`INSERT INTO armistice.experiments (number, id, definition, ${metadataColumns.join(", ")}) SELECT *`, [
        ["integer", experiments.map(({ experiment }) => findNumber(experiment.id))],
        ["text", experiments.map(({ experiment }) => experiment.id)],
        ["text", experiments.map(({ experiment }) => JSON.stringify(experiment))],
        ...metadataColumns.map(
          (name, index): Column => [
            name === "created_at" ? "bigint" : "text",
            experiments.map((stored) => metadataValues(stored)[index]),
          ],
        ),
      ]),
    )
  const created = experiments.map((stored) => ({ ...stored, experiment: stored.experiment.id }))
  insertInto("heads", ["experiment", "status", "restores", "accepted"], created)
  const members = experiments.flatMap(({ experiment: { id, population } }) =>
    population === undefined ? [] : [{ experiment: id, population }],
  )
  insertInto("members", ["experiment", "population"], members)
  list.push(...populationStatements(changes))
  for (const { experiment, metadata } of changes.metadata) {
    const labels = metadata.labels === undefined ? null : labelLines(metadata.labels)
    list.push({
      text: `UPDATE armistice.experiments SET name = coalesce($2, name), description = coalesce($3, description),
        labels = coalesce($4, labels), searched = NULL WHERE number = $1`,
      values: [findNumber(experiment), metadata.name ?? null, metadata.description ?? null, labels],
    })
  }
  for (const { experiment, status } of statuses) update("status = $2, version = version + 1", experiment, status)
  insert("decisions", changes.decisions)
  insert("rewards", changes.rewards)
  insert("observations", changes.observations)
  insert("metricValues", changes.metricValues)
  insert("metricObservations", changes.metricObservations)
  insert("discards", changes.discards)
  for (const { experiment, restores } of changes.discards)
    update("restores = greatest(restores, $2)", experiment, restores)
  insert("armChanges", changes.armChanges)
  insert("acceptances", changes.acceptances)
  for (const { experiment, restores } of changes.acceptances)
    update("accepted = greatest(accepted, $2)", experiment, restores)
  insert("subjects", changes.subjects, replaceSubject)
  if (erased.length > 0)
    list.push(
      fromArrays(
        "UPDATE armistice.decisions d SET subject = ''",
        [
          ["integer", erased.map(({ experiment }) => findNumber(experiment))],
          ["text", erased.map(({ subject }) => subject)],
        ],
        "AS gone (experiment, subject) WHERE d.experiment = gone.experiment AND d.subject = gone.subject",
      ),
    )
  const entries = ledger.map((entry) => ({ ...entry, number: entry.index, entry: JSON.stringify(publicEntry(entry)) }))
  insertInto("ledger", ["experiment", "number", "entry"], entries)
  const secrets = entries.filter(({ salt }) => salt !== "")
  insertInto("ledger_secrets", ["experiment", "number", "sequence", "salt"], secrets)
  insert("results", changes.results, "ON CONFLICT DO NOTHING")
  insert("currentResults", changes.currentResults, replaceCurrentResult)
  if (changes.currentResults.length > 0)
    list.push({
      text: `UPDATE armistice.experiments SET ${listedFrom("armistice.current_results s WHERE s.experiment = experiments.number")}
        WHERE number = ANY($1::integer[])`,
      values: [[...new Set(changes.currentResults.map(({ experiment }) => findNumber(experiment)))]],
    })
  for (const { experiment, level } of changes.attention)
    list.push({
      text: "UPDATE armistice.experiments SET attention = $2 WHERE number = $1",
      values: [findNumber(experiment), level],
    })
  for (const { experiment, at } of changes.retention)
    list.push({
      text: "UPDATE armistice.experiments SET retention_at = $2 WHERE number = $1",
      values: [findNumber(experiment), at],
    })
  insert("events", changes.events)
  for (const message of changes.messages) list.push(messageStatement(message))
  for (const { experiment } of changes.purged) list.push(noteStatement(experiment))
  for (const snapshot of changes.snapshots) {
    const { experiment, sequence, journal, swept, passed, counts, discarded, arms } = snapshot
    const { state, texts } = splitState(snapshot.state.split("\n"))
    list.push(...replaceTexts(findNumber(experiment), texts), {
      text: `UPDATE armistice.heads SET version = version + 1, sequence = $2, journal = $3, swept = $4, passed = $5, counts = $6,
        discarded = $7, arms = $8, state = $9 WHERE experiment = $1`,
      values: [findNumber(experiment), sequence, journal, swept, passed, counts, discarded, arms, state],
    })
  }
  // Last, because it takes a lock that others wait for.
  list.push(...activityStatements(changes.activity, findNumber))
  return list
}

/** "ARMT": under this advisory lock rows of activity become visible in their order. */
const activityLock = 0x41524d54

const nextNumber = "(SELECT coalesce(max(number), 0) + 1 FROM armistice.activity)"

function activityStatements(rows: readonly ActivityRow[], findNumber: (id: string) => number): SqlStatement[] {
  if (rows.length === 0) return []
  const list: SqlStatement[] = [{ text: "SELECT pg_advisory_xact_lock($1)", values: [activityLock] }]
  for (const { number = null, experiment, at, action, key, outcome, code, count } of rows) {
    const of = experiment === null ? null : findNumber(experiment)
    const values = [of, number, at, action, key.id, key.name, outcome, code, count]
    const insert = `INSERT INTO armistice.activity (experiment, number, at, action, key, name, outcome, code, count)
      SELECT $1::integer, coalesce($2::bigint, ${nextNumber}), $3::bigint, $4::text, $5::text, $6::text, $7::text, $8::text, $9::bigint`
    if (outcome === "done" || number !== null) list.push({ text: insert, values })
    else
      list.push({
        text: `WITH known AS (UPDATE armistice.activity SET count = count + $9::bigint,
          experiment = CASE WHEN experiment = $1::integer THEN experiment END, code = CASE WHEN code = $8::text THEN code END
          WHERE outcome = 'refused' AND key IS NOT DISTINCT FROM $5::text AND action = $4::text
          AND at >= $10::bigint AND at < $10::bigint + ${refusalMs} RETURNING number)
          ${insert} WHERE NOT EXISTS (SELECT FROM known)`,
        values: [...values, Math.floor(at / refusalMs) * refusalMs],
      })
  }
  return list
}

/** Statements of `session` for what both stores share. */
export const shareSql = (session: PostgresSession): SharedSql => ({
  schema: "armistice.",
  rows: (text, values) => session.rows(text, values),
  write: (statements, note) => session.write(...statements, ...noteStatements(note)),
  writeReturning: <Row>({ text, values }: SqlStatement, note: ActivityRow) =>
    session.writeAfter(async (client, list) => {
      const rows = (await client.query(text, values)).rows as Row[]
      if (rows.length > 0) list.push(...noteStatements(note))
      return rows
    }),
})

export const noteStatements = (note: ActivityRow | undefined): SqlStatement[] =>
  note === undefined ? [] : activityStatements([note], () => 0)

const insertMessage = `INSERT INTO armistice.webhook_deliveries (id, webhook, stream, type, at, data, state, tries, queued_at, next_at)
  SELECT $1::text, w.id, $2::text, $3::text, $4::bigint, $5::text, 'waiting', 0, $6::bigint, $6::bigint FROM armistice.webhooks w
  WHERE CASE WHEN $7::text IS NULL THEN w.events IS NULL OR position('"' || $3::text || '"' IN w.events) > 0 ELSE w.id = $7::text END
  ORDER BY w.created_at, w.id`

/** In the transaction of the change that it describes. */
export const messageStatement = (message: OutboxMessage): SqlStatement => {
  const { id, stream, type, at, data, queuedAt, webhook = null } = message
  return { text: insertMessage, values: [id, stream, type, at, data, queuedAt, webhook] }
}

/** The columns of a head that a transaction writes, beside its experiment; `at` only rises. */
const headColumns = {
  status: "text",
  sequence: "bigint",
  journal: "text",
  swept: "bigint",
  passed: "text",
  counts: "text",
  discarded: "bigint",
  arms: "text",
  state: "text",
} as const satisfies Partial<Record<keyof HeadRow, string>>
const headNames = Object.keys(headColumns) as (keyof typeof headColumns)[]
const updateHeads = `UPDATE armistice.heads h SET version = h.version + 1, at = greatest(h.at, n.at),
  sweep_at = coalesce(n.sweep_at, h.sweep_at), ${headNames.map((name) => `${name} = n.${name}`).join(", ")}`
const newHeads = `AS n (experiment, ${headNames.join(", ")}, at, sweep_at) WHERE h.experiment = n.experiment`

export function headStatement(heads: readonly HeadRow[], findNumber: (id: string) => number): SqlStatement {
  return fromArrays(
    updateHeads,
    [
      ["integer", heads.map(({ experiment }) => findNumber(experiment))],
      ...headNames.map((name): Column => [headColumns[name], heads.map((head) => head[name])]),
      ["bigint", heads.map(({ at }) => at)],
      ["bigint", heads.map(({ nextWindow }) => nextWindow)],
    ],
    newHeads,
  )
}

/** `text FROM (rows) end`. A column with one value for all rows is sent once. */
function fromArrays(text: string, columns: readonly Column[], end = ""): SqlStatement {
  const arrays: string[] = []
  const names: string[] = []
  const selected: string[] = []
  const values: unknown[] = []
  for (const [index, [type, column]] of columns.entries()) {
    const [first] = column
    const isConstant = index > 0 && column.length > 1 && column.every((value) => value === first)
    values.push(isConstant ? first : type === "text" ? textArray(column as (string | null)[]) : numberArray(column))
    const place = `$${values.length}::${type}`
    if (isConstant) selected.push(place)
    else {
      arrays.push(`${place}[]`)
      names.push(`c${index}`)
      selected.push(`c${index}`)
    }
  }
  const rows = `(SELECT ${selected.join(", ")} FROM unnest(${arrays.join(", ")}) AS u (${names.join(", ")}))`
  return { text: `${text} FROM ${rows} ${end.startsWith("AS") ? end : `AS r ${end}`}`, values }
}

// Arrays are written as text here, because the driver takes much longer to do it.
const numberArray = (values: readonly unknown[]): string => `{${values.map((value) => value ?? "NULL").join(",")}}`

const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? "NULL" : `"${quoted.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`)).join(",")}}`

const quoted = /["\\]/
