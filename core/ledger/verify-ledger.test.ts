// A public ledger that was changed anywhere is found out, and the first entry that does not fit is
// named: with a hash that answers at once, and with one that answers later.

import { createHash, webcrypto } from "node:crypto"
import { expect, test } from "vitest"
import { GdpFilter } from "../privacy/filter.ts"
import { canonicalJson } from "./canonical-json.ts"
import { formatEntry, formatStart, type PublicLedgerEntry, pickResidualFields, readRelease } from "./ledger-entry.ts"
import { type LedgerVerdict, type PublicLedger, verifyLedger } from "./verify-ledger.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")

const sha256Later = async (text: string): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest("SHA-256", Buffer.from(text))).toString("base64url")

/** The one verdict of both kinds of hash. */
async function verdictOn(ledger: PublicLedger): Promise<LedgerVerdict> {
  const verdict = verifyLedger(ledger, sha256)
  expect(await verifyLedger(ledger, sha256Later)).toEqual(verdict)
  return verdict
}

type Change = (entry: PublicLedgerEntry, place: number) => object

/**
 * Six releases of two arms in two segments, changed and then chained and hashed by someone who
 * knows how.
 */
function chained(experiment: string, limit: number | null, change: Change = (entry) => entry): PublicLedgerEntry[] {
  const filter = new GdpFilter(2)
  let previous = sha256(formatStart(experiment, limit))
  return [0, 1, 2, 3, 4, 5].map((place) => {
    const release = {
      arm: place % 2,
      block: place >> 1,
      count: 1 << (place >> 1),
      mechanism: "gaussian",
      eta: 1,
    } as const
    const segment = place < 3 ? "x" : "y:0"
    filter.spend([release], segment)
    const honest = {
      experiment,
      index: place + 1,
      segment,
      ...release,
      epsilon: null,
      spent: filter.spent(),
      at: place,
    }
    const entry = { ...honest, commitment: `c${place}`, previous, hash: "" }
    const changed = change(entry, place) as PublicLedgerEntry
    const sealed = { ...changed, hash: sha256(formatEntry(changed)) }
    previous = sealed.hash
    return sealed
  })
}

const at =
  (number: number, fields: object): Change =>
  (entry, place) =>
    place + 1 === number ? { ...entry, ...fields } : entry

test("an honest ledger verifies, with its head and the spent loss", async () => {
  const entries = chained("e", 2)
  const first = sha256(formatStart("e", 2))
  expect(await verdictOn({ experiment: "e", limit: 2, entries, first, atLeast: 6 })).toEqual({
    experiment: "e",
    limit: 2,
    entries: 6,
    head: entries.at(-1)?.hash,
    spent: 1,
    problem: null,
    entry: null,
  })
  const none = { experiment: "e", limit: null, entries: 0, spent: null, problem: null, entry: null }
  expect(await verdictOn({ experiment: "e", limit: null, entries: [] })).toEqual({
    ...none,
    head: sha256(formatStart("e", null)),
  })
})

test.each([
  [
    "another experiment's",
    chained("f", 2, at(1, { previous: sha256(formatStart("e", 2)) })),
    /^entry 1 must belong to e, got "f"$/,
  ],
  ["an entry of another limit", chained("e", 7), /^entry 1 must be chained to the one before, \S+, got "\S+"$/],
  ["an entry that is gone", chained("e", 2).toSpliced(2, 1), /^entry 3 must come next, got 4$/],
  [
    "two entries the other way round",
    [...chained("e", 2).slice(0, 4), ...chained("e", 2).slice(4).reverse()],
    /^entry 5 must come next, got 6$/,
  ],
  ["a chain that is broken with a right hash", chained("e", 2, at(2, { previous: "x" })), /^entry 2 must be chained/],
  [
    "content without its hash",
    chained("e", 2).with(3, { ...(chained("e", 2)[3] as PublicLedgerEntry), at: 77 }),
    /^entry 4 must have the hash/,
  ],
  [
    "a loss beyond the limit",
    chained("e", 2, at(5, { eta: 2.1 })),
    /^entry 5 spends 2.1 more and exceeds the limit 2$/,
  ],
  ["a block that is used again", chained("e", 2, at(3, { block: 0, eta: 1.9 })), /^entry 3 .* exceeds the limit 2/],
  ["a spend that is too small", chained("e", 2, at(2, { spent: 0.5 })), /^entry 2 must have spent 1, got 0.5$/],
  [
    "a loss that is no number",
    chained("e", 2, at(6, { eta: "much" })),
    /^entry 6 must be a release whose loss can be counted, got: /,
  ],
  [
    "a residual release without its fields",
    chained("e", 2, at(6, { mechanism: "residual" })),
    /^entry 6 must be a release whose/,
  ],
  [
    "an arm that cannot be a text",
    chained("e", 2, at(6, { arm: { toString: 1 } })),
    /^entry 6 must be a release whose/,
  ],
  [
    "an index that cannot be a text",
    chained("e", 2, at(6, { index: { toString: 1 } })),
    /^entry 6 must come next, got {/,
  ],
  ["a line that is no entry", [...chained("e", 2).slice(0, 2), null], /^entry 3 must be an object, got null$/],
  ["a line of text", ["x"], /^entry 1 must be an object, got "x"$/],
])("found: %s", async (_what, entries, problem) => {
  const verdict = await verdictOn({ experiment: "e", limit: 2, entries })
  expect(verdict.problem).toMatch(problem)
  const number = Number(/^entry (\d)/.exec(verdict.problem ?? "")?.[1])
  expect(verdict).toMatchObject({ entry: number, entries: number - 1 })
  expect(verdict.head).toBe(
    number === 1 ? sha256(formatStart("e", 2)) : (entries[number - 2] as PublicLedgerEntry).hash,
  )
})

test("a start that is not that of the experiment and its limit is found, and so are entries that are missing at the end", async () => {
  const entries = chained("e", 2)
  const start = await verdictOn({ experiment: "e", limit: 2, entries, first: sha256(formatStart("e", 3)) })
  expect(start).toMatchObject({ entry: 0, entries: 0, problem: expect.stringMatching(/^the chain must start from/) })
  const short = await verdictOn({ experiment: "e", limit: 2, entries: entries.slice(0, 4), atLeast: 6 })
  expect(short).toMatchObject({ entry: 5, entries: 4, problem: "entry 5 of at least 6 is missing" })
})

test("a ledger of a newer format is refused in one sentence", async () => {
  const { problem } = await verdictOn({ experiment: "e", limit: 2, entries: [], formatVersion: 2 })
  expect(problem).toBe("the ledger has format version 2, but this version of Armistice reads up to 1")
})

test("where nothing is promised, nothing may have been released", async () => {
  const verdict = await verdictOn({ experiment: "e", limit: null, entries: chained("e", null) })
  expect(verdict).toMatchObject({
    entry: 1,
    problem: expect.stringMatching(/releases rewards, but the experiment has no privacy guarantee/),
  })
})

test("the text of a value does not depend on the order of its fields, and leaves out what is not there", () => {
  const text = '{"a":[1,null,{"c":null,"d":"\\n"}],"b":0.1}'
  expect(canonicalJson({ b: 0.1, a: [1, undefined, { d: "\n", c: null, e: undefined }] })).toBe(text)
  expect(canonicalJson({ a: [1, null, { c: null, d: "\n" }], b: 0.1 })).toBe(text)
  expect(canonicalJson(JSON.parse(text))).toBe(text)
})

test("the hashed format is frozen: ledgers that were written before must verify", () => {
  expect(formatStart("e", 2)).toBe('{"experiment":"e","formatVersion":1,"limit":2}')
  expect(chained("e", 2).map(formatEntry)[0]).toBe(
    `{"arm":0,"at":0,"block":0,"commitment":"c0","count":1,"epsilon":null,"eta":1,"experiment":"e","index":1,"mechanism":"gaussian","previous":"${sha256(formatStart("e", 2))}","segment":"x","spent":1}`,
  )
})

test("fields that only residual releases have are left out where there are none", () => {
  expect(Object.keys(pickResidualFields({}))).toEqual([])
  const residual = { line: 0, carried: "0", deviation: "1", step: 0 }
  expect(pickResidualFields(residual)).toEqual(residual)
  const entry = { ...(chained("e", 2)[0] as PublicLedgerEntry), mechanism: "residual", ...residual } as const
  expect(readRelease(entry)).toEqual({ arm: 0, block: 0, count: 1, mechanism: "residual", eta: 1, ...residual })
})
