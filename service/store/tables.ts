// The tables of an experiment that both stores keep alike: their columns, and the order in which
// rows are read.

import { mostMetrics } from "../experiment.ts"
import type { CurrentResultRow, PublicEvent, ResultRow } from "./result-rows.ts"
import {
  type AcceptanceRow,
  type ArmChangeRow,
  type DecisionRow,
  type DiscardRow,
  type MetricObservationRow,
  type MetricValueRow,
  metricPlace,
  type ObservationRow,
  type RewardRow,
  type Slot,
  type SubjectRow,
} from "./rows.ts"

/** The rows of each table as they are read. */
export interface TableRows {
  readonly decisions: DecisionRow
  readonly rewards: RewardRow
  readonly observations: ObservationRow & Slot
  readonly metricValues: MetricValueRow
  readonly metricObservations: MetricObservationRow & Slot
  readonly discards: DiscardRow
  readonly acceptances: AcceptanceRow
  readonly armChanges: ArmChangeRow
  readonly subjects: SubjectRow
  readonly results: ResultRow
  readonly currentResults: CurrentResultRow
  readonly events: PublicEvent
}

export type TableName = keyof TableRows

/** Column types in Postgres by column name; all others are text. */
const types = {
  bigint: [
    "sequence",
    "decision",
    "pull",
    "at",
    "due",
    "restores",
    "accepted",
    "learned",
    "release",
    "number",
    "since",
    "horizon",
  ],
  integer: ["arm", "steps", "metric", "count", "leader", "next", "recommended", "fixed"],
  "double precision": ["eta", "difference", "low", "high"],
} as const

export type ColumnType = keyof typeof types | "text"

export const findType = (column: string): ColumnType =>
  (Object.keys(types) as (keyof typeof types)[]).find((type) => (types[type] as readonly string[]).includes(column)) ??
  "text"

export interface Table {
  readonly name: string
  /** `experiment` comes first. */
  readonly columns: readonly string[]
  /** The key of a row within its experiment, and the order of rows. */
  readonly order: readonly string[]
  /** Whether rows are read with the slot of their decision. */
  readonly hasSlot: boolean
}

function table<Row>(
  name: string,
  order: readonly (keyof Row & string)[],
  columns: readonly (keyof Row & string)[],
  hasSlot = false,
): Table {
  return { name, order, columns: ["experiment", ...columns], hasSlot }
}

export const tables: Readonly<Record<TableName, Table>> = {
  decisions: table<DecisionRow>(
    "decisions",
    ["sequence"],
    ["sequence", "id", "arm", "pull", "segment", "subject", "excluded", "context", "at", "due", "key", "noise"],
  ),
  rewards: table<RewardRow>("rewards", ["decision"], ["decision", "steps", "key", "at"]),
  observations: table<ObservationRow>(
    "observations",
    ["sequence"],
    ["sequence", "decision", "steps", "source", "noise"],
    true,
  ),
  metricValues: table<MetricValueRow>(
    "metric_values",
    ["decision", "metric"],
    ["decision", "metric", "steps", "key", "at"],
  ),
  metricObservations: table<MetricObservationRow>(
    "metric_observations",
    ["sequence"],
    ["sequence", "decision", "metric", "steps", "source", "noise"],
    true,
  ),
  discards: table<DiscardRow>("discards", ["sequence"], ["sequence", "restores"]),
  acceptances: table<AcceptanceRow>("acceptances", ["sequence"], ["sequence", "restores", "eta", "key", "at"]),
  armChanges: table<ArmChangeRow>(
    "arm_changes",
    ["sequence"],
    ["sequence", "kind", "arm", "name", "horizon", "cause", "metric", "segment", "reason", "key", "actor", "at"],
  ),
  subjects: table<SubjectRow>("subjects", ["subject"], ["subject", "learned", "arm", "since", "assigned"]),
  results: table<ResultRow>("results", ["release"], ["release", "segment", "at", "state", "leader", "body"]),
  currentResults: table<CurrentResultRow>(
    "current_results",
    ["segment"],
    [
      "segment",
      "release",
      "at",
      "state",
      "verdict",
      "leader",
      "next",
      "difference",
      "low",
      "high",
      "recommended",
      "fixed",
      "body",
    ],
  ),
  events: table<PublicEvent>("events", ["number"], ["number", "kind", "body"]),
}

/** The column by which rows of a table belong to a person: directly, or through a decision. */
export const findLink = (table: TableName): "subject" | "decision" | undefined =>
  (["subject", "decision"] as const).find((column) => tables[table].columns.includes(column))

/** The place of a row in the order of its table; for metric values `metricPlace`. */
export const getPlace = <Name extends TableName>(table: Name, row: TableRows[Name]): number | string =>
  table === "metricValues"
    ? metricPlace(row as MetricValueRow)
    : ((row as unknown as Record<string, number | string>)[tables[table].order[0] ?? ""] as number | string)

/** The same as values of the columns it is ordered by. */
export const placeValues = (table: TableName, place: number | string): (number | string)[] =>
  table === "metricValues" ? [Math.floor(Number(place) / mostMetrics), Number(place) % mostMetrics] : [place]

/** The column names of the rows as they are read. */
export const columnsRead = ({ columns, hasSlot }: Table): readonly string[] =>
  hasSlot ? [...columns, "segment", "arm", "pull", "context"] : columns

/** By table, rows of an experiment after one of them; `selected`: columns of `r`. */
export function afterStatements(
  schema: string,
  selected: (table: Table) => string,
  place: (index: number) => string,
): Readonly<Record<TableName, string>> {
  const slot = `JOIN ${schema}decisions d ON d.experiment = r.experiment AND d.sequence = r.decision`
  const statement = (table: Table): string => {
    const { name, order, hasSlot } = table
    const orderColumns = order.map((column) => `r.${column}`).join(", ")
    const after = order.map((_, index) => place(index + 2)).join(", ")
    return `SELECT ${selected(table)}${hasSlot ? ", d.segment, d.arm, d.pull, d.context" : ""} FROM ${schema}${name} r ${hasSlot ? slot : ""}
      WHERE r.experiment = ${place(1)} AND (${orderColumns}) > (${after}) ORDER BY ${orderColumns} LIMIT ${place(order.length + 2)}`
  }
  return Object.fromEntries(Object.entries(tables).map(([table, its]) => [table, statement(its)])) as Record<
    TableName,
    string
  >
}
