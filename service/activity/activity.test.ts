// The record of who did what when several replicas write it at once: numbers in the order in which
// rows appear, refusals in one row.

import { expect, test } from "vitest"
import { testReplicas } from "../testing/test-replica.ts"
import { demo } from "../testing/test-service.ts"
import { Refusals } from "./refusals.ts"

test("rows of several replicas get different numbers, and a reader of pages misses none", async () => {
  const { replicas } = await testReplicas(3)
  const seen: number[] = []
  let isOver = false
  const reading = (async () => {
    for (;;) {
      const wasOver = isOver
      const rows = await replicas[0].store.activity({ after: seen.at(-1) ?? 0, limit: 7 })
      seen.push(...rows.map(({ number }) => number))
      if (wasOver && rows.length === 0) return
    }
  })()
  await Promise.all(
    replicas.flatMap((replica, index) =>
      Array.from({ length: 12 }, async () => {
        const { live } = await replica.createExperiment(demo)
        const other = replicas[(index + 1) % 3] as typeof replica
        await other.changeStatus(live.experiment.id, "pause", { id: "k", name: "ops" })
        await replica.editMetadata(live.experiment.id, { name: "other" })
      }),
    ),
  )
  isOver = true
  await reading
  expect(seen).toEqual(Array.from({ length: 108 }, (_, index) => index + 1))
})

test("refusals that several replicas note in one minute are one row", async () => {
  const { replicas, clock } = await testReplicas(2)
  const { live } = await replicas[0].createExperiment(demo)
  const noted = replicas.map((replica) => new Refusals(replica.store, clock.read))
  const refusal = { key: { id: "k", name: "ops" }, action: "resume", experiment: live.experiment.id, code: "forbidden" }
  for (let round = 0; round < 20; round++) {
    for (const refusals of noted) refusals.add(refusal)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(noted.map((refusals) => refusals.written()))
  const rows = await replicas[0].store.activity({ limit: 10, after: 1 })
  expect(rows).toEqual([{ number: 2, at: clock.now, outcome: "refused", ...refusal, count: 40 }])
})

test("however many refusals come at once, they are one write", async () => {
  const { replicas, clock } = await testReplicas(1)
  const { store } = replicas[0]
  let writes = 0
  const commit: typeof store.commit = async (changes) => {
    writes += 1
    await store.commit(changes)
  }
  const refusals = new Refusals(Object.assign(Object.create(store), { commit }), clock.read)
  const key = { id: "k", name: "ops" }
  for (let number = 0; number < 1000; number++)
    refusals.add({ key, action: `action ${number % 3}`, experiment: null, code: "forbidden" })
  await refusals.written()
  expect(writes).toBe(1)
  expect((await store.activity({ limit: 10 })).map(({ count }) => count)).toEqual([334, 333, 333])
})

test("refusals that the store does not take are lost, and those after them are noted", async () => {
  const { replicas, clock } = await testReplicas(1)
  const { store } = replicas[0]
  let isBroken = true
  const commit: typeof store.commit = async (changes) => {
    if (isBroken) throw new Error("no store")
    await store.commit(changes)
  }
  const refusals = new Refusals(Object.assign(Object.create(store), { commit }), clock.read)
  const refusal = { key: { id: "k", name: "ops" }, action: "resume", experiment: "exp_unknown", code: "forbidden" }
  refusals.add(refusal)
  await refusals.written()
  isBroken = false
  refusals.add(refusal)
  await refusals.written()
  expect(await store.activity({ limit: 10 })).toMatchObject([{ experiment: null, count: 1 }])
})
