// Two hundred shards over three workers, one of them killed half-way: the result of one process,
// every shard stored once.

import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { runLocalSweep } from "./local-sweep.ts"
import { runFleetSweep } from "./postgres-sweep.ts"
import { listShards, readSweep } from "./sweep-spec.ts"
import { fleetDatabaseUrl } from "./testing/fleet-database-url.ts"

const program = fileURLToPath(new URL("./testing/worker-process.ts", import.meta.url))

function startWorker(url: string): ChildProcess {
  const child = spawn(process.execPath, ["--conditions=source", "--import=tsx", program, url], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  return child
}

test("200 shards, three workers, one killed: the bytes of one process", async () => {
  const spec = readSweep({
    simulations: [
      {
        algorithm: "dp-ts-ucb",
        parameters: { alpha: 0.5 },
        environment: { kind: "bernoulli", means: [0.9, 0.8, 0.5] },
        horizon: 5000,
        runs: 400,
        seed: 1,
        engine: "step",
      },
    ],
    runsPerShard: 2,
  })
  expect(listShards(spec)).toHaveLength(200)
  const url = await fleetDatabaseUrl()
  const workers = [startWorker(url), startWorker(url), startWorker(url)]
  let isKilled = false
  const result = await runFleetSweep(spec, {
    url,
    onProgress: ({ finished, workers: alive }) => {
      if (isKilled || finished < 60 || alive < 3) return
      isKilled = true
      workers[0]?.kill("SIGKILL")
    },
  })
  expect(isKilled).toBe(true)
  expect(JSON.stringify(result)).toBe(JSON.stringify(await runLocalSweep(spec, { jobs: 2 })))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "SELECT finished_by, count(*)::integer AS shards FROM armistice_fleet.shards GROUP BY finished_by",
  )
  await client.end()
  expect(rows.length).toBe(3)
  expect(rows.reduce((sum, { shards }) => sum + shards, 0)).toBe(200)
})

test("a worker is killed during a shard: another one runs it once the heartbeat is missed", async () => {
  const spec = readSweep({
    simulations: [
      {
        algorithm: "dp-ts-ucb",
        parameters: { alpha: 0 },
        environment: { kind: "bernoulli", means: [0.9, 0.8, 0.5] },
        horizon: 20_000,
        runs: 40,
        seed: 2,
        engine: "step",
      },
    ],
    runsPerShard: 40,
  })
  const url = await fleetDatabaseUrl()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const lost = startWorker(url)
  const job = async (): Promise<{ locked_by: string | null; attempts: number } | undefined> =>
    (await client.query("SELECT locked_by, attempts FROM graphile_worker.jobs")).rows[0]
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  let isHeld = false
  const kill = async () => {
    // The table is there once the sweep has been submitted.
    await until(async () => (await job().catch(() => undefined))?.locked_by != null)
    lost.kill("SIGKILL")
    await new Promise((resolve) => lost.once("exit", resolve))
    isHeld = (await job())?.locked_by !== null
    startWorker(url)
  }
  const [result] = await Promise.all([runFleetSweep(spec, { url }), kill()])
  expect(isHeld).toBe(true)
  expect(JSON.stringify(result)).toBe(JSON.stringify(await runLocalSweep(spec, { jobs: 1 })))
  const { rows } = await client.query("SELECT count(*)::integer AS workers FROM armistice_fleet.workers")
  expect(rows[0].workers).toBe(2)
})

test("an audit is a shard like any other", async () => {
  const spec = readSweep({ audits: [{ algorithm: "gdp-imed", parameters: { eta: 1 }, runs: 100, seed: 3 }] })
  const here = await runLocalSweep(spec, { jobs: 1 })
  expect(here.audits[0]?.verdict).toBe("consistent")
  const url = await fleetDatabaseUrl()
  expect(JSON.stringify(await runFleetSweep(spec, { url, jobs: 1 }))).toBe(JSON.stringify(here))
})
