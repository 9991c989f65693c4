// Journals as they are read: one order of all kinds, each observation with the slot of its
// decision, however long ago that was.

import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { openSqliteStore, type SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { demo, testService } from "../testing/test-service.ts"
import type { JournalEntry } from "./journal-entry.ts"
import { journalAfter } from "./read-journal.ts"

/** A store whose journal is what these statements put there. */
async function written(sql: string): Promise<SqliteStore> {
  const { service, store, path } = await testService()
  await service.createExperiment(demo)
  await service.close()
  store.close()
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return openSqliteStore(path, { readOnly: true })
}

const listEntries = (store: SqliteStore, from: number) =>
  [...journalAfter(store, "e", from)].map(({ kind, row }) => `${kind} ${row.sequence}`)

const selectDecisions = (sequences: string, more = "sequence % 3, sequence * 10, 's' || (sequence % 2)") =>
  `INSERT INTO decisions (experiment, sequence, id, arm, pull, segment, excluded, at, due, key)
   SELECT 'e', sequence, 'd' || sequence, ${more}, '', 5, 9, 'k' FROM (${sequences})`
const list = (sequences: readonly number[]) => `SELECT value AS sequence FROM json_each('${JSON.stringify(sequences)}')`
const observation = (sequence: number, decision: number) =>
  `INSERT INTO observations VALUES ('e', ${sequence}, ${decision}, 7, 'caller', '[${sequence}]')`

test("the journal is one order of all kinds", async () => {
  const store = await written(
    [
      selectDecisions(list([1, 2, 6, 7, 9])),
      observation(3, 1),
      observation(10, 2),
      ...[11, 12, 13].map(
        (sequence, metric) =>
          `INSERT INTO metric_observations VALUES ('e', ${sequence}, 9, ${metric}, 7, 'default', NULL)`,
      ),
      "INSERT INTO discards VALUES ('e', 4, 1)",
      "INSERT INTO acceptances VALUES ('e', 5, 1, 2, 'k', 1)",
      "INSERT INTO arm_changes VALUES ('e', 8, 'stop', 1, NULL, NULL, 'person', NULL, NULL, 'why', 'k', 'ops', 1)",
      // An entry of another experiment.
      "INSERT INTO discards VALUES ('f', 8, 1)",
    ].join(";"),
  )
  const all = [
    ...["decision 1", "decision 2", "observation 3", "discard 4", "acceptance 5", "decision 6", "decision 7"],
    ...["armChange 8", "decision 9", "observation 10", "metric 11", "metric 12", "metric 13"],
  ]
  expect(listEntries(store, 0)).toEqual(all)
  expect(listEntries(store, 4)).toEqual(all.slice(4))
  expect(listEntries(store, 13)).toEqual([])
  const rows = [...journalAfter(store, "e", 0)].map(({ row }) => row)
  expect(rows[0]).toEqual({
    context: null,
    sequence: 1,
    arm: 1,
    pull: 10,
    segment: "s1",
    excluded: "",
    at: 5,
    noise: null,
  })
  const slot = { segment: "s1", arm: 1, pull: 10, context: null }
  expect(rows[2]).toEqual({ sequence: 3, decision: 1, steps: 7, source: "caller", noise: "[3]", ...slot })
  const ninth = { segment: "s1", arm: 0, pull: 90, context: null }
  expect(rows[11]).toEqual({ sequence: 12, decision: 9, metric: 1, steps: 7, source: "default", noise: null, ...ninth })
  // A reader that begins in the middle has seen no decision.
  expect([...journalAfter(store, "e", 9)].map(({ row }) => row)).toEqual(rows.slice(9))
  store.close()
})

test("pages and what is remembered of decisions have ends, and the slots beyond are those of the store", async () => {
  // 70,000 decisions, then rewards of the oldest, the newest and one that shares its place with a
  // later decision, over several pages.
  const count = 70_000
  const rewarded = [...Array.from({ length: 1500 }, (_, index) => index + 1), 65_537, count, 4000]
  const store = await written(
    [
      selectDecisions(
        `WITH RECURSIVE n(sequence) AS (SELECT 1 UNION ALL SELECT sequence + 1 FROM n WHERE sequence < ${count}) SELECT * FROM n`,
      ),
      ...rewarded.map((decision, index) => observation(count + 1 + index, decision)),
    ].join(";"),
  )
  const isObservation = (entry: JournalEntry) => entry.kind === "observation"
  const slots = [...journalAfter(store, "e", 0)].filter(isObservation).map(({ row: { decision, ...row } }) => {
    return { decision, segment: row.segment, arm: row.arm, pull: row.pull }
  })
  expect(slots).toEqual(
    rewarded.map((decision) => {
      return { decision, segment: `s${decision % 2}`, arm: decision % 3, pull: decision * 10 }
    }),
  )
  store.close()
})

test("an observation without its decision is no entry, one of a later decision has its slot, one that is not learned from has no pull", async () => {
  const store = await written(
    [
      selectDecisions(list([1, 4])),
      selectDecisions(list([5]), "1, NULL, ''"),
      observation(2, 99),
      observation(3, 4),
      observation(6, 5),
    ].join(";"),
  )
  expect(listEntries(store, 0)).toEqual(["decision 1", "observation 3", "decision 4", "decision 5", "observation 6"])
  const rows = [...journalAfter(store, "e", 0)].map(({ row }) => row)
  expect(rows[1]).toMatchObject({ decision: 4, segment: "s0", arm: 1, pull: 40 })
  expect(rows[4]).toMatchObject({ decision: 5, segment: "", arm: 1, pull: null })
  store.close()
})
