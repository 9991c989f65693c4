// Replicas racing for the end of a budget: the last draws of an epoch, the reward that closes a
// batch, and a release that is one too many.

import { GdpFilter } from "@armistice/core"
import { readRelease } from "@armistice/core/ledger"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Replica } from "../../testing/test-replica.ts"
import { testReplicas } from "../../testing/test-replica.ts"

/** The requests, and how long each comes after the others: every list is another interleaving. */
const interleaving = (length: number) =>
  fc.array(fc.record({ replica: fc.nat(2), pause: fc.nat(4) }), { minLength: length, maxLength: length })

const waits = async (milliseconds: number) => {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

const readCode = (error: unknown): string => (error as { code?: string }).code ?? String(error)

/** Every release once, and none beyond the limit, counted again from the ledger. */
async function checkLedger(replica: Replica, id: string, limit: number): Promise<number> {
  const entries = await replica.store.ledger(id, 0, 1000)
  const filter = new GdpFilter(limit)
  for (const entry of entries) filter.spend([readRelease(entry)], entry.segment)
  const blocks = entries.map(({ segment, arm, block }) => `${segment}:${arm}:${block}`)
  expect(new Set(blocks).size).toBe(blocks.length)
  expect(filter.spent()).toBeLessThanOrEqual(limit)
  expect((await replica.live(id)).spent()).toBe(filter.spent())
  return entries.length
}

interface Draws {
  readonly drawsLeft: number[]
}

test("the last draw of an epoch goes to one of them: exactly the budget is drawn, never more", async () => {
  const { replicas, problems } = await testReplicas(3)
  const request = {
    name: "draws",
    arms: ["a", "b"],
    horizon: 2000,
    answers: "all" as const,
    missing: "ignore" as const,
    algorithm: { name: "dp-ts-ucb", alpha: 1 },
  }
  await fc.assert(
    fc.asyncProperty(interleaving(120), async (turns) => {
      const { id, limit } = (await replicas[0].createExperiment(request)).live.experiment
      for (const [round, arm] of ["a", "b"].entries()) {
        await replicas[0].decide(id, { decisionId: `first${round}`, excludeArms: [arm] }, "local")
        await replicas[1]?.reward(id, `first${round}`, 0.5, "local")
      }
      const readState = async () => (await replicas[2]?.live(id))?.segment("").state as unknown as Draws
      const budget = (await readState()).drawsLeft
      expect(Math.min(...budget)).toBeGreaterThan(5)
      await Promise.all(
        turns.map(async ({ replica, pause }) => {
          await waits(pause)
          await replicas[replica]?.decide(id, {}, "local")
        }),
      )
      // Nobody was rewarded since, so the epochs are the same: what is left is nothing, and what
      // was drawn is all of it.
      expect((await readState()).drawsLeft.map((left) => left < 1 && left >= 0)).toEqual([true, true])
      const rows = await replicas[0].store.rowsAfter("decisions", id, 0, 1000)
      const drawn = rows
        .filter((row) => !row.id.startsWith("first"))
        .reduce((sum, { noise }) => sum + (noise === null ? 0 : (JSON.parse(noise) as number[]).length), 0)
      expect(drawn).toBe(budget.reduce((sum, draws) => sum + Math.floor(draws), 0))
      await checkLedger(replicas[1] as Replica, id, limit as number)
    }),
    { numRuns: 15, seed: 3 },
  )
  expect((await problems()).filter((problem) => problem !== null)).toEqual([])
})

test("the reward that closes a batch is one of them: each batch is released once", async () => {
  const { replicas, problems } = await testReplicas(3)
  const request = { name: "batches", arms: ["a", "b"], horizon: 5000, answers: "all" as const, privacy: { eta: 2 } }
  await fc.assert(
    fc.asyncProperty(interleaving(40), async (turns) => {
      const { id, limit } = (await replicas[0].createExperiment(request)).live.experiment
      const made = await Promise.all(turns.map(() => replicas[0].decide(id, {}, "local")))
      // All rewards at once, each at two replicas.
      await Promise.all(
        turns.flatMap(({ replica, pause }, at) =>
          [replica, (replica + 1) % 3].map(async (which) => {
            await waits(pause)
            await replicas[which]?.reward(id, (made[at] as (typeof made)[0]).decisionId, at % 2, "local")
          }),
        ),
      )
      expect(await checkLedger(replicas[2] as Replica, id, limit as number)).toBeGreaterThan(2)
      // One release costs √0.84 of the limit, and those that follow in its line the rest: a second
      // one of the same batch is refused.
      expect((await replicas[1]?.live(id))?.spent()).toBeGreaterThan(0.91 * (limit as number))
    }),
    { numRuns: 15, seed: 4 },
  )
  expect((await problems()).filter((problem) => problem !== null)).toEqual([])
})

test("a release that would exceed the limit is refused on every replica, and nothing of it is stored", async () => {
  const { replicas, url } = await testReplicas(1)
  const { id } = (
    await replicas[0].createExperiment({
      name: "tight",
      arms: ["a", "b"],
      horizon: 100,
      answers: "all" as const,
      missing: "ignore" as const,
      algorithm: { name: "adac-ucb", eta: 1 },
    })
  ).live.experiment
  // A promise half as large as what the algorithm needs, as if someone had tampered with one of
  // them.
  await replicas[0].store.session.pool.query(
    "UPDATE armistice.experiments SET definition = jsonb_set(definition::jsonb, '{limit}', '0.5')::text",
  )
  const others = await testReplicas(3, {}, {}, url)
  const made = await Promise.all(Array.from({ length: 12 }, () => others.replicas[0].decide(id, {}, "local")))
  const outcomes = await Promise.all(
    made.flatMap(({ decisionId }, at) =>
      [0, 1, 2].map((which) =>
        (others.replicas[(at + which) % 3] as Replica).reward(id, decisionId, 1, "local").then(() => "kept", readCode),
      ),
    ),
  )
  expect(outcomes).toContain("privacy_budget_exhausted")
  expect(outcomes.every((outcome) => outcome === "kept" || outcome === "privacy_budget_exhausted")).toBe(true)
  for (const replica of others.replicas) {
    expect(await checkLedger(replica, id, 0.5)).toBe(0)
    expect((await replica.live(id)).spent()).toBe(0)
  }
})
