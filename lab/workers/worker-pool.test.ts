import { expect, test } from "vitest"
import { planComparison } from "../replication/compare.ts"
import { replicate } from "../replication/replicate.ts"
import { summarise } from "../replication/simulation-result.ts"
import { channelPool } from "./testing/channel-pool.ts"
import { type StartWorker, WorkerPool } from "./worker-pool.ts"

const spec = {
  algorithm: "dp-ts-ucb",
  parameters: { alpha: 1 },
  environment: { kind: "bernoulli", means: [0.9, 0.5] },
  horizon: 500,
  runs: 12,
  seed: 3,
} as const

const longer = { ...spec, engine: "step", runs: 1e6 } as const

test("simulations one after the other use the same workers, and give what they give without any", async () => {
  const counts = { started: 0, ended: 0 }
  const pool = channelPool(counts)
  const alone = summarise(await replicate(spec))
  for (let round = 0; round < 3; round++) {
    const pooled = summarise(await replicate(spec, { pool, jobs: 2 }))
    expect(pooled.regret).toEqual(alone.regret)
  }
  expect(counts).toEqual({ started: 2, ended: 0 })
})

test("who releases a worker hears no answer; the worker is told, and is used again", async () => {
  const counts = { started: 0, ended: 0 }
  const pool = channelPool(counts)
  const worker = pool.take()
  // Without being told that nobody waits, this would take minutes.
  const asked = worker.ask("simulate", longer)
  worker.release()
  expect(await asked).toBeUndefined()
  expect(await worker.ask("simulate", spec)).toBeUndefined()
  while (pool.idle === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const again = pool.take()
  expect((await again.ask("simulate", spec))?.finished).toBe(12)
  again.release()
  expect(counts).toEqual({ started: 1, ended: 0 })
})

test("a worker that is not soon free after it was released is ended", async () => {
  let ended = 0
  const pool = new WorkerPool(1, () => ({ send: () => {}, close: () => ended++ }), 10)
  const worker = pool.take()
  void worker.ask("simulate", spec)
  worker.release()
  expect(pool.idle).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([ended, pool.idle]).toEqual([1, 0])
})

test("progress is heard while a worker is at it", async () => {
  const worker = channelPool().take()
  let heard = 0
  await worker.ask("simulate", { ...spec, engine: "step", runs: 2 }, () => heard++)
  expect(heard).toBeGreaterThan(0)
  worker.release()
})

test("a comparison is planned and begun with one question: the plan is told before the first of it has been played", async () => {
  const worker = channelPool().take()
  const { algorithm, parameters: _, ...shared } = spec
  const algorithms = [{ algorithm: "gdp-imed" }, { algorithm }]
  const parts: unknown[] = []
  const first = await worker.ask("beginComparison", { ...shared, algorithms, privacy: { eta: 3 } }, (part) =>
    parts.push(part),
  )
  const plan = planComparison({ ...shared, algorithms, privacy: { eta: 3 } })
  expect(parts[0]).toEqual(plan)
  expect(parts.slice(1).every((part) => part === undefined)).toBe(true)
  const [played] = plan.simulations
  if (played === undefined) throw new Error("the plan must have simulations")
  expect(first?.regret).toEqual(summarise(await replicate(played)).regret)
  // Nothing can be so private: there is a plan, and nothing to play.
  const nothing = { ...shared, algorithms: [{ algorithm }], privacy: { eta: 1e-6 } }
  expect(await worker.ask("beginComparison", nothing, (part) => parts.push(part))).toBeNull()
  expect(parts.at(-1)).toMatchObject({ simulations: [], unable: [{ algorithm }] })
  worker.release()
})

test("a worker that breaks fails what was asked, is ended, and is not used again", async () => {
  let tell: Parameters<StartWorker>[0] = () => {}
  let started = 0
  const pool = new WorkerPool(1, (receive) => {
    started++
    tell = receive
    return { send: () => {}, close: () => {} }
  })
  const worker = pool.take()
  const asked = worker.ask("simulate", spec)
  tell({ kind: "broken", message: "no such file" })
  await expect(asked).rejects.toThrow("no such file")
  await expect(worker.ask("simulate", spec)).rejects.toThrow("got one that has ended")
  worker.release()
  pool.take()
  expect(started).toBe(2)
})
