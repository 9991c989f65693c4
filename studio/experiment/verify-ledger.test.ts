import { createHash } from "node:crypto"
import type { ExperimentHandle } from "@armistice/client"
import { createRipeEntry, formatEntry, formatStart } from "@armistice/core/ledger"
import { expect, test } from "vitest"
import { verifyLedger } from "./verify-ledger.ts"

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** A valid ledger in which the age is set to each of these values in turn. */
function ledgerWithAges(ages: readonly number[]): Pick<ExperimentHandle, "id" | "ledger"> {
  const id = "exp_1"
  const first = sha256(formatStart(id, 1))
  let previous = first
  const entries = ages.map((age, place) => {
    const unsealed = {
      ...createRipeEntry({ experiment: id, index: place + 1, spent: 0, at: place, previous }, age),
      hash: "",
    }
    previous = sha256(formatEntry(unsealed))
    return { ...unsealed, hash: previous }
  })
  const page = { first, entries, next: null } as unknown as Awaited<ReturnType<ExperimentHandle["ledger"]>>
  return { id, ledger: async () => page }
}

const terms = { limit: 1, metrics: [], outcomes: "private" as const, ripeSeconds: 100 }

test("a raised age verifies; an age below the one at creation is reported", async () => {
  expect(await verifyLedger(ledgerWithAges([200, 300]), terms, 2)).toMatchObject({ problem: null, entries: 2 })
  const { problem, entry } = await verifyLedger(ledgerWithAges([50]), terms, 1)
  expect(problem).toContain("must raise the age from 100 seconds, got 50")
  expect(entry).toBe(1)
})
