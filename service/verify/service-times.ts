// The time of a replica's batch on Postgres, by how many requests and experiments it has, and how
// long requests wait that arrive at random times: the inputs of the queueing simulation in
// research/scaling. At the store's interface without HTTP. node --conditions=source --import=tsx
// service/verify/service-times.ts [seconds] [file]; the file gets the figures as JSON.

import { writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { seededRandom } from "@armistice/core"
import { Service } from "../service.ts"
import { openPostgresStore } from "../store/postgres/postgres-store.ts"
import { startPostgres } from "../testing/postgres-server.ts"
import type { Replica } from "../testing/test-replica.ts"
import { measureServer } from "./processor-time.ts"
import { computeMedian } from "./rate.ts"
import { steadyExperiment } from "./steady-experiment.ts"

const seconds = Number(process.argv[2] ?? 2)
const file = process.argv[3]
const say = (text: string) => process.stdout.write(`${text}\n`)
const server = await startPostgres({ shared_buffers: "256MB" })
const experimentCount = 1000
const largestBatch = 1000

/** One queue, so that what is sent together is one batch. */
const open = async (parallelBatches: number): Promise<Replica> =>
  Service.start({
    store: await openPostgresStore(server.url),
    subjectKey: new Uint8Array(32),
    ...{ largestBatch, parallelBatches, batchMs: 1000, requestTimeoutMs: 60_000 },
  })

interface Size {
  readonly requests: number
  readonly experiments: number
}

const sizes: readonly Size[] = [
  ...[1, 10, 100, 1000].map((requests) => ({ requests, experiments: 1 })),
  ...[10, 100, 1000].map((requests) => ({ requests, experiments: 10 })),
  ...[100, 1000].map((requests) => ({ requests, experiments: 100 })),
  { requests: 1000, experiments: 1000 },
]

/** Costs in seconds: by the clock, of the server's processors, and of this process. */
interface MeasuredBatch extends Size {
  readonly kind: "decisions" | "rewards"
  readonly wall: number
  readonly server: number
  readonly replica: number
}

const replica = await open(1)
const ids: string[] = []
let made = 0

async function measureBatches({ requests, experiments }: Size): Promise<MeasuredBatch[]> {
  const costs = { decisions: newCost(), rewards: newCost() }
  const time = async <Result>(kind: "decisions" | "rewards", work: () => Promise<Result>): Promise<Result> => {
    const before = { at: performance.now(), replica: process.cpuUsage(), server: measureServer(backend) }
    const result = await work()
    const took = performance.now() - before.at
    const { user, system } = process.cpuUsage(before.replica)
    costs[kind].wall.push(took / 1000)
    costs[kind].server += measureServer(backend) - before.server
    costs[kind].replica += (user + system) / 1e6
    return result
  }
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    // Where batches take less than a tick of the processor's clock, several are timed together.
    const repeats = Math.max(1, Math.round(50 / requests))
    const decided = await time("decisions", async () => {
      const all: { id: string; decisionId: string }[] = []
      for (let repeat = 0; repeat < repeats; repeat++) {
        made += 1
        all.push(...(await Promise.all(Array.from({ length: requests }, (_, at) => decideAt(at + made, experiments)))))
      }
      return all
    })
    await time("rewards", async () => {
      for (let repeat = 0; repeat < repeats; repeat++) {
        const part = decided.slice(repeat * requests, (repeat + 1) * requests)
        await Promise.all(part.map(({ id, decisionId }, at) => replica.reward(id, decisionId, at % 2, "local")))
      }
    })
    costs.decisions.batches += repeats
    costs.rewards.batches += repeats
  }
  return (["decisions", "rewards"] as const).map((kind) => {
    const { wall, batches, ...used } = costs[kind]
    const repeats = batches / wall.length
    const [onServer, here] = [used.server / batches, used.replica / batches]
    return { kind, requests, experiments, wall: computeMedian(wall) / repeats, server: onServer, replica: here }
  })
}

const newCost = () => ({ wall: [] as number[], server: 0, replica: 0, batches: 0 })

async function decideAt(turn: number, experiments: number): Promise<{ id: string; decisionId: string }> {
  const id = ids[turn % experiments] as string
  const { decisionId } = await replica.decide(id, {}, "local")
  return { id, decisionId }
}

/** Decisions that arrive at random times, whatever has become of those before. Times in seconds. */
async function measureWaits(other: Replica, experiments: number, rate: number) {
  const random = seededRandom(7)
  const times: number[] = []
  const pending: Promise<void>[] = []
  const [start, lasts] = [performance.now(), 1000 * Math.max(2, 2 * seconds)]
  for (let due = 0; due < lasts; due += (1000 * random.exponential()) / rate) {
    const wait = start + due - performance.now()
    if (wait > 1) await sleep(wait)
    const id = ids[random.integer(experiments)] as string
    const answered = other.decide(id, {}, "local").then(() => {
      // From when it was due, also if this process was too busy to send it.
      if (due > lasts / 4) times.push((performance.now() - start - due) / 1000)
    })
    pending.push(answered)
  }
  await Promise.all(pending)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] as number
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return { experiments, rate, mean, p50: at(0.5), p99: at(0.99), answered: times.length }
}

const micro = (value: number) => `${Math.round(value * 1e6)} µs`.padStart(10)
let backend = 0

try {
  const [row] = await replica.store.session.rows<{ pid: number }>("SELECT pg_backend_pid() AS pid")
  backend = row?.pid as number
  for (let index = 0; index < experimentCount; index++)
    ids.push((await replica.createExperiment(steadyExperiment(`x${index}`))).live.experiment.id)
  // Until the code is compiled.
  await measureBatches({ requests: 100, experiments: 10 })
  const batches: MeasuredBatch[] = []
  say(`a batch of one replica, ${seconds} s each; load ${loadavg()[0]?.toFixed(1)}`)
  for (const size of sizes)
    for (const measured of await measureBatches(size)) {
      batches.push(measured)
      const { kind, requests, experiments, wall, server: used, replica: own } = measured
      const what = `${requests} ${kind} in ${experiments}`.padEnd(24)
      say(`${what} ${micro(wall)} · server ${micro(used)} · replica ${micro(own)}`)
    }
  const other = await open(4)
  const waits: Awaited<ReturnType<typeof measureWaits>>[] = []
  for (const experiments of [1, 100])
    for (const rate of [200, 1000, 2000, 4000]) {
      const measured = await measureWaits(other, experiments, rate)
      waits.push(measured)
      const { p50, p99 } = measured
      say(`${rate} a second in ${experiments}: half within ${micro(p50)}, 99 % within ${micro(p99)}`)
    }
  await other.close()
  const machine = { cores: cpus().length, node: process.version, load: loadavg()[0] }
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ machine, batches, waits }, null, 1)}\n`)
} finally {
  await replica.close()
  await server.remove()
}
