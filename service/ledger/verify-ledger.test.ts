// A ledger that was tampered with, anywhere, is found out, and the first entry that does not fit is named.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import type { Service } from "../service.ts"
import { demo, temporaryFolder, testServer, testService } from "../testing/test-service.ts"
import { entryHash, type PublicLedgerEntry } from "./ledger-entry.ts"
import { verifyFile } from "./verify-file.ts"

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
  { name: "draws", arms: ["a", "b"], horizon: 5000, algorithm: { name: "dp-ts-ucb", alpha: 1 } },
  { name: "pure", arms: ["a", "b"], horizon: 5000, privacy: { epsilon: 1 } },
  { name: "none", arms: ["a", "b"], horizon: 5000, algorithm: { name: "ucb1" }, acceptWeakPrivacy: true },
]

test.each(requests)("an honest ledger verifies, with its journal and without: $name", async (request) => {
  const { service, path } = testService({ snapshotEvery: 50 })
  const id = await played(service, request)
  service.close()
  const [verdict] = verifyFile(path)
  expect(verdict).toMatchObject({ experiment: id, problem: null, journal: 600 })
  if (verdict?.limit !== null) {
    expect(verdict?.entries).toBeGreaterThan(3)
    expect(verdict?.spent).toBeGreaterThan(0)
    expect(verdict?.spent).toBeLessThanOrEqual(verdict?.limit ?? 0)
  }
})

/** A store with one thing changed by someone who can write to the file. */
async function tampered(sql: string): Promise<string | null> {
  const { service, path } = testService({ snapshotEvery: 50 })
  await played(service)
  service.close()
  const database = new DatabaseSync(path)
  database.exec("DROP TRIGGER ledger_is_append_only; DROP TRIGGER ledger_keeps_all")
  database.exec(sql)
  database.close()
  return verifyFile(path)[0]?.problem ?? null
}

test.each([
  ["the stored state goes on from another journal", "UPDATE snapshots SET journal = 'x'", /^the stored state after/],
  ["slots are said to be discarded", "UPDATE snapshots SET discarded = 7", /^the stored state after/],
  ["a state is put before the journal", "UPDATE snapshots SET sequence = 0", /^the stored state after journal entry 0/],
  ["a state is put behind the journal", "UPDATE snapshots SET sequence = 601", /must be one that the journal passes/],
  [
    "an entry says less was lost",
    "UPDATE ledger SET entry = json_set(entry, '$.eta', 0.5) WHERE number = 3",
    /^entry 3 must have the hash/,
  ],
  ["an entry is gone", "DELETE FROM ledger WHERE number = 3", /^entry 3 must come next, got 4/],
  [
    "the last entry is gone",
    "DELETE FROM ledger WHERE number = (SELECT max(number) FROM ledger)",
    /^entry \d+ must record a release/,
  ],
  [
    "a reward was changed",
    "UPDATE observations SET steps = 0 WHERE sequence = 2",
    /must be committed to the journal as it is/,
  ],
  [
    "noise was changed",
    "UPDATE observations SET noise = replace(noise, '\"]', '1\"]') WHERE noise LIKE '%\"]'",
    /must be committed|must follow|must be what the events give/,
  ],
  ["an arm was changed", "UPDATE decisions SET arm = (arm + 1) % 3 WHERE sequence = 41", /must follow from/],
  ["a decision is gone", "DELETE FROM decisions WHERE sequence = 41", /must follow from|must come next/],
  [
    "the stored state was changed",
    "UPDATE snapshots SET state = json_set(state, '$.\"\".state.round', 7)",
    /stored state after journal entry \d+ must be/,
  ],
])("found: %s", async (_what, sql, problem) => {
  expect(await tampered(sql)).toMatch(problem)
})

test("a chain rewritten with right hashes is found by its commitments and its spend", async () => {
  const { service, path, store } = testService()
  const id = await played(service)
  const entries = store.ledger(id, 0, 1000)
  const first = entries[0] as (typeof entries)[0]
  service.close()
  const database = new DatabaseSync(path)
  database.exec("DROP TRIGGER ledger_is_append_only")
  let previous = first.previous
  for (const { sequence: _sequence, salt: _salt, ...entry } of entries) {
    const changed: PublicLedgerEntry = { ...entry, previous, at: entry.at + 1, commitment: "forged" }
    const sealed = { ...changed, hash: entryHash(changed) }
    previous = sealed.hash
    database.prepare("UPDATE ledger SET entry = ? WHERE number = ?").run(JSON.stringify(sealed), entry.index)
  }
  database.close()
  expect(verifyFile(path)[0]).toMatchObject({ problem: expect.stringMatching(/^entry 1 must be committed/), entry: 1 })
})

test("an exported ledger verifies by itself, and a changed line is named", async () => {
  const { call, service } = await testServer()
  const id = await played(service)
  const text = (await call("GET", `/v1/experiments/${id}/export?record=ledger`)).text
  expect(text).not.toMatch(/salt|sequence|noise|steps/)
  const file = join(temporaryFolder(), "ledger.ndjson")
  writeFileSync(file, text)
  expect(verifyFile(file)).toMatchObject([{ problem: null, journal: null }])
  const lines = text.trim().split("\n")
  writeFileSync(
    file,
    [...lines.slice(0, 4), lines[4]?.replace(/"count":\d+/, '"count":1000'), ...lines.slice(5)].join("\n"),
  )
  expect(verifyFile(file)).toMatchObject([{ entry: 4, problem: expect.stringMatching(/^entry 4 must have the hash/) }])
  writeFileSync(file, [lines[0]?.replace(/"limit":[^,]+/, '"limit":5'), ...lines.slice(1)].join("\n"))
  expect(verifyFile(file)[0]?.problem).toMatch(/chained|start/)
})
