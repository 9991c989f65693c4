// Experiments with context that are alike begin with the same long lines of state. A replica reads
// those of each experiment, although it knows them of another.

import { expect, onTestFinished, test, vi } from "vitest"
import type { ExperimentRequest } from "../../experiment-request.ts"
import { ServiceError } from "../../service-error.ts"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo } from "../../testing/test-service.ts"
import { PostgresTransaction } from "./postgres-transaction.ts"

const levels = Array.from({ length: 30 }, (_, level) => `level ${level}`)
const alike: ExperimentRequest = { ...demo, context: { protection: "none", attributes: { level: { levels } } } }

test("a text that a replica knows of one experiment is read again for another", async () => {
  const { replicas, problems } = await testReplicas(2, { parallelBatches: 1 })
  const [one, other] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const ids: string[] = []
  for (let count = 0; count < 2; count++) ids.push((await one.createExperiment(alike)).live.experiment.id)
  const decide = (replica: typeof one, id: string) => replica.decide(id, { context: { level: "level 3" } }, "local")
  for (const id of ids) await decide(one, id)
  // The second replica has seen the later experiment alone, and then both in one transaction.
  await decide(other, ids[1] as string)
  await Promise.all(ids.map((id) => decide(other, id)))
  await Promise.all(ids.map((id) => decide(one, id)))
  for (const id of ids) {
    const [seen, same] = [await one.live(id), await other.live(id)]
    expect(seen.snapshot()).toEqual(same.snapshot())
  }
  expect(await problems()).toEqual([null, null])
})

test("a commit that fails, or whose answer is lost, leaves no text that a replica takes for stored", async () => {
  const { replicas, problems } = await testReplicas(2)
  const [one, other] = replicas as unknown as [(typeof replicas)[0], (typeof replicas)[0]]
  const { id } = (await one.createExperiment({ ...alike, privacy: { eta: 8 } })).live.experiment
  const { commit } = PostgresTransaction.prototype
  let [commits, failed] = [0, 0]
  const fail = () => {
    failed += 1
    throw new ServiceError("store_unavailable", "the connection is lost")
  }
  const spy = vi.spyOn(PostgresTransaction.prototype, "commit")
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementation(async function (this: PostgresTransaction, statements) {
    commits += 1
    if (commits % 7 === 2) {
      await this.rollback()
      fail()
    }
    await commit.call(this, statements)
    if (commits % 7 === 5) fail()
  })
  for (let round = 0; round < 60; round++) {
    // Each replica goes on alone for a while, after its own failures and those of the other.
    const replica = round % 10 < 5 ? one : other
    const decisionId = `d${round}`
    const ask = async (work: () => Promise<unknown>) => work().catch(work)
    await ask(() => replica.decide(id, { decisionId, context: { level: `level ${round % 30}` } }, "local"))
    await ask(() => replica.reward(id, decisionId, round % 2, "local"))
  }
  spy.mockRestore()
  expect(failed).toBeGreaterThan(30)
  const [seen, same] = [await one.live(id), await other.live(id)]
  expect(seen.sequence).toBe(120)
  expect(seen.ledgerIndex).toBeGreaterThan(20)
  expect(seen.snapshot()).toEqual(same.snapshot())
  expect(await problems()).toEqual([null])
  const { rows } = await one.store.session.pool.query(
    "SELECT t.hash FROM armistice.state_texts t JOIN armistice.heads h USING (experiment) WHERE position(t.hash IN h.state) = 0",
  )
  expect(rows).toEqual([])
})
