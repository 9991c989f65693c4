// npm run bench:service [seconds] [rounds]: what a durable decision costs beside a bare node:http
// and a bare Fastify that answer as much, in processor time of the server's process alone, with all
// guards and without; beside a bare server which does nothing but write and fsync as much, which is
// what a durable answer costs any service; and latency at half load, beside that of the same
// bare server. Every load takes its turn in every round, so that a machine that is busy for a while
// disturbs them alike; medians, goals and every round are printed.

import { type ChildProcess, fork, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import autocannon from "autocannon"
import type { Seen } from "./steady-client.ts"
import type { SteadyLoad } from "./steady-load.ts"

const seconds = Number(process.argv[2] ?? 2)
const rounds = Number(process.argv[3] ?? 5)
const connections = 64
/**
 * In every round: whether the machine stops for some milliseconds within two seconds decides a p99,
 * and it does in one of a few.
 */
const halfTurns = 3
const experiments = 100

const resolvePath = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const script = resolvePath("./bench-server.mjs")
// The benchmark runs compiled code, as people do.
const compiler = resolvePath("../../node_modules/typescript/bin/tsc")
if (spawnSync(process.execPath, [compiler, "-b", resolvePath("..")], { stdio: "inherit" }).status !== 0)
  throw new Error("the service does not compile")

interface Listening {
  readonly address: string
  /** Keys, where the service asks for some. */
  readonly decide?: string
  readonly operate?: string
}

interface Server extends Listening {
  readonly process: ChildProcess
  readonly ids: readonly string[]
}

async function start(kind: "http" | "fastify" | "disk" | "service", ...settings: string[]): Promise<Server> {
  // As people run it: not with what compiles this benchmark.
  const child = fork(script, [kind, ...settings], { execArgv: [] })
  const [listening] = await Promise.race([
    once(child, "message") as Promise<[Listening]>,
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])
  const server = { ...listening, process: child, ids: ["bare"] }
  return kind === "service" ? { ...server, ids: await createExperiments(server) } : server
}

async function createExperiments(server: Listening): Promise<string[]> {
  const body = JSON.stringify({
    name: "bench",
    arms: ["a", "b", "c", "d", "e"],
    horizon: 1e9,
    answers: "all" as const,
    privacy: { eta: 1 },
  })
  const ids: string[] = []
  while (ids.length < experiments) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${server.operate}` }
    const answer = await fetch(`${server.address}/v1/experiments`, { method: "POST", headers, body })
    ids.push(((await answer.json()) as { id: string }).id)
  }
  return ids
}

async function stop({ process: child }: Server): Promise<void> {
  const ended = once(child, "exit")
  child.disconnect()
  await ended
}

/**
 * Processor time of a server's process so far, in microseconds, or the longest collection of
 * garbage since the last question, in milliseconds.
 */
async function askFor(what: "cpu" | "gc", { process: child }: Server): Promise<number> {
  child.send(what)
  return (await once(child, "message"))[0] as number
}

const measureCpu = (server: Server): Promise<number> => askFor("cpu", server)

/** Transactions with decisions so far, and decisions, as the service counts them. */
async function readCounts({ address, operate }: Server) {
  if (operate === undefined) return { commits: 0, decisions: 0 }
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${operate}` } })
  const text = await answer.text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1])
  return { commits: value("armistice_commit_seconds_count"), decisions: value("armistice_decisions_total") }
}

/**
 * Processor time of everything on this machine so far, in microseconds; NaN where the system does
 * not tell.
 */
function measureAllCpu(): number {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
      readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/ +/).slice(1).map(Number) ?? []
    return (user + nice + system + irq + softirq + steal) * 10_000
  } catch {
    return Number.NaN
  }
}

const client = fork(resolvePath("./steady-client.ts"))
const clientEnded = once(client, "exit").then(([code]) => Promise.reject(new Error(`the client ended with ${code}`)))

/**
 * The steady client's latency, and how many cores others kept busy meanwhile: latency means little
 * where they leave too few.
 */
async function seenBy(load: SteadyLoad, server: Server) {
  const ownCpu = async () => {
    const { user, system } = process.cpuUsage()
    return user + system + (await measureCpu(server))
  }
  const [all, own, since] = [measureAllCpu(), await ownCpu(), performance.now()]
  client.send(load)
  const [seen] = await Promise.race([once(client, "message") as Promise<[Seen]>, clientEnded])
  const others = (measureAllCpu() - all - seen.cpu - ((await ownCpu()) - own)) / ((performance.now() - since) * 1000)
  return { ...seen, others: Math.max(0, others) }
}

/** As long for all, also for those who ask for no key. */
const headersFor = ({ decide = `arm_${"0".repeat(12)}_${"0".repeat(43)}` }: Server): Record<string, string> => ({
  "content-type": "application/json",
  authorization: `Bearer ${decide}`,
})

const pathFor = (id: string) => `/v1/experiments/${id}/decisions`

async function load(server: Server, ids: readonly string[] = server.ids.slice(0, 1)) {
  const headers = headersFor(server)
  const requests = ids.map((id) => ({ method: "POST" as const, path: pathFor(id), body: "{}", headers }))
  const [counts, cpu] = [await readCounts(server), await measureCpu(server)]
  const result = await autocannon({ url: server.address, connections, duration: seconds, requests })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors`)
  const used = (await measureCpu(server)) - cpu
  const { total } = result.requests
  const { commits, decisions } = await readCounts(server)
  return {
    rate: total / result.duration,
    cpu: used / total,
    commits: commits - counts.commits,
    group: (decisions - counts.decisions) / (commits - counts.commits),
  }
}

async function halfLoad(server: Server, rate: number) {
  const url = `${server.address}${pathFor(server.ids[0] ?? "")}`
  const before = await readCounts(server)
  await askFor("gc", server)
  const seen = await seenBy({ url, headers: headersFor(server), rate, seconds }, server)
  const { commits, decisions } = await readCounts(server)
  return {
    ...seen,
    gc: await askFor("gc", server),
    group: (decisions - before.decisions) / (commits - before.commits),
  }
}

const folder = mkdtempSync(join(tmpdir(), "armistice-bench-"))
const servers = {
  http: await start("http"),
  fastify: await start("fastify"),
  on: await start("service", join(folder, "on.db"), "on", "1000"),
  off: await start("service", join(folder, "off.db"), "off", "1000"),
  alone: await start("service", join(folder, "alone.db"), "on", "1"),
  disk: await start("disk", join(folder, "bare.log")),
}

async function round() {
  const http = await load(servers.http)
  const fastify = await load(servers.fastify)
  const on = await load(servers.on)
  const off = await load(servers.off)
  const many = await load(servers.on, servers.on.ids)
  const alone = await load(servers.alone)
  const writing = await load(servers.disk)
  const [half, disk]: [HalfLoad[], HalfLoad[]] = [[], []]
  for (let turn = 0; turn < halfTurns; turn++) {
    half.push(await halfLoad(servers.on, Math.round(on.rate / 2)))
    disk.push(await halfLoad(servers.disk, Math.round(on.rate / 2)))
  }
  return { http, fastify, on, off, many, alone, writing, half, disk }
}

type HalfLoad = Awaited<ReturnType<typeof halfLoad>>

type Round = Awaited<ReturnType<typeof round>>
/** The target of a figure, if any: with a number, a goal. */
type Wanted = string | { readonly most: number } | { readonly least: number }
type Line = readonly [what: string, of: (one: Round) => number | number[], digits: number, wanted?: Wanted]

/** A figure of every turn at half load. */
const atHalf =
  (server: "half" | "disk", figure: keyof HalfLoad) =>
  (one: Round): number[] =>
    one[server].map((turn) => turn[figure])

const cores = availableParallelism()
const parts: readonly (readonly [title: string, lines: readonly Line[]])[] = [
  [
    "processor time of the server's process for one request, µs",
    [
      ["bare node:http", ({ http }) => http.cpu, 0],
      ["bare Fastify", ({ fastify }) => fastify.cpu, 0],
      ["bare node:http that writes and fsyncs", ({ writing }) => writing.cpu, 0],
      ["durable decision, guards on", ({ on }) => on.cpu, 0],
      ["durable decision, guards off", ({ off }) => off.cpu, 0],
    ],
  ],
  [
    "ratios",
    [
      ["processor time, guards on / node:http", ({ on, http }) => on.cpu / http.cpu, 2, { most: 2 }],
      ["processor time, guards on / Fastify", ({ on, fastify }) => on.cpu / fastify.cpu, 2, { most: 1.7 }],
      ["processor time, guards on / writes and fsyncs", ({ on, writing }) => on.cpu / writing.cpu, 2],
      ["decisions a second, guards on / off", ({ on, off }) => on.rate / off.rate, 2, { least: 0.85 }],
      ["processor time, guards off / on", ({ on, off }) => off.cpu / on.cpu, 2],
      ["processor time, 100 experiments / one", ({ many, on }) => many.cpu / on.cpu, 2],
      ["decisions a second, grouped / one by one", ({ on, alone }) => on.rate / alone.rate, 1, { least: 2 }],
    ],
  ],
  [
    "durable decisions, guards on",
    [
      ["a second", ({ on }) => on.rate, 0],
      ["in a transaction", ({ on }) => on.group, 1],
      ["transactions, one fsync of the log each", ({ on }) => on.commits, 0, `in ${seconds} s`],
    ],
  ],
  [
    "at half that load, steady, ms",
    [
      ["p99", atHalf("half", "p99"), 1, { most: 5 }],
      ["p99 of a server that only writes and fsyncs", atHalf("disk", "p99"), 1, "what this disk can do now"],
      ["median", atHalf("half", "median"), 1],
      ["median of the one that only writes", atHalf("disk", "median"), 1],
      ["decisions in a transaction", atHalf("half", "group"), 1],
      ["longest collection of garbage", atHalf("half", "gc"), 1],
      ["p99 counted from when each was due", atHalf("half", "p99FromDue"), 1],
      ["p99 of how late the client itself asked", atHalf("half", "late"), 1],
      ["cores busy with other work meanwhile", atHalf("half", "others"), 1, `of ${cores}; rates want it near 0`],
    ],
  ],
]

const say = (text: string) => process.stdout.write(`${text}\n`)

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function describeTarget(value: number, wanted: Wanted | undefined): string {
  if (wanted === undefined) return ""
  if (typeof wanted === "string") return `${wanted}; `
  const [words, isMet] =
    "most" in wanted
      ? [`at most ${wanted.most}`, value <= wanted.most]
      : [`at least ${wanted.least}`, value >= wanted.least]
  return `goal ${words}: ${isMet ? "met" : "NOT met"}; `
}

const loads = loadavg().map((value) => value.toFixed(1))
say(`load of the machine before: ${loads.join(" ")} on ${cores} cores; ${connections} connections`)
try {
  // Until the code is compiled.
  await round()
  const results: Round[] = []
  for (let number = 0; number < rounds; number++) results.push(await round())
  for (const [title, lines] of parts) {
    say(title)
    for (const [what, of, digits, wanted] of lines) {
      const values = results.flatMap(of)
      const shown = values.map((value) => value.toFixed(digits)).join(" ")
      const middle = median(values)
      say(
        `  ${what.padEnd(46)} ${middle.toFixed(digits).padStart(7)}   (${describeTarget(middle, wanted)}rounds ${shown})`,
      )
    }
  }
} finally {
  client.disconnect()
  for (const server of Object.values(servers)) await stop(server)
  rmSync(folder, { recursive: true, force: true })
}
