// A transaction's view of experiments that it had to wait for.

import { expect, onTestFinished, test } from "vitest"
import { testReplicas } from "../../testing/test-replica.ts"
import { demo } from "../../testing/test-service.ts"

test("a transaction that waited for a lock sees events and current results of those before it", async () => {
  const { replicas } = await testReplicas(2)
  const [one, other] = replicas.map(({ store }) => store.session)
  if (one === undefined || other === undefined) throw new Error("there must be two replicas")
  const { id } = (await replicas[0].createExperiment(demo)).live.experiment
  const number = (await one.number(id)) as number
  const holding = await one.begin({ experiments: [number] })
  const waiting = other.begin({ experiments: [number] })
  // The replicas can be closed even if an assertion below fails.
  onTestFinished(async () => {
    await holding.rollback()
    await (await waiting).rollback()
  })
  const locks = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await one.pool.query(locks)).rowCount).toBe(1)
  const [before] = holding.heads
  expect([before?.last_event, before?.current_results]).toEqual([1, []])
  await holding.commit([
    {
      text: "INSERT INTO armistice.events (experiment, number, kind, body) VALUES ($1, 2, 'release', '{}')",
      values: [number],
    },
    {
      text: `INSERT INTO armistice.current_results (experiment, segment, release, state, verdict, recommended, fixed)
        VALUES ($1, '', 1, 'clear', 'clear', 1, 1)`,
      values: [number],
    },
    { text: "UPDATE armistice.heads SET version = version + 1 WHERE experiment = $1", values: [number] },
  ])
  const after = await waiting
  expect(after.heads).toMatchObject([
    { version: (before?.version ?? 0) + 1, last_event: 2, current_results: [{ fixed: 1 }] },
  ])
})
