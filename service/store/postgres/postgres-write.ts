// A group's changes as set-based statements: one per table that changes, each taking its rows as arrays.

import { type LedgerEntry, publicEntry } from "../../ledger/ledger-entry.ts"
import type { Changes } from "../store.ts"

export interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** The head of an experiment as a transaction leaves it. */
export interface HeadRow {
  readonly experiment: string
  readonly status: string
  readonly sequence: number
  readonly journal: string
  readonly swept: number
  readonly discarded: number
  readonly state: string
  readonly at: number
  /** When windows are to be looked at next; null: as before. */
  readonly nextWindow: number | null
}

type Column = readonly [type: string, values: readonly unknown[]]

/** `numberOf`: an experiment's number by its id. */
export function writeStatements(changes: Changes, numberOf: (id: string) => number): Statement[] {
  const list: Statement[] = []
  const add = (rows: readonly unknown[], text: string, columns: () => readonly Column[], end = "") => {
    if (rows.length > 0) list.push(fromArrays(text, columns(), end))
  }
  const { experiments, statuses, decisions, rewards, observations, discards, leases, subjects, ledger, events } =
    changes
  const { acceptances, erased } = changes
  add(experiments, "INSERT INTO armistice.experiments (number, id, definition) SELECT *", () => [
    ["integer", experiments.map(({ experiment }) => numberOf(experiment.id))],
    ["text", experiments.map(({ experiment }) => experiment.id)],
    ["text", experiments.map(({ experiment }) => JSON.stringify(experiment))],
  ])
  add(experiments, "INSERT INTO armistice.heads (experiment, status, restores, accepted) SELECT *", () => [
    ["integer", experiments.map(({ experiment }) => numberOf(experiment.id))],
    ["text", experiments.map(({ status }) => status)],
    ["bigint", experiments.map(({ restores }) => restores)],
    ["bigint", experiments.map(({ accepted }) => accepted)],
  ])
  for (const { experiment, status } of statuses)
    list.push({
      text: "UPDATE armistice.heads SET status = $2, version = version + 1 WHERE experiment = $1",
      values: [numberOf(experiment), status],
    })
  const numbers = (rows: readonly { readonly experiment: string }[]): Column => [
    "integer",
    rows.map(({ experiment }) => numberOf(experiment)),
  ]
  add(
    decisions,
    "INSERT INTO armistice.decisions (experiment, sequence, at, due, pull, arm, id, segment, subject, excluded, key, noise) SELECT *",
    () => [
      numbers(decisions),
      ["bigint", decisions.map(({ sequence }) => sequence)],
      ["bigint", decisions.map(({ at }) => at)],
      ["bigint", decisions.map(({ due }) => due)],
      ["bigint", decisions.map(({ pull }) => pull)],
      ["integer", decisions.map(({ arm }) => arm)],
      ["text", decisions.map(({ id }) => id)],
      ["text", decisions.map(({ segment }) => segment)],
      ["text", decisions.map(({ subject }) => subject)],
      ["text", decisions.map(({ excluded }) => excluded)],
      ["text", decisions.map(({ key }) => key)],
      ["text", decisions.map(({ noise }) => noise)],
    ],
  )
  add(rewards, "INSERT INTO armistice.rewards (experiment, decision, at, steps, key) SELECT *", () => [
    numbers(rewards),
    ["bigint", rewards.map(({ decision }) => decision)],
    ["bigint", rewards.map(({ at }) => at)],
    ["integer", rewards.map(({ steps }) => steps)],
    ["text", rewards.map(({ key }) => key)],
  ])
  add(
    observations,
    "INSERT INTO armistice.observations (experiment, sequence, decision, steps, source, noise) SELECT *",
    () => [
      numbers(observations),
      ["bigint", observations.map(({ sequence }) => sequence)],
      ["bigint", observations.map(({ decision }) => decision)],
      ["integer", observations.map(({ steps }) => steps)],
      ["text", observations.map(({ source }) => source)],
      ["text", observations.map(({ noise }) => noise)],
    ],
  )
  add(discards, "INSERT INTO armistice.discards (experiment, sequence, restores) SELECT *", () => [
    numbers(discards),
    ["bigint", discards.map(({ sequence }) => sequence)],
    ["bigint", discards.map(({ restores }) => restores)],
  ])
  for (const { experiment, restores } of discards)
    list.push({
      text: "UPDATE armistice.heads SET restores = greatest(restores, $2) WHERE experiment = $1",
      values: [numberOf(experiment), restores],
    })
  for (const { experiment, sequence, restores, eta, key, at } of acceptances) {
    const number = numberOf(experiment)
    list.push(
      {
        text: "INSERT INTO armistice.acceptances (experiment, sequence, restores, eta, key, at) VALUES ($1, $2, $3, $4, $5, $6)",
        values: [number, sequence, restores, eta, key, at],
      },
      {
        text: "UPDATE armistice.heads SET accepted = greatest(accepted, $2) WHERE experiment = $1",
        values: [number, restores],
      },
    )
  }
  add(
    leases,
    "INSERT INTO armistice.leases (experiment, sequence, count, segment, arm, pull, at, until, due) SELECT *",
    () => [
      numbers(leases),
      ["bigint", leases.map(({ sequence }) => sequence)],
      ["integer", leases.map(({ count }) => count)],
      ["text", leases.map(({ segment }) => segment)],
      ["integer", leases.map(({ arm }) => arm)],
      ["bigint", leases.map(({ pull }) => pull)],
      ["bigint", leases.map(({ at }) => at)],
      ["bigint", leases.map(({ until }) => until)],
      ["bigint", leases.map(({ due }) => due)],
    ],
  )
  add(
    subjects,
    "INSERT INTO armistice.subjects (experiment, subject, learned, arm) SELECT *",
    () => [
      numbers(subjects),
      ["text", subjects.map(({ subject }) => subject)],
      ["bigint", subjects.map(({ learned }) => learned)],
      ["integer", subjects.map(({ arm }) => arm)],
    ],
    "ON CONFLICT (experiment, subject) DO UPDATE SET learned = excluded.learned, arm = excluded.arm",
  )
  add(
    erased,
    "UPDATE armistice.decisions d SET subject = ''",
    () => [numbers(erased), ["text", erased.map(({ subject }) => subject)]],
    "AS gone (experiment, subject) WHERE d.experiment = gone.experiment AND d.subject = gone.subject",
  )
  if (ledger.length > 0) list.push(...ledgerStatements(ledger, numbers(ledger)))
  add(events, "INSERT INTO armistice.events (experiment, number, kind, body) SELECT *", () => [
    numbers(events),
    ["bigint", events.map(({ number }) => number)],
    ["text", events.map(({ kind }) => kind)],
    ["text", events.map(({ body }) => body)],
  ])
  for (const { experiment, sequence, journal, swept, discarded, state } of changes.snapshots)
    list.push({
      text: "UPDATE armistice.heads SET version = version + 1, sequence = $2, journal = $3, swept = $4, discarded = $5, state = $6 WHERE experiment = $1",
      values: [numberOf(experiment), sequence, journal, swept, discarded, state],
    })
  return list
}

function ledgerStatements(ledger: readonly LedgerEntry[], numbers: Column): Statement[] {
  const index: Column = ["bigint", ledger.map((entry) => entry.index)]
  return [
    fromArrays("INSERT INTO armistice.ledger (experiment, number, entry) SELECT *", [
      numbers,
      index,
      ["text", ledger.map((entry) => JSON.stringify(publicEntry(entry)))],
    ]),
    fromArrays("INSERT INTO armistice.ledger_secrets (experiment, number, sequence, salt) SELECT *", [
      numbers,
      index,
      ["bigint", ledger.map(({ sequence }) => sequence)],
      ["text", ledger.map(({ salt }) => salt)],
    ]),
  ]
}

export function headStatement(heads: readonly HeadRow[], numberOf: (id: string) => number): Statement {
  return fromArrays(
    `UPDATE armistice.heads h SET version = h.version + 1, status = n.status, sequence = n.sequence, journal = n.journal,
     swept = n.swept, discarded = n.discarded, state = n.state, at = greatest(h.at, n.at), sweep_at = coalesce(n.sweep_at, h.sweep_at)`,
    [
      ["integer", heads.map(({ experiment }) => numberOf(experiment))],
      ["text", heads.map(({ status }) => status)],
      ["bigint", heads.map(({ sequence }) => sequence)],
      ["text", heads.map(({ journal }) => journal)],
      ["bigint", heads.map(({ swept }) => swept)],
      ["bigint", heads.map(({ discarded }) => discarded)],
      ["text", heads.map(({ state }) => state)],
      ["bigint", heads.map(({ at }) => at)],
      ["bigint", heads.map(({ nextWindow }) => nextWindow)],
    ],
    `AS n (experiment, status, sequence, journal, swept, discarded, state, at, sweep_at) WHERE h.experiment = n.experiment`,
  )
}

/** `text FROM (rows) end`. A column with one value for all rows is sent once; most are like that in a group of one experiment. */
function fromArrays(text: string, columns: readonly Column[], end = ""): Statement {
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

// Written here because they take much less time than the driver's own way.
const numberArray = (values: readonly unknown[]): string => `{${values.map((value) => value ?? "NULL").join(",")}}`

const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? "NULL" : `"${quoted.test(value) ? value.replace(/["\\]/g, "\\$&") : value}"`)).join(",")}}`

const quoted = /["\\]/
