// npm run bench:context [seconds] [rounds]: what a durable decision with context costs over HTTP
// beside one of GDP-IMED with as many arms, in processor time of the server's process, which limits
// decisions a second; on SQLite and on Postgres. All take turns; medians of the rounds.

import { type ChildProcess, fork, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { seededRandom } from "@armistice/core"
import autocannon from "autocannon"
import type { ExperimentRequest } from "../experiment-request.ts"
import { startPostgres } from "../testing/postgres-server.ts"

const seconds = Number(process.argv[2] ?? 2)
const rounds = Number(process.argv[3] ?? 5)
const connections = 64
const random = seededRandom(1)
/** Answered before it is measured, in batches. */
const answered = 4000
const batch = 100
const arms = Array.from({ length: 10 }, (_, arm) => `arm ${arm}`)
const levels = Array.from({ length: 30 }, (_, level) => `level ${level}`)
const say = (text: string) => process.stdout.write(`${text}\n`)
const resolvePath = (place: string) => fileURLToPath(new URL(place, import.meta.url))
// The benchmark runs compiled code, as people do.
const compiler = resolvePath("../../node_modules/typescript/bin/tsc")
if (spawnSync(process.execPath, [compiler, "-b", resolvePath("..")], { stdio: "inherit" }).status !== 0)
  throw new Error("the service does not compile")

interface Setting {
  readonly context?: ExperimentRequest["context"]
  readonly draw: () => object
}

const pickAny = <T>(list: readonly T[]): T => list[random.integer(list.length)] as T
const drawn = (names: readonly string[], value: () => string | number) => () => ({
  context: Object.fromEntries(names.map((name) => [name, value()])),
})
const declared = (names: readonly string[], attribute: { levels: string[] } | { range: [number, number] }) => ({
  protection: "none" as const,
  attributes: Object.fromEntries(names.map((name) => [name, attribute])),
})
const three = ["one", "two", "three"]
const thirty = levels.map((_, at) => `x${at}`)

const settings: Readonly<Record<string, Setting>> = {
  "GDP-IMED, no context": { draw: () => ({}) },
  "one attribute of 30 levels": {
    context: declared(["level"], { levels }),
    draw: drawn(["level"], () => pickAny(levels)),
  },
  "three attributes of 10 levels": {
    context: declared(three, { levels: levels.slice(0, 10) }),
    draw: drawn(three, () => pickAny(levels.slice(0, 10))),
  },
  "30 numbers": { context: declared(thirty, { range: [0, 1] }), draw: drawn(thirty, () => random.uniform()) },
}

interface Server {
  readonly process: ChildProcess
  readonly address: string
}

async function start(store: string): Promise<Server> {
  const child = fork(resolvePath("./bench-server.mjs"), ["service", store, "off", "1000"], { execArgv: [] })
  const [{ address }] = await Promise.race([
    once(child, "message") as Promise<[{ address: string }]>,
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])
  return { process: child, address }
}

async function measureCpu({ process: child }: Server): Promise<number> {
  child.send("cpu")
  return (await once(child, "message"))[0] as number
}

async function post<Answer>({ address }: Server, path: string, body: object): Promise<Answer> {
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${address}/v1/experiments${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

interface Made {
  readonly results: readonly { readonly decisionId: string; readonly arm: string }[]
}

interface Running {
  readonly id: string
  /** Processor time of one decision with its answer, in microseconds. */
  readonly learning: number
}

/** An experiment that has learned for a while, and what an answered decision cost meanwhile. */
async function warm(server: Server, { context, draw }: Setting): Promise<Running> {
  const request = { name: "bench", arms, horizon: 1e7, answers: "all", privacy: { eta: 1 } }
  const { id } = await post<{ id: string }>(server, "", { ...request, ...(context === undefined ? {} : { context }) })
  const cpu = await measureCpu(server)
  for (let made = 0; made < answered; made += batch) {
    const decisions = Array.from({ length: batch }, draw)
    const { results } = await post<Made>(server, `/${id}/decisions:batch`, { decisions })
    const rewards = results.map(({ decisionId, arm }) => {
      return { decisionId, value: random.uniform() < 0.3 + 0.04 * arms.indexOf(arm) ? 1 : 0 }
    })
    await post(server, `/${id}/rewards:batch`, { rewards })
  }
  return { id, learning: ((await measureCpu(server)) - cpu) / answered }
}

/** Processor time of one decision in microseconds, and decisions a second. */
async function load(server: Server, id: string, { draw }: Setting): Promise<[cpu: number, rate: number]> {
  const headers = { "content-type": "application/json" }
  const path = `/v1/experiments/${id}/decisions`
  const requests = Array.from({ length: 1000 }, () => ({
    method: "POST" as const,
    path,
    headers,
    body: JSON.stringify(draw()),
  }))
  const before = await measureCpu(server)
  const {
    requests: sent,
    duration,
    non2xx,
    errors,
  } = await autocannon({ url: server.address, connections, duration: seconds, timeout: 60, requests })
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors`)
  return [((await measureCpu(server)) - before) / sent.total, sent.total / duration]
}

const computeMedian = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] as number

async function measure(kind: string, server: Server): Promise<void> {
  const running: Running[] = []
  for (const setting of Object.values(settings)) running.push(await warm(server, setting))
  const seen = running.map((): [number, number][] => [])
  for (let round = 0; round <= rounds; round++)
    for (const [at, setting] of Object.values(settings).entries()) {
      const figures = await load(server, running[at]?.id as string, setting)
      // The first round warms up.
      if (round > 0) seen[at]?.push(figures)
    }
  say(`\n${kind}: processor time of a decision, and of one answered at first in batches, µs; decisions a second;`)
  say("both to GDP-IMED's without context (goal: at least 0.33)")
  say(["", "decision", "answered", "a second", "by time", "by rate"].map(cell).join(""))
  const [usualCpu, usualRate] = [medianAt(seen[0], 0), medianAt(seen[0], 1)]
  for (const [at, name] of Object.keys(settings).entries()) {
    const [cpu, rate] = [medianAt(seen[at], 0), medianAt(seen[at], 1)]
    const { learning } = running[at] as Running
    const figures = [cpu.toFixed(0), learning.toFixed(0), rate.toFixed(0)]
    say([name, ...figures, (usualCpu / cpu).toFixed(2), (rate / usualRate).toFixed(2)].map(cell).join(""))
  }
}

/** The median of what stands at this place in the figures of each round. */
const medianAt = (figures: readonly (readonly [cpu: number, rate: number])[] = [], place: 0 | 1): number =>
  computeMedian(figures.map((one) => one[place]))

const cell = (text: string, column: number) => (column === 0 ? text.padEnd(32) : text.padStart(10))

const folder = mkdtempSync(join(tmpdir(), "armistice-bench-"))
const database = await startPostgres({ shared_buffers: "256MB" })
const servers: Server[] = []
try {
  say(`medians of ${rounds} rounds of ${seconds} s, ${connections} connections; load ${loadavg()[0]?.toFixed(1)}`)
  for (const [kind, store] of [
    ["SQLite", join(folder, "bench.db")],
    ["Postgres", database.url],
  ] as const) {
    const server = await start(store)
    servers.push(server)
    await measure(kind, server)
  }
} finally {
  for (const { process: child } of servers) child.disconnect()
  await database.remove()
  rmSync(folder, { recursive: true, force: true })
}
