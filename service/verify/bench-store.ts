// npm run bench:store: durable decisions per second on one hot experiment in Postgres, at the store's interface without HTTP, as ratios to
// two baselines of the same run through the same driver: a transaction with SELECT ... FOR UPDATE per decision, and the bare set-based
// statement.

import { randomUUID } from "node:crypto"
import pg from "pg"
import { Replica } from "../replica/replica.ts"
import { openPostgresStore } from "../store/postgres-store.ts"
import { writeStatements } from "../store/postgres-write.ts"
import { type DecisionRow, noChanges } from "../store/store.ts"
import { startPostgres } from "../testing/postgres-server.ts"

const seconds = Number(process.argv[2] ?? 4)
const batch = 1000
const given = process.env.DATABASE_URL
const server = given === undefined || given === "" ? await startPostgres({ shared_buffers: "256MB" }) : undefined
const url = server?.url ?? (given as string)
const whole = (rate: number) => Math.round(rate).toLocaleString("en")
const say = (text: string) => process.stdout.write(`${text}\n`)
const subjectKey = new Uint8Array(32)
const request = { name: "hot", arms: ["a", "b", "c", "d", "e"], horizon: 1e9, privacy: { eta: 1 } }

/** Calls `work` from `lanes` lanes for the given time; it returns how many decisions it made. */
async function rateOf(lanes: number, work: () => Promise<number>): Promise<number> {
  let count = 0
  const start = performance.now()
  const lane = async () => {
    while (performance.now() - start < seconds * 1000) {
      const made = await work()
      count += made
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return (count / (performance.now() - start)) * 1000
}

const rowOf = (experiment: string, sequence: number): DecisionRow => ({
  experiment,
  sequence,
  id: `dec_${randomUUID()}`,
  arm: sequence % 5,
  pull: sequence,
  segment: "",
  subject: null,
  excluded: "",
  at: sequence,
  due: sequence + 1000,
  key: "local",
  noise: null,
})

async function experimentNumber(replica: Replica): Promise<{ id: string; number: number }> {
  const { id } = (await replica.createExperiment(request)).live.experiment
  return { id, number: (await replica.store.number(id)) as number }
}

/** One transaction per decision: lock, read the state, insert, write the state back. */
async function onePerDecision(replica: Replica): Promise<number> {
  const { id, number } = await experimentNumber(replica)
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  const rate = await rateOf(8, async () => {
    const client = await pool.connect()
    await client.query("BEGIN")
    const { rows } = await client.query(
      "SELECT sequence, state FROM armistice.heads WHERE experiment = $1 FOR UPDATE",
      [number],
    )
    const sequence = Number(rows[0].sequence) + 1
    for (const { text, values } of writeStatements({ ...noChanges(), decisions: [rowOf(id, sequence)] }, () => number))
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

/** Nothing but the insert, a thousand rows at a time; rows are made beforehand as they would be anyway. */
async function statementAlone(replica: Replica, lanes: number): Promise<number> {
  const { id, number } = await experimentNumber(replica)
  let sequence = 0
  return rateOf(lanes, async () => {
    const decisions = Array.from({ length: batch }, () => rowOf(id, ++sequence))
    const [statement] = writeStatements({ ...noChanges(), decisions }, () => number)
    await replica.store.pool.query(statement?.text ?? "", statement?.values)
    return batch
  })
}

/** Requests of many callers, each waiting for its answer. */
async function hotExperiment(replicas: readonly Replica[], callers: number): Promise<number> {
  const [first] = replicas
  const { id } = await experimentNumber(first as Replica)
  let turn = 0
  return rateOf(callers, async () => {
    turn += 1
    await replicas[turn % replicas.length]?.decide(id, {}, "local")
    return 1
  })
}

const open = async () => Replica.start({ store: await openPostgresStore(url), subjectKey, largestGroup: batch })
const replicas = [await open(), await open(), await open()]
try {
  const [one] = replicas as [Replica, ...Replica[]]
  await hotExperiment([one], 2 * batch)
  const plain = await onePerDecision(one)
  const alone = await statementAlone(one, 1)
  const hot = await hotExperiment([one], 2 * batch)
  const three = await hotExperiment(replicas, 3 * batch)
  say(`SELECT FOR UPDATE per decision      ${whole(plain)}/s (8 connections)`)
  say(`set-based statement alone           ${whole(alone)}/s (${batch} rows each)`)
  say(`one hot experiment, one replica     ${whole(hot)}/s`)
  say(`one hot experiment, three replicas  ${whole(three)}/s (in one process)`)
  say(`  hot / per decision       ${(hot / plain).toFixed(1)}   (at least 10)`)
  say(`  hot / statement alone    ${(hot / alone).toFixed(2)}   (at least 0.5)`)
} finally {
  for (const replica of replicas) await replica.close()
  await server?.remove()
}
