import * as crypto from "node:crypto"
import { expect, test } from "vitest"
import type { AcceptanceRow, DecisionRow, ObservationRow } from "../store/rows.ts"
import {
  afterAcceptance,
  afterDecision,
  afterDiscard,
  afterMetric,
  afterObservation,
  firstJournalHash,
} from "./journal.ts"

const decision: DecisionRow = {
  experiment: "exp",
  sequence: 7,
  id: "d",
  arm: 1,
  pull: 3,
  segment: "s",
  subject: "x",
  excluded: "0,2",
  context: null,
  at: 1000,
  due: 2000,
  key: "k",
  noise: "[0.5]",
}
const observation: ObservationRow = {
  experiment: "exp",
  sequence: 8,
  decision: 7,
  steps: 9,
  source: "caller",
  noise: null,
}
const acceptance: AcceptanceRow = { experiment: "exp", sequence: 11, restores: 1, eta: 2, key: "k", at: 1000 }

test("a journal's hash changes with everything that the state follows from, and with what came before", () => {
  const before = firstJournalHash("exp")
  expect(firstJournalHash("other")).not.toBe(before)
  const changed: Partial<DecisionRow>[] = [
    { sequence: 8 },
    { arm: 2 },
    { pull: 4 },
    { pull: null },
    { segment: "t" },
    { excluded: "0" },
    { context: "[0,1]" },
    { at: 1001 },
    { noise: "[0.25]" },
    { noise: null },
  ]
  const hashes = changed.map((change) => afterDecision(before, { ...decision, ...change }))
  const observed = [
    {},
    { sequence: 9 },
    { decision: 6 },
    { steps: 8 },
    { source: "default" as const },
    { source: "silent" as const },
    { noise: "[1]" },
  ]
  hashes.push(...observed.map((change) => afterObservation(before, { ...observation, ...change })))
  hashes.push(...[1, 2].map((restores) => afterDiscard(before, 10, restores)), afterDiscard(before, 11, 1))
  const accepted = [{}, { sequence: 12 }, { restores: 2 }, { eta: 4 }, { at: 1001 }]
  hashes.push(...accepted.map((change) => afterAcceptance(before, { ...acceptance, ...change })))
  hashes.push(afterDecision(before, decision), afterDecision(firstJournalHash("other"), decision))
  expect(new Set(hashes).size).toBe(hashes.length)
})

test("it does not change with names that may be erased", () => {
  const before = firstJournalHash("exp")
  const erased: DecisionRow = { ...decision, subject: "", id: "other", key: "other" }
  expect(afterDecision(before, erased)).toBe(afterDecision(before, decision))
})

test("the text that is hashed is frozen, to the letter, for numbers of every length", () => {
  const hash = (text: string) => crypto.createHash("sha256").update(text).digest("base64url")
  const { arm, segment, excluded, at, noise } = decision
  for (const count of [0, 1, 9, 10, 65_536, 99_999_999, 2 ** 31, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER])
    for (const pull of [null, 0, count]) {
      expect(afterDecision("before", { ...decision, sequence: count, pull })).toBe(
        hash(`before\nd ${count} ${arm} ${pull} ${segment} ${excluded} ${at} ${noise} null`),
      )
      const observed = { ...observation, sequence: count + 1, decision: count }
      expect(afterObservation("before", observed)).toBe(hash(`before\no ${count + 1} ${count} 9 caller null`))
      expect(afterMetric("before", { ...observed, source: "caller", metric: 2 })).toBe(
        hash(`before\nm ${count + 1} ${count} 2 9 caller null`),
      )
    }
})
