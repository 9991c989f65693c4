// A chain may end with a purge, which says what was spent and releases nothing; whatever else calls
// itself one is found out.

import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { formatEntry, formatStart, type PublicLedgerEntry } from "./ledger-entry.ts"
import { createPurgeEntry } from "./purge-entry.ts"
import { verifyLedger } from "./verify-ledger.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")

const sealed = (entry: object): PublicLedgerEntry => {
  const unsealed = { ...entry, hash: "" } as PublicLedgerEntry
  return { ...unsealed, hash: sha256(formatEntry(unsealed)) }
}

const release = sealed({
  experiment: "e",
  index: 1,
  segment: "",
  arm: 0,
  block: 0,
  count: 4,
  mechanism: "gaussian",
  eta: 1,
  epsilon: null,
  spent: 1,
  at: 5,
  commitment: "c",
  previous: sha256(formatStart("e", 2)),
})

const purge = (more: object = {}) =>
  sealed({ ...createPurgeEntry({ experiment: "e", index: 2, spent: 1, at: 9, previous: release.hash }), ...more })

const verdictOn = (entries: unknown[], limit: number | null = 2) =>
  verifyLedger({ experiment: "e", limit, entries }, sha256)

test("a purge ends a chain, and the verdict says when", () => {
  const end = purge()
  expect(verdictOn([release, end])).toMatchObject({ entries: 2, head: end.hash, spent: 1, problem: null, purgedAt: 9 })
  expect(verdictOn([release])).not.toHaveProperty("purgedAt")
})

test("also where nothing was promised, and nothing is in the ledger therefore", () => {
  const previous = sha256(formatStart("e", null))
  const only = sealed(createPurgeEntry({ experiment: "e", index: 1, spent: 0, at: 9, previous }))
  expect(verdictOn([only], null)).toMatchObject({ entries: 1, spent: null, problem: null, purgedAt: 9 })
})

test.each([
  ["something after it", [release, purge(), purge({ index: 3 })], /^entry 3 comes after rewards were removed/],
  [
    "a release that calls itself a purge",
    [release, purge({ eta: 1 })],
    /^entry 2 must release nothing, but its eta is/,
  ],
  ["one of an arm", [release, purge({ arm: 0 })], /^entry 2 must release nothing, but its arm is/],
  ["a field that has no place in it", [release, purge({ line: 1 })], /^entry 2 must release nothing, but its line is/],
  ["another spend", [release, purge({ spent: 0 })], /^entry 2 must have spent 1, got 0$/],
  ["no time", [release, purge({ at: null })], /^entry 2 has no time$/],
  ["one without its hash", [release, { ...purge(), at: 10 }], /^entry 2 must have the hash/],
])("found: %s", (_what, entries, problem) => {
  expect(verdictOn(entries).problem).toMatch(problem)
})
