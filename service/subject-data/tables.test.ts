// Each table of the stores is known to be about people or not, so that a new one is not forgotten
// in access requests.

import { expect, test } from "vitest"
import { postgresMigrations } from "../store/postgres/postgres-schema.ts"
import { migrations as sqlite } from "../store/sqlite/sqlite-schema.ts"
import { findLink, type TableName, tables } from "../store/tables.ts"

/** Rows belong to a person by a column of their own, or through a decision. */
const aboutPeople = [
  "decisions",
  "metric_observations",
  "metric_values",
  "observations",
  "reservations",
  "rewards",
  "subjects",
]

const aboutNobody = [
  "acceptances",
  "activity",
  "arm_changes",
  "current_results",
  "discards",
  "events",
  "experiments",
  "heads",
  "identity",
  "key_uses",
  "keys",
  "ledger",
  "ledger_secrets",
  "members",
  "populations",
  "properties",
  "replicas",
  "results",
  // Sessions belong to people who operate the service, not to subjects.
  "sessions",
  "snapshots",
  "state_texts",
  "used_logins",
  "webhook_deliveries",
  "webhooks",
]

/** Columns by table; partitions repeat those of their table. */
function readTables(sql: string): Map<string, string> {
  const found = sql.matchAll(/CREATE TABLE (?:armistice\.)?(\w+) \(([^;]*)/g)
  return new Map([...found].map(([, name = "", columns = ""]) => [name, columns]))
}

test("access requests know every table of both stores", () => {
  const all = new Map([
    ...readTables(sqlite.join(";")),
    ...readTables(postgresMigrations.map(({ sql }) => sql).join(";")),
  ])
  expect([...all.keys()].sort()).toEqual([...aboutPeople, ...aboutNobody].sort())
  const hasPerson = [...all].filter(([, columns]) => /\b(subject|person|decision) /.test(columns)).map(([name]) => name)
  expect(hasPerson.sort()).toEqual([...aboutPeople, "sessions"].sort())
})

test("all tables about people are searched by their column", () => {
  const searched = (Object.keys(tables) as TableName[]).filter((table) => findLink(table) !== undefined)
  // Reservations have a hash of their own, by population.
  expect([...searched.map((table) => tables[table].name), "reservations"].sort()).toEqual(aboutPeople)
})
