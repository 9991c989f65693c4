import { createAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { audit } from "../audit/audit.ts"
import { replicate } from "../replication/replicate.ts"
import type { SimulationSpec } from "../replication/simulation-spec.ts"
import { type MessageFromWorker, serveTasks } from "./serve-tasks.ts"
import { channelPool } from "./testing/channel-pool.ts"
import { createTasks } from "./worker-tasks.ts"

const spec: SimulationSpec = {
  algorithm: "dp-ts-ucb",
  parameters: { alpha: 1 },
  environment: { kind: "bernoulli", means: [0.9, 0.5] },
  horizon: 500,
  runs: 30,
  seed: 7,
  engine: "step",
}

test.each([
  [1, false],
  [3, false],
  [3, true],
])("%i workers over messages give the same runs (warmed up: %s)", async (jobs, warmUp) => {
  const there = await replicate(spec, { jobs, warmUp, pool: channelPool() })
  const here = await replicate(spec)
  const { layout } = here.table
  for (let column = 0; column < layout.milliseconds; column++)
    expect(there.table.column(column)).toEqual(here.table.column(column))
})

test("an audit does not depend on where its runs happen", async () => {
  const tables = { armCount: 2, records: [1], own: 0, others: 1 } as const
  const shared = { runs: 400, seed: 5, tables: { white: tables, black: tables } }
  const algorithm = createAlgorithm("gdp-ts", { eta: 1 })
  const here = await audit({ algorithm, ...shared })
  const there = await audit({ algorithm, ...shared, pool: channelPool(), jobs: 3 })
  expect({ ...there, milliseconds: 0 }).toEqual({ ...here, milliseconds: 0 })
})

test.each([
  ["runs", { from: 0, to: 1 }, "a simulation must be sent before its runs"],
  ["tea", null, /a task must be one of runs,.* got tea/],
])("running %s fails with a message", async (task, input, message) => {
  const answers: MessageFromWorker[] = []
  serveTasks(createTasks(), (answer) => answers.push(answer))({ kind: "run", task, input })
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(answers).toEqual([{ kind: "failed", code: null, message: expect.stringMatching(message) }])
})
