// The algorithm that gives an epoch new draws when a phase ends (dp-ts-ucb-anytime), live: what it
// reserves, over restarts and in copies.

import { join } from "node:path"
import { expect, test } from "vitest"
import { verifyStore } from "../ledger/verify-ledger.ts"
import type { Service } from "../service.ts"
import { backupStore } from "../store/sqlite/copy-store.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { TestClock, temporaryFolder, testService } from "../testing/test-service.ts"

const request = {
  name: "anytime",
  arms: ["a", "b"],
  horizon: 100_000,
  answers: "all" as const,
  privacy: { eta: 1 },
  missing: "ignore" as const,
  algorithm: { name: "dp-ts-ucb-anytime" },
}

interface Phased {
  phase: number
  mean: number[]
  best: number[]
  drawsLeft: number[]
}

const readState = (service: Service<SqliteStore>, id: string) => service.live(id).segment("").state as unknown as Phased

/** Decisions from `from` on, their rewards some later and in another order. */
async function drive(service: Service, id: string, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 20) {
    const rounds = Array.from({ length: Math.min(20, to - start) }, (_, index) => start + index)
    await Promise.all(rounds.map((round) => service.decide(id, { decisionId: `d${round}` }, "local")))
    const rewards = rounds.reverse().map((round) => service.reward(id, `d${round}`, round % 3 === 0 ? 1 : 0, "local"))
    await Promise.all(rewards)
  }
}

test("past the end of a phase it spends the promised loss once, and a restart continues with the same state", async () => {
  const clock = new TestClock()
  const path = join(temporaryFolder(), "anytime.db")
  const first = await testService({ path, clockFrom: clock, snapshotEvery: 100 })
  const { id } = (await first.service.createExperiment(request)).live.experiment
  await drive(first.service, id, 0, 1000)
  expect(readState(first.service, id).phase).toBe(0)
  const before = JSON.stringify(readState(first.service, id))
  first.store.close()
  const second = await testService({ path, clockFrom: clock, snapshotEvery: 100 })
  expect(JSON.stringify(readState(second.service, id))).toBe(before)
  await drive(second.service, id, 1000, 1100)
  const live = second.service.live(id)
  expect(readState(second.service, id).phase).toBe(1)
  expect(readState(second.service, id).drawsLeft.some((left) => left > 0)).toBe(true)
  // Draws of both phases are in what was reserved when the epoch opened.
  expect(live.spent()).toBeLessThanOrEqual(1)
  expect(live.spent()).toBeGreaterThan(0.999)
  const [verdict] = await verifyStore(second.store)
  expect(verdict).toMatchObject({ problem: null, entries: live.ledgerIndex })
  expect(live.ledgerIndex).toBeGreaterThan(5)
})

test("a restored copy gets no new draws around means that the original still draws around", async () => {
  const clock = new TestClock()
  const original = await testService({ clockFrom: clock })
  const { id } = (await original.service.createExperiment(request)).live.experiment
  await drive(original.service, id, 0, 1000)
  const path = join(temporaryFolder(), "copy.db")
  backupStore(original.path, path)
  const copy = await testService({ path, clockFrom: clock })
  const { mean, best, drawsLeft } = readState(copy.service, id)
  expect(drawsLeft).toEqual([0, 0])
  expect(mean).toEqual(best)
  expect(mean).not.toEqual(readState(original.service, id).mean)
  // The phase ends in the copy too, and what is drawn then comes from released values alone.
  await drive(copy.service, id, 1000, 1040)
  expect(readState(copy.service, id).phase).toBe(1)
  const [verdict] = await verifyStore(copy.store)
  expect(verdict?.problem).toBeNull()
})
