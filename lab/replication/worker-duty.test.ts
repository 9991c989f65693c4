import { MessageChannel } from "node:worker_threads"
import { expect, test } from "vitest"
import { replicate } from "./replicate.ts"
import type { SimulationSpec } from "./simulation-spec.ts"
import { doWorkerDuty, type FromWorker, type StartWorker } from "./worker-duty.ts"

const spec: SimulationSpec = {
  algorithm: "dp-ts-ucb",
  parameters: { alpha: 1 },
  environment: { kind: "bernoulli", means: [0.9, 0.5] },
  horizon: 500,
  runs: 30,
  seed: 7,
  engine: "step",
}

/** A worker at the other end of a message channel: everything it gets and gives is copied, as between threads. */
const startOverChannel: StartWorker = (receive) => {
  const { port1: here, port2: there } = new MessageChannel()
  there.on(
    "message",
    doWorkerDuty((message) => there.postMessage(message)),
  )
  here.on("message", receive)
  return { send: (message) => here.postMessage(message), close: () => here.close() }
}

test.each([
  [1, false],
  [3, false],
  [3, true],
])("%i workers over messages play the same runs (warmed up: %s)", async (jobs, warmUp) => {
  const there = await replicate(spec, { jobs, warmUp, startWorker: startOverChannel })
  const here = await replicate(spec)
  const { layout } = here.table
  for (let column = 0; column < layout.milliseconds; column++)
    expect(there.table.column(column)).toEqual(here.table.column(column))
})

test("a worker that is given runs before a simulation says so", () => {
  const answers: FromWorker[] = []
  doWorkerDuty((message) => answers.push(message))({ kind: "play", from: 0, to: 1 })
  expect(answers).toEqual([{ kind: "failed", code: null, message: "a worker must be given a simulation before runs" }])
})
