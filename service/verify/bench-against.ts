// npm run bench:against -- <other checkout> [rounds] [sqlite|postgres]: what a durable decision
// costs here and in another checkout of this repository, such as a git worktree of an earlier
// commit. Both serve at the same time and are loaded by turns, in an order that changes, so a
// machine that is busy for a while disturbs both alike. Ends with 1 if the processor time of a
// decision has surely grown by more than 3 %.

import { type ChildProcess, execFileSync, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import autocannon from "autocannon"
import pg from "pg"
import { startPostgres } from "../testing/postgres-server.ts"

const [otherPath, roundsText = "24", onlyStore] = process.argv.slice(2)
if (otherPath === undefined) throw new Error("the other checkout must be given: npm run bench:against -- ../before")
const rounds = Number(roundsText)
if (!Number.isInteger(rounds) || rounds < 2)
  throw new Error(`rounds must be a whole number from 2 on, got ${roundsText}`)
const seconds = 1
const connections = 64
const mostGrowth = 1.03
/**
 * Two-sided 95 % of Student's law with 19 degrees of freedom; with more rounds it is a little more
 * than needed.
 */
const studentQuantile = 2.093

const checkouts = { here: fileURLToPath(new URL("../..", import.meta.url)), other: resolve(otherPath) }
type Side = keyof typeof checkouts

interface Served {
  readonly child: ChildProcess
  readonly url: string
}

interface Cost {
  /** Microseconds of the server's process for one decision. */
  readonly cpu: number
  readonly rate: number
}

async function serve(side: Side, store: string): Promise<Served> {
  const child = fork(join(checkouts[side], "service/verify/bench-server.mjs"), ["service", store, "off", "1000"], {
    execArgv: [],
    cwd: checkouts[side],
  })
  const [{ address }] = await Promise.race([
    once(child, "message") as Promise<[{ address: string }]>,
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the server of ${side} ended with ${code}`))),
  ])
  const answer = await fetch(`${address}/v1/experiments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "bench", arms: ["a", "b", "c"], horizon: 1e9, answers: "all", privacy: { eta: 1 } }),
  })
  const { id, detail } = (await answer.json()) as { id?: string; detail?: string }
  if (id === undefined) throw new Error(`the service of ${side} refused the experiment: ${detail}`)
  return { child, url: `${address}/v1/experiments/${id}/decisions` }
}

async function processorTime({ child }: Served): Promise<number> {
  child.send("cpu")
  return (await once(child, "message"))[0] as number
}

async function load(served: Served): Promise<Cost> {
  const before = await processorTime(served)
  const { requests, duration, non2xx, errors } = await autocannon({
    url: served.url,
    connections,
    duration: seconds,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} decisions were refused and ${errors} failed`)
  return { cpu: ((await processorTime(served)) - before) / requests.total, rate: requests.total / duration }
}

/** The mean ratio of two lists of figures, and its 95 % interval, from logarithms. */
function meanRatio(above: readonly number[], below: readonly number[]) {
  const logs = above.map((value, index) => Math.log(value / (below[index] as number)))
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const squares = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0)
  const error = Math.sqrt(squares / (logs.length - 1) / logs.length)
  const [ratio, low, high] = [0, -1, 1].map((sign) => Math.exp(mean + sign * studentQuantile * error))
  return { ratio, low, high } as { ratio: number; low: number; high: number }
}

async function compare(name: string, stores: Readonly<Record<Side, string>>): Promise<boolean> {
  const served = { here: await serve("here", stores.here), other: await serve("other", stores.other) }
  const costs: Record<Side, Cost[]> = { here: [], other: [] }
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const side of round % 2 === 0 ? (["here", "other"] as const) : (["other", "here"] as const)) {
        const cost = await load(served[side])
        if (round > 0) costs[side].push(cost)
      }
  } finally {
    for (const { child } of Object.values(served)) {
      const ended = once(child, "exit")
      child.disconnect()
      await ended
    }
  }
  const list = (side: Side, figure: keyof Cost) => costs[side].map((cost) => cost[figure])
  const cpu = meanRatio(list("here", "cpu"), list("other", "cpu"))
  const rate = meanRatio(list("here", "rate"), list("other", "rate"))
  const text = ({ ratio, low, high }: typeof cpu) => `${ratio.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
  process.stdout.write(`${name}, here to other, mean of ${rounds} rounds and its 95 % interval\n`)
  process.stdout.write(`  processor time of a decision  ${text(cpu)}\n  decisions a second            ${text(rate)}\n`)
  return cpu.low <= mostGrowth
}

for (const path of Object.values(checkouts))
  execFileSync(process.execPath, [join(path, "node_modules/typescript/bin/tsc"), "-b", join(path, "service")])

const folder = mkdtempSync(join(tmpdir(), "armistice-bench-"))
let isWithin = true
try {
  if (onlyStore !== "postgres")
    isWithin = await compare("SQLite", { here: join(folder, "here.db"), other: join(folder, "other.db") })
  if (onlyStore !== "sqlite") {
    const server = await startPostgres({ shared_buffers: "256MB" })
    try {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      for (const side of Object.keys(checkouts)) await client.query(`CREATE DATABASE bench_${side}`)
      await client.end()
      const nameDatabase = (side: Side) => Object.assign(new URL(server.url), { pathname: `/bench_${side}` }).href
      isWithin = (await compare("Postgres", { here: nameDatabase("here"), other: nameDatabase("other") })) && isWithin
    } finally {
      await server.remove()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isWithin ? 0 : 1
