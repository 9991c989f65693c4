// What one decision with its reward costs on Postgres, for the capacity model in docs/scaling.md: processor time of a replica and of the
// server (read from Linux, so it hardly depends on what else runs), bytes of log and of tables, commits. One replica over HTTP.
// node --conditions=source --import=tsx service/verify/capacity.ts [seconds]

import { readdirSync, readFileSync } from "node:fs"
import { loadavg } from "node:os"
import pg from "pg"
import { startPostgres } from "../testing/postgres-server.ts"
import { endProcess, startProcess } from "../testing/service-process.ts"

const seconds = Number(process.argv[2] ?? 5)
const say = (text: string) => process.stdout.write(`${text}\n`)
const server = await startPostgres({ shared_buffers: "256MB" })
const replica = await startProcess(server.url, { args: ["16", "no leases"] })
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

/** Processor seconds of a process so far: fields 14 and 15, in hundredths. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Of the server: its main process and all that it started; those that ended are in its own account of children. */
function processorOfServer(): number {
  const main = Number(readFileSync(`/proc/${serverChild()}/stat`, "utf8").split(" ")[3])
  let sum = 0
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
      if (Number(name) === main || Number(fields[1]) === main) sum += processorOf(Number(name))
    } catch {
      // It has ended.
    }
  return sum
}

let backend = 0
const serverChild = () => backend

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

/** One decision and its reward, in requests of their own. */
async function alone(id: string): Promise<number> {
  const { decisionId } = (await send(`/v1/experiments/${id}/decisions`, {})) as Decided
  await send(`/v1/experiments/${id}/decisions/${decisionId}/reward`, { value: 1 }, "PUT")
  return 1
}

/** A hundred decisions in one request, their rewards in another. */
async function together(id: string): Promise<number> {
  const decisions = Array.from({ length: 100 }, () => ({}))
  const { results } = (await send(`/v1/experiments/${id}/decisions:batch`, { decisions })) as { results: Decided[] }
  const rewards = results.map(({ decisionId }) => ({ decisionId, value: 1 }))
  await send(`/v1/experiments/${id}/rewards:batch`, { rewards })
  return 100
}

async function measure(name: string, experiments: number, callers: number, play: (id: string) => Promise<number>) {
  const ids: string[] = []
  for (let made = 0; made < experiments; made++)
    ids.push(
      (
        (await send("/v1/experiments", { name, arms: ["a", "b", "c"], horizon: 1e6, privacy: { eta: 1 } })) as {
          id: string
        }
      ).id,
    )
  let count = 0
  const run = async (time: number) => {
    const end = performance.now() + time
    count = 0
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        while (performance.now() < end) {
          const made = await play(ids[caller % ids.length] as string)
          count += made
        }
      }),
    )
  }
  await run(1000)
  const look = async () => ({
    wal: await wal(),
    commits: await commits(),
    tables: await tables(),
    replica: processorOf(replica.process.pid as number),
    server: processorOfServer(),
    at: performance.now(),
  })
  const before = await look()
  await run(seconds * 1000)
  // The server's counters are up to a second behind.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const after = await look()
  const each = (what: keyof typeof before) => (after[what] - before[what]) / count
  const micro = (what: "replica" | "server") => `${Math.round(each(what) * 1e6)} µs`
  say(
    `${name.padEnd(34)} ${Math.round(count / seconds)}/s · replica ${micro("replica")} · server ${micro("server")} · log ${Math.round(each("wal"))} B · tables ${Math.round(each("tables"))} B · ${Math.round(1 / each("commits"))} per commit`,
  )
}

try {
  backend = await number("SELECT pg_backend_pid() AS n")
  say(`per decision with its reward; ${seconds} s each; load ${loadavg()[0]?.toFixed(1)}`)
  await measure("one by one, 1 experiment", 1, 64, alone)
  await measure("one by one, 50 experiments", 50, 64, alone)
  await measure("in hundreds, 1 experiment", 1, 8, together)
  await measure("in hundreds, 50 experiments", 50, 50, together)
} finally {
  await client.end()
  await endProcess(replica, "SIGKILL")
  await server.remove()
}
