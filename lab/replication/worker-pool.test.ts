import { expect, test } from "vitest"
import { replicate } from "./replicate.ts"
import { summarise } from "./simulation-result.ts"
import { doWorkerDuty, type StartWorker } from "./worker-duty.ts"
import { WorkerPool } from "./worker-pool.ts"

const spec = {
  algorithm: "dp-ts-ucb",
  parameters: { alpha: 1 },
  environment: { kind: "bernoulli", means: [0.9, 0.5] },
  horizon: 500,
  runs: 12,
  seed: 3,
} as const

/** Workers in this thread that count how often one is started and ended. */
function countedWorkers() {
  const counts = { started: 0, ended: 0 }
  const start: StartWorker = (receive) => {
    counts.started++
    const duty = doWorkerDuty((message) => setTimeout(() => receive(message), 0))
    return { send: (message) => duty(message), close: () => counts.ended++ }
  }
  return { counts, start }
}

test("simulations one after the other use the same workers, and give what they give without any", async () => {
  const { counts, start } = countedWorkers()
  const pool = new WorkerPool(start)
  const alone = summarise(await replicate(spec))
  for (let round = 0; round < 3; round++) {
    const pooled = summarise(await replicate(spec, { startWorker: pool.startWorker, jobs: 2 }))
    expect(pooled.regret).toEqual(alone.regret)
  }
  expect(counts).toEqual({ started: 2, ended: 0 })
  pool.close()
  expect(counts.ended).toBe(2)
})

test("a worker that is closed while it plays is ended, not used again", () => {
  const { counts, start } = countedWorkers()
  const pool = new WorkerPool(start)
  const link = pool.startWorker(() => {})
  link.send({ kind: "prepare", spec, warmUp: false })
  link.send({ kind: "play", from: 0, to: 1 })
  link.close()
  expect(counts).toEqual({ started: 1, ended: 1 })
  pool.startWorker(() => {}).close()
  expect(counts).toEqual({ started: 2, ended: 1 })
})
