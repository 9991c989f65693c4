import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { ArmisticeError } from "@armistice/core"
import { beforeAll, describe, expect, test } from "vitest"
import { serveTasks } from "../workers/serve-tasks.ts"
import { threads } from "../workers/threads.ts"
import { WorkerPool } from "../workers/worker-pool.ts"
import { createTasks } from "../workers/worker-tasks.ts"
import { type Progress, replicate } from "./replicate.ts"
import { simulate } from "./simulate.ts"
import type { SimulationResult } from "./simulation-result.ts"
import type { SimulationSpec } from "./simulation-spec.ts"
import { summarise } from "./summarise.ts"

const spec: SimulationSpec = {
  algorithm: "dp-ts-ucb",
  parameters: { alpha: 1 },
  environment: { kind: "bernoulli", means: [0.95, 0.75, 0.55, 0.35, 0.15] },
  horizon: 2000,
  runs: 40,
  seed: 7,
  engine: "step",
}

/** Everything but the times, as bytes. */
function bytes(result: SimulationResult): string {
  const { milliseconds, ...rest } = result
  expect(milliseconds.perRun).toBeGreaterThan(0)
  return JSON.stringify(rest)
}

test("the same seed gives the same bytes, another seed does not", async () => {
  const first = bytes(await simulate(spec))
  expect(bytes(await simulate(spec))).toBe(first)
  expect(bytes(await simulate({ ...spec, seed: 8 }))).not.toBe(first)
})

test("run i does not depend on how many runs there are", async () => {
  const few = await simulate({ ...spec, runs: 5 })
  const many = await simulate(spec)
  expect(many.regret.values.slice(0, 5)).toEqual(few.regret.values)
})

describe("with real worker threads", () => {
  beforeAll(() => {
    const root = fileURLToPath(new URL("../..", import.meta.url))
    spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "lab"], { cwd: root, stdio: "ignore" })
  })

  test.each(["step", "leap"] as const)("two workers give the bytes of one thread (%s)", async (engine) => {
    const here = summarise(await replicate({ ...spec, engine }))
    const there = summarise(await replicate({ ...spec, engine }, { pool: threads, jobs: 2 }))
    expect(bytes(there)).toBe(bytes(here))
  })

  test("more workers than runs are no trouble", async () => {
    const { table } = await replicate({ ...spec, runs: 2 }, { pool: threads, jobs: 8 })
    expect(table.length).toBe(2)
  })

  test("an error inside a worker is the error of the caller", async () => {
    const environment = {
      kind: "replay",
      names: ["a", "b"],
      rewards: [
        [0, 1],
        [1, 0],
      ],
    } as const
    const promise = replicate({ ...spec, environment }, { pool: threads, jobs: 2 })
    await expect(promise).rejects.toThrow(ArmisticeError)
    await expect(promise).rejects.toThrow("the recorded rewards end before the run")
  })

  test("stopping keeps the runs that are finished without a gap, as if no more had been asked for", async () => {
    const controller = new AbortController()
    const options = { pool: threads, jobs: 2, signal: controller.signal, onProgress: stopAfter(controller, 6) }
    const stopped = summarise(await replicate({ ...spec, runs: 100_000 }, options))
    expect(stopped.runs).toBe(100_000)
    expect(stopped.finished).toBeGreaterThanOrEqual(1)
    expect(stopped.finished).toBeLessThan(100_000)
    const again = await simulate({ ...spec, runs: stopped.finished })
    expect(stopped.regret).toEqual(again.regret)
    expect(stopped.curve).toEqual(again.curve)
  })
})

const stopAfter = (controller: AbortController, runs: number) => (progress: Progress) => {
  if (progress.finished >= runs) controller.abort()
}

test("stopping in this thread keeps what is finished", async () => {
  const controller = new AbortController()
  const { table } = await replicate(
    { ...spec, runs: 100_000 },
    { signal: controller.signal, onProgress: stopAfter(controller, 6) },
  )
  expect(table.length).toBeGreaterThanOrEqual(6)
  expect(table.length).toBeLessThan(100_000)
})

test("stopping before the first run is an error, not an empty result", async () => {
  await expect(simulate(spec, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
})

test("progress counts up to the runs, with an estimate of what remains", async () => {
  const seen: Progress[] = []
  await replicate(spec, { onProgress: (progress) => seen.push(progress) })
  expect(seen.map(({ finished }) => finished)).toEqual([...seen.map(({ finished }) => finished)].sort((a, b) => a - b))
  expect(seen.at(-1)).toMatchObject({ finished: 40, runs: 40, remainingMs: 0 })
})

test.each([
  [{ horizon: 0 }, "horizon must be a whole number from 2 to 2^53 - 1, got 0"],
  [{ horizon: Number.POSITIVE_INFINITY }, "horizon must be a whole number from 2 to 2^53 - 1, got Infinity"],
  [{ horizon: 4 }, "horizon must be at least the number of arms, 5, got 4"],
  [{ runs: 0 }, "runs must be a whole number from 1 to 2^53 - 1, got 0"],
  [{ algorithm: "dp-tea" }, /algorithm must be one of dp-ts-ucb, .* got "dp-tea"/],
  [{ parameters: { alpha: 2 } }, "alpha must be in [0, 1], got 2"],
  [{ parameters: { alpha: 1, beta: 2 } }, "dp-ts-ucb takes the parameters alpha, horizon, got beta"],
  [{ parameters: { alpha: 1, horizon: 10 } }, "must be at least that of the simulation, 2000, got 10"],
  [{ engine: "warp" as "leap" }, 'engine must be "leap" or "step", got "warp"'],
  [
    { environment: { kind: "bernoulli", means: [0.5] } as const },
    "means must be a list for at least two arms, got [0.5]",
  ],
  [{ delivery: { silence: 1.1 } }, "silence must be in [0, 1], got 1.1"],
  [{ checkpoints: [10, 5] }, "checkpoints must be increasing whole numbers from 1 to the horizon, 2000, got 10, 5"],
])("%j is refused before anything runs", async (change, message) => {
  await expect(simulate({ ...spec, ...change })).rejects.toThrow(ArmisticeError)
  await expect(simulate({ ...spec, ...change })).rejects.toThrow(message)
})

test("jobs must be a whole number", async () => {
  await expect(replicate(spec, { jobs: 1.5 })).rejects.toThrow("jobs must be a whole number in [0, 1024], got 1.5")
})

test("stopping during the first run waits for it, and keeps what came before", async () => {
  const controller = new AbortController()
  let started = 0
  const pool = new WorkerPool(2, (receive) => {
    // The first worker, which plays run 0, answers late.
    const lateMs = started++ === 0 ? 300 : 0
    const work = serveTasks(createTasks(), (message) => setTimeout(() => receive(message), lateMs))
    return { send: (message) => work(message), close: () => {} }
  })
  const options = { jobs: 2, pool, signal: controller.signal, onProgress: stopAfter(controller, 1) }
  const { table } = await replicate({ ...spec, runs: 1000 }, options)
  expect(table.length).toBeGreaterThanOrEqual(2)
})
