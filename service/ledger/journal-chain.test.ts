// The hash over a journal is the same wherever it is made, and whatever it must be at any entry is
// compared there.

import { expect, test } from "vitest"
import { afterEntry } from "../live/journal.ts"
import type { JournalEntry } from "../live/journal-entry.ts"
import { JournalChain } from "./journal-chain.ts"
import { computeCommitment } from "./ledger-entry.ts"

const decision = (sequence: number, more: object = {}): JournalEntry => ({
  kind: "decision",
  row: {
    sequence,
    arm: 1,
    pull: 2,
    segment: "",
    excluded: "",
    context: null,
    at: 1_794_898_259_517,
    noise: null,
    ...more,
  },
})
const observation = (sequence: number, more: object = {}): JournalEntry => ({
  kind: "observation",
  row: {
    sequence,
    decision: 1,
    steps: 5,
    source: "caller",
    noise: null,
    segment: "",
    arm: 1,
    pull: 2,
    context: null,
    ...more,
  },
})
const experiment = "e"
const plain = [decision(1), decision(2, { arm: 0, pull: 0, at: 0 }), observation(3), observation(4, { steps: 0 })]
/** Each differs from a plain entry in one thing that the hash has. */
const others: JournalEntry[] = [
  decision(5, { pull: null }),
  decision(6, { segment: "de \n\u{1F600}" }),
  decision(7, { excluded: "0,2" }),
  decision(8, { noise: "[0.5]" }),
  observation(9, { source: "default" }),
  observation(10, { noise: '["12"]' }),
  {
    kind: "metric",
    row: { ...observation(11).row, sequence: 11, decision: 1, metric: 1, steps: 5, source: "caller" } as never,
  },
  { kind: "discard", row: { experiment, sequence: 12, restores: 1 } },
  { kind: "acceptance", row: { experiment, sequence: 13, restores: 1, eta: 0.5, key: "k", at: 3 } },
  decision(14, { context: "[0,0.5]" }),
]

/** Entry by entry, so many times over that the first are hashed here and the rest beside. */
async function chained(
  rounds: number,
  expectAt: (entry: number, hash: string, chain: JournalChain<string>) => void,
): Promise<string | null> {
  const chain = new JournalChain<string>("first")
  let hash = "first"
  let count = 0
  try {
    for (let round = 0; round < rounds; round++)
      for (const entry of [...plain, ...others]) {
        hash = afterEntry(hash, entry)
        count += 1
        const isTurn = chain.add(entry)
        expectAt(count, hash, chain)
        if (isTurn) await chain.turn()
      }
    return await chain.end()
  } finally {
    await chain.close()
  }
}

const few = 2
/** A little more than are hashed before a thread is begun. */
const many = 3400
const perRound = plain.length + others.length

test.each([few, many])(
  "every hash is that of the entries one by one, with a salt and without: %i rounds",
  async (rounds) => {
    const checkedLast = perRound * (rounds - 1)
    const found = await chained(rounds, (entry, hash, chain) => {
      if (entry > perRound && entry < checkedLast && entry % 997 !== 0) return
      chain.expect(null, hash, `hash ${entry}`)
      chain.expect("salt", computeCommitment("salt", hash), `commitment ${entry}`)
    })
    expect(found).toBeNull()
  },
)

test.each([
  [few, 3],
  [few, perRound * few],
  [many, 3],
  [many, 4096],
  [many, 43_000],
  [many, 43_001],
  [many, perRound * many],
])("the first that does not fit is found, wherever it is: of %i rounds entry %i", async (rounds, wrong) => {
  const found = await chained(rounds, (entry, hash, chain) => {
    if (entry !== wrong && entry !== wrong + 7) return
    chain.expect("salt", computeCommitment("salt", hash), `right ${entry}`)
    chain.expect(entry % 2 === 0 ? null : "salt", "another", `wrong ${entry}`)
  })
  expect(found).toBe(`wrong ${wrong}`)
})

test("an entry that is another gives another hash from there on, also one that is packed as numbers", async () => {
  for (const changed of [
    decision(1, { arm: 2 }),
    decision(1, { pull: 3 }),
    decision(1, { at: 1 }),
    observation(1, { steps: 6 }),
    observation(1, { decision: 2 }),
    observation(2),
  ]) {
    const chain = new JournalChain<string>("first")
    chain.add(changed)
    const honest = changed.kind === "decision" ? decision(1) : observation(1)
    chain.expect(null, afterEntry("first", honest), "another")
    expect(await chain.end()).toBe("another")
  }
})
