import { expect, test } from "vitest"
import { planComparison } from "../replication/compare.ts"
import { replicate } from "../replication/replicate.ts"
import { summarise } from "../replication/summarise.ts"
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

test("releasing a busy worker cancels its task, and the worker is used again", async () => {
  const counts = { started: 0, ended: 0 }
  const pool = channelPool(counts)
  const worker = pool.take()
  // Without cancellation this would take minutes.
  const running = worker.run("simulate", longer)
  worker.release()
  expect(await running).toBeUndefined()
  expect(await worker.run("simulate", spec)).toBeUndefined()
  while (pool.idle === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const again = pool.take()
  expect((await again.run("simulate", spec))?.finished).toBe(12)
  again.release()
  expect(counts).toEqual({ started: 1, ended: 0 })
})

test("a released worker that stays busy is ended", async () => {
  let ended = 0
  const pool = new WorkerPool(1, () => ({ send: () => {}, close: () => ended++ }), 10)
  const worker = pool.take()
  void worker.run("simulate", spec)
  worker.release()
  expect(pool.idle).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([ended, pool.idle]).toEqual([1, 0])
})

test("progress is reported while a task runs", async () => {
  const worker = channelPool().take()
  let heard = 0
  await worker.run("simulate", { ...spec, engine: "step", runs: 2 }, () => heard++)
  expect(heard).toBeGreaterThan(0)
  worker.release()
})

test("one task plans a comparison and runs its first simulation: the plan comes first, as a part", async () => {
  const worker = channelPool().take()
  const { algorithm, parameters: _, ...shared } = spec
  const algorithms = [{ algorithm: "gdp-imed" }, { algorithm }]
  const parts: unknown[] = []
  const first = await worker.run("beginComparison", { ...shared, algorithms, privacy: { eta: 3 } }, (part) =>
    parts.push(part),
  )
  const plan = planComparison({ ...shared, algorithms, privacy: { eta: 3 } })
  expect(parts[0]).toEqual(plan)
  expect(parts.slice(1).every((part) => part === undefined)).toBe(true)
  const [simulated] = plan.simulations
  if (simulated === undefined) throw new Error("the plan must have simulations")
  expect(first?.regret).toEqual(summarise(await replicate(simulated)).regret)
  // Nothing can be so private: the plan has no simulations.
  const nothing = { ...shared, algorithms: [{ algorithm }], privacy: { eta: 1e-6 } }
  expect(await worker.run("beginComparison", nothing, (part) => parts.push(part))).toBeNull()
  expect(parts.at(-1)).toMatchObject({ simulations: [], unable: [{ algorithm }] })
  worker.release()
})

test("a worker that breaks fails its task, is ended, and is not used again", async () => {
  let receive: Parameters<StartWorker>[0] = () => {}
  let started = 0
  const pool = new WorkerPool(1, (handler) => {
    started++
    receive = handler
    return { send: () => {}, close: () => {} }
  })
  const worker = pool.take()
  const running = worker.run("simulate", spec)
  receive({ kind: "broken", message: "no such file" })
  await expect(running).rejects.toThrow("no such file")
  await expect(worker.run("simulate", spec)).rejects.toThrow("the worker has ended")
  worker.release()
  pool.take()
  expect(started).toBe(2)
})
