// npm run bench:service [seconds] [rounds]: durable decisions per second over loopback as ratios to baselines, and latency at half load. All
// loads take turns, round after round, so that a machine that is busy for a while disturbs them alike; medians and every round are printed.

import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import autocannon from "autocannon"
import { steadyLoad } from "./steady-load.ts"

const seconds = Number(process.argv[2] ?? 1.5)
const rounds = Number(process.argv[3] ?? 5)
const folder = mkdtempSync(join(tmpdir(), "armistice-bench-"))
const script = fileURLToPath(new URL("./bench-server.ts", import.meta.url))
let files = 0

interface Server {
  readonly address: string
  readonly ids: readonly string[]
  readonly token: string
  readonly process: ChildProcess
}

function start(guards: "on" | "off", largest: number): Promise<Server> {
  const path = join(folder, `${files++}.db`)
  const child = spawn(
    process.execPath,
    ["--conditions=source", "--import=tsx", script, path, guards, String(largest)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  return new Promise((resolve, reject) => {
    let text = ""
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)))
    child.stdout?.on("data", (data) => {
      text += String(data)
      if (text.includes("\n")) resolve({ ...(JSON.parse(text) as Omit<Server, "process">), process: child })
    })
  })
}

async function stop(server: Server): Promise<void> {
  server.process.removeAllListeners("exit")
  const ended = new Promise((resolve) => server.process.on("exit", resolve))
  server.process.kill("SIGTERM")
  await ended
}

/** Processor time of a process so far, in microseconds; NaN where the system does not tell. Steadier than rates on a busy machine. */
function cpuOf({ process: child }: Server): number {
  try {
    const [user = "", system = ""] =
      readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(11, 13) ?? []
    return (Number(user) + Number(system)) * 10_000
  } catch {
    return Number.NaN
  }
}

/** Processor time of everything on this machine so far, in microseconds; NaN where the system does not tell. */
function cpuOfAll(): number {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
      readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/ +/).slice(1).map(Number) ?? []
    return (user + nice + system + irq + softirq + steal) * 10_000
  } catch {
    return Number.NaN
  }
}

/** How many cores others kept busy while `work` was done: latency means little where they leave too few. */
async function besideOthers<Result>(server: Server, work: () => Promise<Result>) {
  const own = () => {
    const { user, system } = process.cpuUsage()
    return user + system + cpuOf(server)
  }
  const [all, mine, since] = [cpuOfAll(), own(), performance.now()]
  const result = await work()
  return { result, others: (cpuOfAll() - all - (own() - mine)) / ((performance.now() - since) * 1000) }
}

const headersFor = ({ token }: Server): Record<string, string> => ({
  "content-type": "application/json",
  ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
})

interface Load {
  readonly paths: readonly string[]
  /** At most so many in a second, as fast as they go, and then a rest until it is over. */
  readonly rate?: number
  readonly connections?: number
}

async function load(server: Server, { paths, rate, connections = 100 }: Load) {
  const cpuBefore = cpuOf(server)
  const result = await autocannon({
    url: server.address,
    connections,
    duration: seconds,
    // It would take one millisecond for the time between two requests, whatever the rate.
    ...(rate === undefined ? {} : { overallRate: rate, ignoreCoordinatedOmission: true }),
    requests: paths.map((path) => ({ method: "POST" as const, path, body: "{}", headers: headersFor(server) })),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors`)
  const cpu = (cpuOf(server) - cpuBefore) / result.requests.total
  return { rate: result.requests.total / result.duration, p99: result.latency.p99, cpu }
}

const decisions = (id: string) => `/v1/experiments/${id}/decisions`
const say = (text: string) => process.stdout.write(`${text}\n`)
const whole = (rate: number) => Math.round(rate).toLocaleString("en")

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A line with the median, what is asked of it, and every round. */
function report(what: string, values: readonly number[], digits: number, wanted: string): void {
  const shown = values.map((value) => value.toFixed(digits)).join(" ")
  say(`  ${what.padEnd(30)} ${median(values).toFixed(digits).padStart(6)}   (${wanted}; rounds ${shown})`)
}

async function round(server: Server, alone: Server) {
  const [first = ""] = server.ids
  // As many addresses as for a hundred experiments, so that asking costs the same.
  const same = server.ids.map(() => decisions(first))
  const empty = await load(server, { paths: same.map(() => "/empty") })
  const one = await load(server, { paths: same })
  const many = await load(server, { paths: server.ids.map(decisions) })
  const single = await load(alone, { paths: [decisions(alone.ids[0] ?? "")] })
  const rate = Math.round(one.rate / 2)
  const url = `${server.address}${decisions(first)}`
  const { result: took, others } = await besideOthers(server, () =>
    steadyLoad({ url, headers: headersFor(server), rate, seconds }),
  )
  const bursts = await load(server, { paths: same, rate, connections: 50 })
  const half = took[Math.floor(took.length * 0.99)] ?? Number.NaN
  return { empty, one, many, single, half, others, bursts: bursts.p99 }
}

async function measure(guards: "on" | "off", factor: number): Promise<void> {
  const server = await start(guards, 1000)
  const alone = await start(guards, 1)
  await load(server, { paths: server.ids.map(decisions) })
  const results: Awaited<ReturnType<typeof round>>[] = []
  for (let number = 0; number < rounds; number++) results.push(await round(server, alone))
  await stop(alone)
  await stop(server)
  const rates = (["empty", "one", "many", "single"] as const).map((name) => median(results.map((of) => of[name].rate)))
  const [empty = 0, one = 0, many = 0, single = 0] = rates.map(whole)
  say(
    `guards ${guards}: empty POST ${empty}/s, durable decisions ${one}/s, of 100 experiments ${many}/s, one commit each ${single}/s`,
  )
  const wanted = guards === "on" ? "at least 0.5" : "at least 0.5 with guards on"
  report(
    "decisions / empty POST",
    results.map((of) => of.one.rate / of.empty.rate),
    2,
    wanted,
  )
  report(
    "grouped / one commit each",
    results.map((of) => of.one.rate / of.single.rate),
    1,
    `at least ${factor}`,
  )
  report(
    "100 experiments / one",
    results.map((of) => of.many.rate / of.one.rate),
    2,
    "about 1",
  )
  report(
    "processor time, 100 / one",
    results.map((of) => of.many.cpu / of.one.cpu),
    2,
    "about 1",
  )
  report(
    "server µs per decision",
    results.map((of) => of.one.cpu),
    0,
    `empty POST ${median(results.map((of) => of.empty.cpu)).toFixed(0)}`,
  )
  report(
    "p99 at half that load, ms",
    results.map((of) => of.half),
    1,
    "under 25",
  )
  report(
    "  cores busy with other work",
    results.map((of) => of.others),
    1,
    `of ${availableParallelism()}; latency is judged where it is near 0`,
  )
  report(
    "p99, the same in bursts, ms",
    results.map((of) => of.bursts),
    0,
    "at full speed for half of each second",
  )
}

say(
  `load of the machine before: ${loadavg()
    .map((value) => value.toFixed(1))
    .join(" ")} on ${availableParallelism()} cores`,
)
try {
  await measure("off", 4)
  await measure("on", 2)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
