// Forgeries that need more than one change, or a right hash: each is found, and the first thing that does not fit is named.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { GdpFilter } from "@armistice/core"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"
import {
  entryHash,
  firstHash,
  type LedgerEntry,
  type PublicLedgerEntry,
  publicEntry,
  releaseOf,
  residualFields,
} from "./ledger-entry.ts"
import { verifyFile } from "./verify-file.ts"
import { type Verdict, verifyEntries, verifyStore } from "./verify-ledger.ts"

/** An honest store, played once for all tests that change a copy of it. */
let honest: { id: string; limit: number | null; entries: LedgerEntry[]; bytes: Buffer } | undefined

async function copyOfHonest() {
  if (honest === undefined) {
    const { service, store, path } = testService({ snapshotEvery: 50 })
    const { live } = await service.createExperiment(demo)
    const { id, limit } = live.experiment
    const asked = Array.from({ length: 100 }, (_, round) => [
      service.decide(id, { decisionId: `d${round}` }, "local"),
      service.reward(id, `d${round}`, round % 3 === 0 ? 1 : 0.25, "local"),
    ])
    await Promise.all(asked.flat())
    const entries = store.ledger(id, 0, 1000)
    service.close()
    honest = { id, limit, entries, bytes: readFileSync(path) }
  }
  const path = join(temporaryFolder(), "copy.db")
  writeFileSync(path, honest.bytes)
  return { ...honest, path }
}

async function tampered(sql: string | ((entries: readonly LedgerEntry[]) => string)): Promise<Verdict | undefined> {
  const { path, entries } = await copyOfHonest()
  const database = new DatabaseSync(path)
  database.exec(typeof sql === "string" ? sql : sql(entries))
  database.close()
  return verifyFile(path)[0]
}

test.each([
  [
    "an arm was changed",
    "UPDATE decisions SET arm = (arm + 1) % 3 WHERE sequence = 41",
    /^journal entry 41 must follow/,
  ],
  [
    "a commitment cannot be opened",
    "UPDATE ledger_secrets SET salt = 'x' WHERE number = 3",
    /^entry 3 must be committed/,
  ],
  [
    "an entry is put elsewhere in the journal",
    "UPDATE ledger_secrets SET sequence = sequence + 1 WHERE number = 3",
    /^entry 3 must be committed/,
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
    /^entry 3 must be committed/,
  ],
  [
    "a commitment and the state there: the first is named",
    (entries) =>
      `UPDATE ledger_secrets SET salt = 'x' WHERE number = 3; UPDATE snapshots SET sequence = ${entries[2]?.sequence}`,
    /^entry 3 must be committed/,
  ],
  [
    "the end of the journal is gone",
    (entries) =>
      `DELETE FROM decisions WHERE sequence >= ${entries.at(-1)?.sequence}; DELETE FROM observations WHERE sequence >= ${entries.at(-1)?.sequence}`,
    /^entry \d+ must follow from the journal/,
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
  expect(verifyEntries("e", null, [])).toEqual({
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

/** Honest entries under another name or limit, chained and hashed again. */
function chained(entries: readonly PublicLedgerEntry[], experiment: string, limit: number | null) {
  let previous = firstHash(experiment, limit)
  return entries.map((entry, place) => {
    const changed = { ...entry, index: place + 1, previous }
    const sealed = { ...changed, hash: entryHash(changed) }
    previous = sealed.hash
    return sealed
  })
}

test("entries of another experiment, off the chain, beyond the limit or where nothing is promised are found, with right hashes", async () => {
  const { id, limit, entries: written } = await copyOfHonest()
  const entries = written.map(publicEntry)
  expect(verifyEntries(id, limit, chained(entries, id, limit)).problem).toBeNull()
  expect(verifyEntries("e", limit, chained(entries, "e", limit))).toMatchObject({
    entry: 1,
    problem: expect.stringMatching(/^entry 1 must belong to e/),
  })
  expect(verifyEntries(id, limit, chained(entries, id, 7))).toMatchObject({
    entry: 1,
    problem: expect.stringMatching(/^entry 1 must be chained/),
  })
  expect(verifyEntries(id, null, chained(entries, id, null))).toMatchObject({
    entry: 1,
    problem: expect.stringMatching(/^entry 1 must not exist where nothing is promised/),
  })
  expect(verifyEntries(id, 0.1, chained(entries, id, 0.1))).toMatchObject({
    entry: 1,
    problem: expect.stringMatching(/^entry 1 must stay within the limit 0.1/),
  })
})

test("segments are counted apart", async () => {
  const { id, limit, entries: written } = await copyOfHonest()
  const filter = new GdpFilter(limit as number)
  const both = written.map(publicEntry).flatMap((entry) =>
    ["x", "y"].map((segment) => {
      filter.spend(`${segment}:`, [releaseOf(entry)])
      return { ...entry, segment, spent: filter.spent() }
    }),
  )
  expect(verifyEntries(id, limit, chained(both, id, limit))).toMatchObject({ problem: null, entries: both.length })
})

test("fields that only residual releases have are left out where there are none", () => {
  expect(Object.keys(residualFields({}))).toEqual([])
  expect(residualFields({ line: 0, carried: "0", deviation: "1", step: 0 })).toEqual({
    line: 0,
    carried: "0",
    deviation: "1",
    step: 0,
  })
})

test("every experiment of a store is verified once, also of more than a page of them", async () => {
  const { service, store } = testService()
  const made = await Promise.all(Array.from({ length: 201 }, () => service.createExperiment(demo)))
  const verdicts = [...verifyStore(store)]
  expect(verdicts.map(({ experiment }) => experiment).sort()).toEqual(made.map(({ live }) => live.experiment.id).sort())
})
