// Forgeries that need more than one change, or a right hash: each is found, and the first thing
// that does not fit is named.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"
import { firstHash, type LedgerEntry } from "./ledger-entry.ts"
import { verifyFile } from "./verify-file.ts"
import { type Verdict, verifyPublic, verifyStore } from "./verify-ledger.ts"

/** An honest store, played once for all tests that change a copy of it. */
let honest: { id: string; limit: number | null; entries: LedgerEntry[]; bytes: Buffer } | undefined

async function copyHonestLedger() {
  if (honest === undefined) {
    const { service, store, path } = await testService({ snapshotEvery: 50 })
    const { live } = await service.createExperiment(demo)
    const { id, limit } = live.experiment
    const asked = Array.from({ length: 100 }, (_, round) => [
      service.decide(id, { decisionId: `d${round}` }, "local"),
      service.reward(id, `d${round}`, round % 3 === 0 ? 1 : 0.25, "local"),
    ])
    await Promise.all(asked.flat())
    const entries = store.ledger(id, 0, 1000)
    await service.close()
    honest = { id, limit, entries, bytes: readFileSync(path) }
  }
  const path = join(temporaryFolder(), "copy.db")
  writeFileSync(path, honest.bytes)
  return { ...honest, path }
}

async function tampered(sql: string | ((entries: readonly LedgerEntry[]) => string)): Promise<Verdict | undefined> {
  const { path, entries } = await copyHonestLedger()
  const database = new DatabaseSync(path)
  database.exec(typeof sql === "string" ? sql : sql(entries))
  database.close()
  return (await verifyFile(path))[0]
}

test.each([
  [
    "an arm was changed",
    "UPDATE decisions SET arm = (arm + 1) % 3 WHERE sequence = 41",
    /^journal entry 41 does not follow/,
  ],
  [
    "a commitment cannot be opened",
    "UPDATE ledger_secrets SET salt = 'x' WHERE number = 3",
    /^entry 3 is committed to another journal/,
  ],
  [
    "an entry is put elsewhere in the journal",
    "UPDATE ledger_secrets SET sequence = sequence + 1 WHERE number = 3",
    /^entry 3 is committed to another journal/,
  ],
  ["restores are made up", "UPDATE experiments SET restores = 1", /^the journal must have the experiment's restores/],
  [
    "an acceptance is made up",
    "UPDATE experiments SET accepted = 1",
    /^the journal must have the experiment's restores/,
  ],
  [
    "a commitment and a restore: the first is named",
    "UPDATE ledger_secrets SET salt = 'x' WHERE number = 3; UPDATE experiments SET restores = 1",
    /^entry 3 is committed to another journal/,
  ],
  [
    "a commitment and the state there: the first is named",
    (entries) =>
      `UPDATE ledger_secrets SET salt = 'x' WHERE number = 3; UPDATE snapshots SET sequence = ${entries[2]?.sequence}`,
    /^entry 3 is committed to another journal/,
  ],
  [
    "the end of the journal is gone",
    (entries) =>
      `DELETE FROM decisions WHERE sequence >= ${entries.at(-1)?.sequence}; DELETE FROM observations WHERE sequence >= ${entries.at(-1)?.sequence}`,
    /^entry \d+ does not follow from the journal/,
  ],
] as [string, string | ((entries: readonly LedgerEntry[]) => string), RegExp][])(
  "found: %s",
  async (_what, sql, problem) => {
    const found = await tampered(sql)
    expect(found?.problem).toMatch(problem)
    const [, number] = /^entry (\d+)/.exec(found?.problem ?? "") ?? []
    expect(found?.entry).toBe(number === undefined ? null : Number(number))
  },
)

test("a store without a snapshot verifies by its journal alone, and where nothing is promised nothing is spent", async () => {
  const verdict = await tampered("DELETE FROM snapshots")
  expect(verdict).toMatchObject({ problem: null, entry: null, journal: 200 })
  expect(verifyPublic({ experiment: "e", limit: null, entries: [] })).toEqual({
    experiment: "e",
    entries: 0,
    head: firstHash("e", null),
    spent: null,
    limit: null,
    journal: null,
    problem: null,
    entry: null,
  })
})

test("every experiment of a store is verified once, also of more than a page of them", async () => {
  const { service, store } = await testService()
  const made = await Promise.all(Array.from({ length: 201 }, () => service.createExperiment(demo)))
  const verdicts = await verifyStore(store)
  expect(verdicts.map(({ experiment }) => experiment).sort()).toEqual(made.map(({ live }) => live.experiment.id).sort())
})
