// A ledger that was tampered with, anywhere, is found out, and the first entry that does not fit is
// named.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { GdpFilter } from "@armistice/core"
import { type PublicLedgerEntry, readRelease } from "@armistice/core/ledger"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import type { Service } from "../service.ts"
import { journalTaken } from "../store/store-properties.ts"
import { demo, temporaryFolder, testServer, testService } from "../testing/test-service.ts"
import { firstHash, hashEntry, type LedgerEntry, publicEntry } from "./ledger-entry.ts"
import { verifyFile } from "./verify-file.ts"
import { type Verdict, verifyPublic } from "./verify-ledger.ts"

async function played(service: Service, request: object = demo): Promise<string> {
  const { live } = await service.createExperiment(request as never)
  const { id } = live.experiment
  const asked: Promise<unknown>[] = []
  for (let round = 0; round < 300; round++) {
    asked.push(service.decide(id, { decisionId: `d${round}` }, "local"))
    asked.push(service.reward(id, `d${round}`, round % 3 === 0 ? 1 : 0.25, "local"))
  }
  await Promise.all(asked)
  return id
}

const requests = [
  demo,
  {
    name: "draws",
    arms: ["a", "b"],
    horizon: 5000,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "dp-ts-ucb", alpha: 1 },
  },
  {
    name: "pure",
    arms: ["a", "b"],
    horizon: 5000,
    answers: "all" as const,
    privacy: { epsilon: 1 },
    missing: "ignore" as const,
  },
  {
    name: "none",
    arms: ["a", "b"],
    horizon: 5000,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "ucb1" },
    acceptWeakPrivacy: true,
  },
]

test.each(requests)("an honest ledger verifies, with its journal and without: $name", async (request) => {
  const { service, path } = await testService({ snapshotEvery: 50 })
  const id = await played(service, request)
  await service.close()
  const [verdict] = await verifyFile(path)
  expect(verdict).toMatchObject({ experiment: id, problem: null, journal: 600 })
  if (verdict?.limit !== null) {
    expect(verdict?.entries).toBeGreaterThan(3)
    expect(verdict?.spent).toBeGreaterThan(0)
    expect(verdict?.spent).toBeLessThanOrEqual(verdict?.limit ?? 0)
  }
})

/** An honest store, played once for all tests that change a copy of it. */
let honest: { id: string; limit: number | null; entries: LedgerEntry[]; bytes: Buffer } | undefined

async function copyHonestLedger() {
  if (honest === undefined) {
    const { service, store, path } = await testService({ snapshotEvery: 50 })
    const id = await played(service)
    const { limit } = service.live(id).experiment
    const entries = store.ledger(id, 0, 1000)
    await service.close()
    honest = { id, limit, entries, bytes: readFileSync(path) }
  }
  const path = join(temporaryFolder(), "copy.db")
  writeFileSync(path, honest.bytes)
  return { ...honest, path }
}

/** A store with one thing changed by someone who can write to the file. */
async function tampered(sql: string): Promise<Verdict | undefined> {
  const { path } = await copyHonestLedger()
  const database = new DatabaseSync(path)
  database.exec("DROP TRIGGER ledger_is_append_only; DROP TRIGGER ledger_keeps_all")
  database.exec(sql)
  database.close()
  return (await verifyFile(path))[0]
}

test.each([
  ["the stored state goes on from another journal", "UPDATE snapshots SET journal = 'x'", /^the stored state after/],
  ["slots are declared discarded", "UPDATE snapshots SET discarded = 7", /^the stored state after/],
  ["a state is put before the journal", "UPDATE snapshots SET sequence = 0", /^the stored state after journal entry 0/],
  [
    "a state is put behind the journal",
    "UPDATE snapshots SET sequence = 601",
    /^the stored state belongs to entry 601, which the journal does not have/,
  ],
  [
    "an entry says less was lost",
    "UPDATE ledger SET entry = json_set(entry, '$.eta', 0.5) WHERE number = 3",
    /^entry 3 must have the hash/,
  ],
  ["an entry is gone", "DELETE FROM ledger WHERE number = 3", /^entry 3 must come next, got 4/],
  [
    "the last entry is gone",
    "DELETE FROM ledger WHERE number = (SELECT max(number) FROM ledger)",
    /^entry \d+ is missing: it records a release/,
  ],
  ["a reward was changed", "UPDATE observations SET steps = 0 WHERE sequence = 2", /is committed to another journal/],
  [
    "noise was changed",
    "UPDATE observations SET noise = replace(noise, '\"]', '1\"]') WHERE noise LIKE '%\"]'",
    /is committed to another journal|does not follow/,
  ],
  ["an arm was changed", "UPDATE decisions SET arm = (arm + 1) % 3 WHERE sequence = 41", /does not follow from/],
  ["a decision is gone", "DELETE FROM decisions WHERE sequence = 41", /does not follow from|must come next/],
  [
    "the stored state was changed",
    "UPDATE snapshots SET state = json_set(state, '$.\"\".state.round', 7)",
    /stored state after journal entry \d+ does not follow from the events/,
  ],
])("found: %s", async (_what, sql, problem) => {
  const found = await tampered(sql)
  expect(found?.problem).toMatch(problem)
  // The entry it is about is named where there is one.
  const [, number] = /^entry (\d+)/.exec(found?.problem ?? "") ?? []
  expect(found?.entry).toBe(number === undefined ? null : Number(number))
})

test("where the journal was taken out, the public part is all that is verified", async () => {
  const { id, path, entries } = await copyHonestLedger()
  const database = new DatabaseSync(path)
  database.exec(`INSERT INTO properties VALUES ('${journalTaken(id)}', 'taken')`)
  database.exec("DELETE FROM decisions; DELETE FROM observations")
  database.close()
  expect(await verifyFile(path)).toMatchObject([{ entries: entries.length, problem: null, entry: null, journal: null }])
})

test("a chain rewritten with right hashes is found by its commitments and its spend", async () => {
  const { path, entries } = await copyHonestLedger()
  const first = entries[0] as (typeof entries)[0]
  const database = new DatabaseSync(path)
  database.exec("DROP TRIGGER ledger_is_append_only")
  let previous = first.previous
  for (const { sequence: _sequence, salt: _salt, ...entry } of entries) {
    const changed: PublicLedgerEntry = { ...entry, previous, at: entry.at + 1, commitment: "forged" }
    const sealed = { ...changed, hash: hashEntry(changed) }
    previous = sealed.hash
    database.prepare("UPDATE ledger SET entry = ? WHERE number = ?").run(JSON.stringify(sealed), entry.index)
  }
  database.close()
  expect((await verifyFile(path))[0]).toMatchObject({
    problem: expect.stringMatching(/^entry 1 is committed to another journal/),
    entry: 1,
  })
})

test("an exported ledger verifies by itself, and a changed line is named", async () => {
  const { call, service } = await testServer()
  const id = await played(service)
  const text = (await call("GET", `/v1/experiments/${id}/export?record=ledger`)).text
  expect(text).not.toMatch(/salt|sequence|noise|steps/)
  const file = join(temporaryFolder(), "ledger.ndjson")
  writeFileSync(file, text)
  expect(await verifyFile(file)).toMatchObject([{ problem: null, journal: null }])
  const lines = text.trim().split("\n")
  writeFileSync(
    file,
    [...lines.slice(0, 4), lines[4]?.replace(/"count":\d+/, '"count":1000'), ...lines.slice(5)].join("\n"),
  )
  expect(await verifyFile(file)).toMatchObject([
    { entry: 4, problem: expect.stringMatching(/^entry 4 must have the hash/) },
  ])
  writeFileSync(file, [lines[0]?.replace(/"limit":[^,]+/, '"limit":5'), ...lines.slice(1)].join("\n"))
  expect((await verifyFile(file))[0]?.problem).toMatch(/chained|start/)
})

/**
 * The public entries of an experiment of GDP-IMED, each changed, and chained and hashed again by
 * someone who knows how.
 */
async function rewritten(change: (entry: PublicLedgerEntry, index: number) => PublicLedgerEntry) {
  const { id, limit, entries: written } = await copyHonestLedger()
  let previous = firstHash(id, limit)
  const entries = written.map((entry, index) => {
    const changed = { ...change(publicEntry(entry), index), previous }
    const sealed = { ...changed, hash: hashEntry(changed) }
    previous = sealed.hash
    return sealed
  })
  return { entries, verdict: verifyPublic({ experiment: id, limit, entries }) }
}

const readCarriedShare = ({ carried }: PublicLedgerEntry): number => Number(carried) / 2 ** 40

test("the public part alone tells whether residual releases are counted as what they are", async () => {
  const honest = await rewritten((entry) => entry)
  expect(honest.verdict.problem).toBeNull()
  expect(honest.entries.length).toBeGreaterThan(10)
  expect(honest.verdict.spent).toBeGreaterThan(0.99)
  expect(honest.entries[0]).toMatchObject({ mechanism: "residual", line: 0, carried: "439804651110", step: 60 })

  // Blocks taken as disjoint: each release with its own loss, and the largest of them as what is
  // spent.
  let largest = 0
  const disjoint = await rewritten((entry, index) => {
    largest = Math.max(largest, Math.sqrt(1 - readCarriedShare(entry) ** 2))
    const { line: _l, carried: _c, deviation: _d, step: _s, ...plain } = entry
    return index === 0
      ? entry
      : { ...plain, mechanism: "gaussian", eta: Math.sqrt(1 - readCarriedShare(entry) ** 2), spent: largest }
  })
  expect(disjoint.verdict.problem).toMatch(/must be a release whose loss can be counted|must have spent/)

  // The largest loss of one release as what is spent.
  const understated = await rewritten((entry) => ({ ...entry, spent: Math.sqrt(1 - 0.16) }))
  expect(understated.verdict.problem).toMatch(/must have spent/)

  // Less noise than what is carried on and eta need.
  const quiet = await rewritten((entry) => ({ ...entry, deviation: (BigInt(entry.deviation ?? "0") - 1n).toString() }))
  expect(quiet.verdict).toMatchObject({ entry: 1, problem: expect.stringMatching(/deviation .* must be enough/) })

  // Less carried on than was: then noise would be enough for less, and the loss of the line is
  // another.
  const smaller = await rewritten((entry) => ({ ...entry, carried: "1" }))
  expect(smaller.verdict.problem).toMatch(/must have spent/)
})

/**
 * A store whose ledger was rewritten, with what the filter then counts, by someone who knows how:
 * the verdict on it, and its spend.
 */
async function forged(rewrite: (entry: PublicLedgerEntry, index: number) => PublicLedgerEntry) {
  const { id, limit, entries: written, path } = await copyHonestLedger()
  const entries = written.map(publicEntry)
  const database = new DatabaseSync(path)
  database.exec("DROP TRIGGER ledger_is_append_only")
  const filter = new GdpFilter(limit as number)
  let previous = firstHash(id, limit)
  for (const [index, entry] of entries.entries()) {
    const changed = { ...rewrite(entry, index), previous }
    filter.spend([readRelease(changed)], changed.segment)
    const recounted = { ...changed, spent: filter.spent() }
    const sealed = { ...recounted, hash: hashEntry(recounted) }
    previous = sealed.hash
    database.prepare("UPDATE ledger SET entry = ? WHERE number = ?").run(JSON.stringify(sealed), entry.index)
  }
  database.close()
  return { problem: (await verifyFile(path))[0]?.problem, spent: filter.spent() }
}

test("with the journal, a ledger that was rewritten as if blocks were disjoint, or lines new, is found", async () => {
  const rewrites: ((entry: PublicLedgerEntry, index: number) => PublicLedgerEntry)[] = [
    ({ line: _l, carried, deviation: _d, step: _s, ...entry }) => ({
      ...entry,
      mechanism: "gaussian",
      eta: Math.sqrt(1 - (Number(carried) / 2 ** 40) ** 2),
    }),
    (entry, index) => ({ ...entry, line: index }),
  ]
  for (const rewrite of rewrites) {
    const { problem, spent } = await forged(rewrite)
    expect(spent).toBeLessThan(0.93)
    expect(problem).toMatch(/^entry [12] must have the (mechanism|line|spent) of its release/)
  }
})

test("with the journal, a ledger that claims more noise, or of more that was carried on, than there was is found", async () => {
  const more = (text: string | undefined) => (BigInt(text ?? "0") * 2n).toString()
  const louder = await forged((entry, index) => (index === 1 ? { ...entry, deviation: more(entry.deviation) } : entry))
  expect(louder.problem).toMatch(/^entry 2 must have the deviation of its release/)
  // The second arm's first release: with more carried on it has lost less than the first arm's, so
  // that what is spent stays.
  const larger = await forged((entry, index) =>
    index === 1 ? { ...entry, carried: more(entry.carried), deviation: more(entry.deviation) } : entry,
  )
  expect(larger.problem).toMatch(/^entry 2 must have the carried of its release/)
})
