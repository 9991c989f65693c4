// npm run bench:store [seconds] [rounds] [sweep]: durable decisions per second on one hot
// experiment in Postgres, at the store's interface without HTTP, with two baselines through the
// same driver: a transaction with SELECT ... FOR UPDATE per decision, and the set-based statement.
// All take turns in one run; medians of the rounds, and of the ratios within a round. Then the same
// with and without partitions and with more and more experiments; "sweep": that part alone.

import { randomUUID } from "node:crypto"
import { loadavg } from "node:os"
import pg from "pg"
import { Service } from "../service.ts"
import { noChanges } from "../store/changes.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { writeStatements } from "../store/postgres/postgres-write.ts"
import type { DecisionRow } from "../store/rows.ts"
import { startPostgres } from "../testing/postgres-server.ts"
import type { Replica } from "../testing/test-replica.ts"
import { computeMedian, measureRate } from "./rate.ts"
import { steadyExperiment } from "./steady-experiment.ts"
import { sweepExperiments } from "./sweep-experiments.ts"

const seconds = Number(process.argv[2] ?? 2)
const rounds = Number(process.argv[3] ?? 5)
const batch = 1000
const given = process.env.DATABASE_URL
// BENCH_FLUSH_MS: every flush to disk takes at least so long, as with slower disks or a standby
// that must confirm.
const flushMs = Number(process.env.BENCH_FLUSH_MS ?? 0)
const slowFlush = flushMs === 0 ? {} : { commit_delay: String(flushMs * 1000), commit_siblings: "0" }
const server =
  given === undefined || given === "" ? await startPostgres({ shared_buffers: "256MB", ...slowFlush }) : undefined
const url = server?.url ?? (given as string)
const say = (text: string) => process.stdout.write(`${text}\n`)
const makeRow = (experiment: string, sequence: number): DecisionRow => ({
  experiment,
  sequence,
  id: `dec_${sequence.toString(36).padStart(8, "0")}${randomUUID().slice(0, 18)}`,
  arm: sequence % 5,
  pull: sequence,
  segment: "",
  subject: null,
  excluded: "",
  context: null,
  at: sequence,
  due: sequence + 1000,
  key: "local",
  noise: null,
})

/**
 * The algorithm for people who ask for a privacy and no algorithm. Its state is longer while many
 * decisions wait for their rewards.
 */
const recommended = {
  name: "recommended",
  arms: ["a", "b", "c", "d", "e"],
  horizon: 1e9,
  answers: "all" as const,
  privacy: { eta: 1 },
}
const manyUnanswered = 300_000

async function experimentNumber(replica: Replica): Promise<{ id: string; number: number }> {
  const { id } = (await replica.createExperiment(steadyExperiment("hot"))).live.experiment
  return { id, number: (await replica.store.session.number(id)) as number }
}

/** One transaction per decision: lock, read the state, insert, write the state back. */
async function onePerDecision(replica: Replica): Promise<number> {
  const { id, number } = await experimentNumber(replica)
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  const rate = await measureRate(8, seconds, async () => {
    const client = await pool.connect()
    await client.query("BEGIN")
    const { rows } = await client.query(
      "SELECT sequence, state FROM armistice.heads WHERE experiment = $1 FOR UPDATE",
      [number],
    )
    const sequence = Number(rows[0].sequence) + 1
    for (const { text, values } of writeStatements(
      { ...noChanges(), decisions: [makeRow(id, sequence)] },
      () => number,
    ))
      await client.query(text, values)
    await client.query("UPDATE armistice.heads SET sequence = $2, state = $3 WHERE experiment = $1", [
      number,
      sequence,
      rows[0].state,
    ])
    await client.query("COMMIT")
    client.release()
    return 1
  })
  await pool.end()
  return rate
}

/** Nothing but the insert, a thousand rows at a time; rows are made as they would be anyway. */
async function statementAlone(replica: Replica, connections: number): Promise<number> {
  const { id, number } = await experimentNumber(replica)
  let sequence = 0
  return measureRate(connections, seconds, async () => {
    const decisions = Array.from({ length: batch }, () => makeRow(id, ++sequence))
    const [statement] = writeStatements({ ...noChanges(), decisions }, () => number)
    await replica.store.session.pool.query(statement?.text ?? "", statement?.values)
    return batch
  })
}

/** Requests of many callers, each waiting for its answer. */
async function hotExperiment(replicas: readonly Replica[], id: string): Promise<number> {
  let turn = 0
  return measureRate(2 * batch * replicas.length, seconds, async () => {
    turn += 1
    await replicas[turn % replicas.length]?.decide(id, {}, "local")
    return 1
  })
}

/** An experiment whose first batches are over: the next one lasts for as long as this runs. */
async function warmExperiment(replica: Replica): Promise<string> {
  const { id } = await experimentNumber(replica)
  for (let made = 0; made < 41_000; made += 2 * batch) {
    const decided = await Promise.all(Array.from({ length: 2 * batch }, () => replica.decide(id, {}, "local")))
    await Promise.all(
      decided.map(({ decisionId, arm }) => replica.reward(id, decisionId, arm === "a" ? 1 : 0, "local")),
    )
  }
  return id
}

/** An experiment of the recommended method with so many decisions, none of them answered. */
async function unansweredExperiment(replica: Replica, count: number): Promise<string> {
  const { id } = (await replica.createExperiment(recommended)).live.experiment
  for (let made = 0; made < count; made += 2 * batch)
    await Promise.all(Array.from({ length: 2 * batch }, () => replica.decide(id, {}, "local")))
  return id
}

const open = async () =>
  Service.start({
    store: await openPostgresStore(url),
    subjectKey: new Uint8Array(32),
    largestBatch: batch,
    requestTimeoutMs: 60_000,
  })
async function benchHotExperiment(): Promise<void> {
  const replicas = [await open(), await open(), await open()] as const

  const walBytes = async (): Promise<number> => {
    const { rows } = await replicas[0].store.session.pool.query(
      "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes",
    )
    return Number(rows[0].bytes)
  }

  try {
    const id = await warmExperiment(replicas[0])
    const unanswered = await unansweredExperiment(replicas[0], manyUnanswered)
    const methods: Record<string, () => Promise<number>> = {
      "SELECT FOR UPDATE per decision (8 connections)": () => onePerDecision(replicas[0]),
      "set-based statement alone (1,000 rows each)": () => statementAlone(replicas[0], 1),
      "set-based statement alone, three connections": () => statementAlone(replicas[0], 3),
      "one hot experiment, one replica": () => hotExperiment([replicas[0]], id),
      "one hot experiment, three replicas": () => hotExperiment(replicas, id),
      "recommended method, nobody has answered": async () =>
        hotExperiment([replicas[0]], await unansweredExperiment(replicas[0], 0)),
      [`the same after ${manyUnanswered.toLocaleString("en")} decisions`]: () =>
        hotExperiment([replicas[0]], unanswered),
    }
    const names = Object.keys(methods)
    const rates = new Map(names.map((name): [string, number[]] => [name, []]))
    const wal = new Map(names.map((name): [string, number[]] => [name, []]))
    for (let round = 0; round <= rounds; round++)
      for (const name of names) {
        const from = await walBytes()
        const rate = await (methods[name] as () => Promise<number>)()
        // The first round warms up.
        if (round === 0) continue
        rates.get(name)?.push(rate)
        wal.get(name)?.push(((await walBytes()) - from) / (rate * seconds))
      }
    const load = loadavg()[0]?.toFixed(1)
    say(`decisions a second, median of ${rounds} rounds of ${seconds} s (least to most); log bytes each; load ${load}`)
    for (const name of names) {
      const list = rates.get(name) as number[]
      const whole = (rate: number) => Math.round(rate).toLocaleString("en")
      const range = `(${whole(Math.min(...list))} to ${whole(Math.max(...list))})`
      say(
        `${name.padEnd(48)} ${whole(computeMedian(list)).padStart(8)} ${range.padEnd(20)} ${whole(computeMedian(wal.get(name) as number[]))} B`,
      )
    }
    const ratio = (above: number, below: number): string =>
      computeMedian(
        (rates.get(names[above] as string) as number[]).map(
          (rate, round) => rate / (rates.get(names[below] as string)?.[round] as number),
        ),
      ).toFixed(2)
    say(`  hot / per decision                  ${ratio(3, 0)}   (at least 80)`)
    say(`  hot / statement alone               ${ratio(3, 1)}   (at least 0.5)`)
  } finally {
    for (const replica of replicas) await replica.close()
  }
}

try {
  if (process.argv[4] !== "sweep") await benchHotExperiment()
  await sweepExperiments({ url, seconds, rounds, largestBatch: batch, say })
} finally {
  await server?.remove()
}
