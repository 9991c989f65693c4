// Ledgers of experiments with metrics: each outcome is counted by its own filter, and an entry
// cannot pass for another's.

import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { GdpFilter } from "../privacy/filter.ts"
import { formatEntry, formatStart, type PublicLedgerEntry } from "./ledger-entry.ts"
import { verifyLedger } from "./verify-ledger.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")

const metrics = [
  { name: "complaint", limit: 0.5 },
  { name: "minutes", limit: 0.25 },
]

const etas = new Map<string | undefined, number>([
  [undefined, 1],
  ["complaint", 0.5],
  ["minutes", 0.25],
])

/**
 * The reward, and both metrics, release blocks 0 and 1 of arm 0; changed, and chained by someone
 * who knows how.
 */
function chained(change: (entry: PublicLedgerEntry) => object = (entry) => entry): PublicLedgerEntry[] {
  let previous = sha256(formatStart("e", 1, metrics))
  const filters = new Map([...etas].map(([name, eta]) => [name, new GdpFilter(eta)]))
  const named = [undefined, "complaint", "minutes", undefined, "complaint", "minutes"]
  return named.map((metric, place) => {
    const block = place < 3 ? 0 : 1
    const eta = etas.get(metric) as number
    const release = { arm: 0, block, count: 8, mechanism: "gaussian", eta } as const
    filters.get(metric)?.spend([release], "")
    const entry: PublicLedgerEntry = {
      experiment: "e",
      index: place + 1,
      ...(metric === undefined ? {} : { metric }),
      segment: "",
      ...release,
      epsilon: null,
      spent: eta,
      at: place,
      commitment: `c${place}`,
      previous,
      hash: "",
    }
    const changed = change(entry) as PublicLedgerEntry
    const sealed = { ...changed, hash: sha256(formatEntry(changed)) }
    previous = sealed.hash
    return sealed
  })
}

const verdictOn = (entries: unknown[], promised = metrics) =>
  verifyLedger({ experiment: "e", limit: 1, metrics: promised, entries }, sha256)

const at = (index: number, fields: object) => (entry: PublicLedgerEntry) =>
  entry.index === index ? { ...entry, ...fields } : entry

test("blocks of the reward and of each metric are counted apart, each within its own limit", () => {
  expect(verdictOn(chained())).toMatchObject({
    problem: null,
    entries: 6,
    spent: 1,
    metrics: [
      { name: "complaint", limit: 0.5, spent: 0.5 },
      { name: "minutes", limit: 0.25, spent: 0.25 },
    ],
  })
})

test.each<[string, PublicLedgerEntry[], RegExp]>([
  [
    "a metric's release that names another metric",
    chained(at(5, { metric: "minutes" })),
    /^entry 5 .* exceeds the limit 0.25/,
  ],
  [
    "the same with a loss that the other metric has room for: its own release is then one too many",
    chained(at(5, { metric: "minutes", eta: 0.25, spent: 0.25 })),
    /^entry 6 .* exceeds the limit 0.25/,
  ],
  [
    "a metric's release that passes for the reward's",
    chained(at(2, { metric: undefined, spent: 1 })),
    /^entry 2 .* exceeds the limit 1/,
  ],
  [
    "a release of the reward that passes for a metric's",
    chained(at(4, { metric: "complaint", eta: 0.5, spent: 0.5 })),
    /^entry 5 .* exceeds the limit/,
  ],
  [
    "a metric that there is not",
    chained(at(2, { metric: "nothing" })),
    /^entry 2 must name a metric of the experiment, got "nothing"$/,
  ],
  [
    "a metric that is no text",
    chained(at(2, { metric: { toString: 1 } })),
    /^entry 2 must name a metric of the experiment/,
  ],
  ["a spend of another filter", chained(at(2, { spent: 1 })), /^entry 2 must have spent 0.5, got 1$/],
])("found: %s", (_what, entries, problem) => {
  expect(verdictOn(entries).problem).toMatch(problem)
})

test("the chain starts from the limits of metrics, too, and without metrics as it always did", () => {
  expect(formatStart("e", 1, metrics)).toBe(
    '{"experiment":"e","formatVersion":1,"limit":1,"metrics":[{"limit":0.5,"name":"complaint"},{"limit":0.25,"name":"minutes"}]}',
  )
  expect(formatStart("e", 1, [])).toBe('{"experiment":"e","formatVersion":1,"limit":1}')
  const larger = [{ name: "complaint", limit: 5 }, metrics[1] as (typeof metrics)[0]]
  expect(verdictOn(chained(), larger).problem).toMatch(/^entry 1 must be chained to the one before/)
})
