// How both stores keep rows of some kinds: each field in a column of the same name in snake case,
// and lists as JSON.

import type { SessionRow } from "../sign-in/session.ts"
import type { DeliveryRow, WebhookRow } from "../webhooks/outbox.ts"
import type { KeyRow, PopulationRow } from "./rows.ts"

export type SqlValue = string | number | null

interface ColumnNames {
  readonly names: readonly string[]
}

interface RowColumns<Row> extends ColumnNames {
  /** The columns of a table under the names of their fields, for SELECT. */
  select(table: string): string
  /** The columns of the fields that a change has, with their values. */
  assign(change: { readonly [Field in keyof Row]?: Row[Field] | undefined }): [name: string, value: SqlValue][]
  /** In the order of `names`. */
  values(row: Row): SqlValue[]
  /** A row that was selected with `select`. */
  read(selected: Row): Row
}

interface Exceptions<Field> {
  /** Fields that are lists. */
  readonly lists?: readonly Field[]
  /** Columns of fields whose names are words of SQL. */
  readonly renamed?: Readonly<Record<string, string>>
}

function mapColumns<Row extends object>(
  fields: readonly (keyof Row & string)[],
  { lists = [], renamed = {} }: Exceptions<keyof Row & string> = {},
): RowColumns<Row> {
  const names = fields.map((field) => renamed[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  const store = (field: keyof Row & string, value: unknown): SqlValue =>
    (lists.includes(field) && value !== null ? JSON.stringify(value) : value) as SqlValue
  return {
    names,
    select: (table) => fields.map((field, index) => `${table}.${names[index]} AS "${field}"`).join(", "),
    assign: (change) =>
      fields.flatMap((field, index) => {
        const value = change[field]
        return value === undefined ? [] : [[names[index] as string, store(field, value)]]
      }),
    values: (row) => fields.map((field) => store(field, row[field])),
    read: (selected) => {
      const parsed = lists.map((field) => [field, JSON.parse((selected[field] ?? "null") as string)] as const)
      return parsed.length === 0 ? selected : { ...selected, ...Object.fromEntries(parsed) }
    },
  }
}

/** Without the day of the last use, which is in a table of its own. */
export const keyColumns = mapColumns<Omit<KeyRow, "usedOn">>(
  [
    "id",
    "name",
    "role",
    "hash",
    "experiments",
    "createdAt",
    "expiresAt",
    "revokedAt",
    "lineage",
    "createdBy",
    "revokedBy",
    "requestsPerSecond",
  ],
  { lists: ["experiments"] },
)

export const populationColumns = mapColumns<PopulationRow>(
  ["name", "limit", "highest", "createdAt", "restoresBefore", "restores", "accepted", "subjectNormalisation"],
  { renamed: { limit: "eta_limit" } },
)

export const sessionColumns = mapColumns<SessionRow>(
  ["hash", "person", "name", "provider", "values", "expiresAt", "usedAt"],
  { lists: ["values"], renamed: { values: "claim_values" } },
)

export const webhookColumns = mapColumns<WebhookRow>(["id", "name", "url", "format", "events", "createdAt"], {
  lists: ["events"],
})

export const deliveryColumns = mapColumns<DeliveryRow>([
  "number",
  "id",
  "webhook",
  "stream",
  "type",
  "at",
  "data",
  "state",
  "tries",
  "queuedAt",
  "nextAt",
  "lastAt",
  "status",
  "problem",
])

/** A key with the day of its last use. */
export interface SelectedKey extends Omit<KeyRow, "usedOn"> {
  readonly day: string | null
}

export const keysSql = (schema: string): string =>
  `SELECT ${keyColumns.select("k")}, u.day FROM ${schema}keys k LEFT JOIN ${schema}key_uses u ON u.key = k.id
  ORDER BY k.created_at, k.id`

export function readKey({ day, ...selected }: SelectedKey): KeyRow {
  const key = keyColumns.read(selected)
  return day === null ? key : { ...key, usedOn: day }
}

/** Replaces the other columns of a row with the same id. */
export const replaceById = ({ names }: ColumnNames): string =>
  `ON CONFLICT (id) DO UPDATE SET ${names
    .slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(", ")}`

/** $1, $2 and so on, one for each column. */
export const places = ({ names }: ColumnNames): string => names.map((_, index) => `$${index + 1}`).join(", ")
