// The cost of one decision, alone or with its reward, on Postgres, for the capacity model in
// docs/scaling.md: processor time of a replica and of the server (read from Linux, so it hardly
// depends on what else runs), bytes of log and of tables, commits. One replica over HTTP. node
// --conditions=source --import=tsx service/verify/capacity.ts [seconds] [file]; the file gets the
// figures as JSON.

import { writeFileSync } from "node:fs"
import { loadavg } from "node:os"
import autocannon from "autocannon"
import pg from "pg"
import { startPostgres } from "../testing/postgres-server.ts"
import { endProcess, startProcess } from "../testing/service-process.ts"
import { measureServer, readProcess } from "./processor-time.ts"

const seconds = Number(process.argv[2] ?? 5)
const file = process.argv[3]
const rows: object[] = []
const say = (text: string) => process.stdout.write(`${text}\n`)
const server = await startPostgres({ shared_buffers: "256MB" })
const replica = await startProcess(server.url)
const client = new pg.Client({ connectionString: server.url })
await client.connect()

const number = async (sql: string): Promise<number> => Number((await client.query(sql)).rows[0].n)
const wal = () => number("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS n")
const commits = () => number("SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()")
const tables = () =>
  number(
    `SELECT sum(pg_total_relation_size(c.oid)) AS n FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'armistice' AND c.relkind = 'r'`,
  )

/** One of the server's processes. */
let backend = 0

async function send(path: string, body: object, method = "POST"): Promise<unknown> {
  const answer = await fetch(`${replica.address}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} must be answered, got ${answer.status}`)
  const text = await answer.text()
  return text === "" ? null : JSON.parse(text)
}

interface Decided {
  readonly decisionId: string
}

/** A hundred decisions in one request, their rewards in another. */
async function together(id: string): Promise<number> {
  const decisions = Array.from({ length: 100 }, () => ({}))
  const { results } = (await send(`/v1/experiments/${id}/decisions:batch`, { decisions })) as { results: Decided[] }
  const rewards = results.map(({ decisionId }) => ({ decisionId, value: 1 }))
  await send(`/v1/experiments/${id}/rewards:batch`, { rewards })
  return 100
}

/** Single decisions from 64 connections for some time; how many were answered. */
async function singles(ids: readonly string[], time: number): Promise<number> {
  const requests = ids.map((id) => ({
    method: "POST" as const,
    path: `/v1/experiments/${id}/decisions`,
    headers: { "content-type": "application/json" },
    body: "{}",
  }))
  const { "2xx": answered } = await autocannon({ url: replica.address, connections: 64, duration: time, requests })
  return answered
}

/** Batches from several callers. */
async function batches(ids: readonly string[], time: number): Promise<number> {
  const end = performance.now() + time * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: Math.max(ids.length, 8) }, async (_, caller) => {
      while (performance.now() < end) {
        const made = await together(ids[caller % ids.length] as string)
        count += made
      }
    }),
  )
  return count
}

async function measure(name: string, experiments: number, play: typeof singles) {
  const ids: string[] = []
  for (let made = 0; made < experiments; made++)
    ids.push(
      (
        (await send("/v1/experiments", {
          name,
          arms: ["a", "b", "c"],
          horizon: 1e6,
          answers: "all" as const,
          privacy: { eta: 1 },
        })) as {
          id: string
        }
      ).id,
    )
  // Until the code is compiled.
  await play(ids, seconds)
  const look = async () => ({
    wal: await wal(),
    commits: await commits(),
    tables: await tables(),
    replica: readProcess(replica.process.pid as number).seconds,
    server: measureServer(backend),
    at: performance.now(),
  })
  const before = await look()
  const count = await play(ids, seconds)
  // The server's counters are up to a second behind.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const after = await look()
  const each = (what: keyof typeof before) => (after[what] - before[what]) / count
  const costs = { replica: each("replica"), server: each("server"), log: each("wal"), tables: each("tables") }
  rows.push({ name, experiments, rate: count / seconds, ...costs, perCommit: 1 / each("commits") })
  const micro = (what: "replica" | "server") => `${Math.round(each(what) * 1e6)} µs`
  say(
    `${name.padEnd(36)} ${Math.round(count / seconds)}/s · replica ${micro("replica")} · server ${micro("server")} · log ${Math.round(each("wal"))} B · tables ${Math.round(each("tables"))} B · ${Math.round(1 / each("commits"))} per commit`,
  )
}

try {
  backend = await number("SELECT pg_backend_pid() AS n")
  say(`per decision; ${seconds} s each after as much to warm up; load ${loadavg()[0]?.toFixed(1)}`)
  await measure("single decisions, 1 experiment", 1, singles)
  await measure("single decisions, 50 experiments", 50, singles)
  await measure("hundreds with rewards, 1 experiment", 1, batches)
  await measure("hundreds with rewards, 50", 50, batches)
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ load: loadavg()[0], rows }, null, 1)}\n`)
} finally {
  await client.end()
  await endProcess(replica, "SIGKILL")
  await server.remove()
}
