// npm run bench:service: durable decisions per second over loopback as ratios to baselines of the same run, and latency at half load.

import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import autocannon from "autocannon"

const seconds = Number(process.argv[2] ?? 4)
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

interface Load {
  readonly paths: readonly string[]
  readonly rate?: number
  readonly connections?: number
}

async function load(server: Server, { paths, rate, connections = 100 }: Load) {
  const headers = {
    "content-type": "application/json",
    ...(server.token === "" ? {} : { authorization: `Bearer ${server.token}` }),
  }
  const cpuBefore = cpuOf(server)
  const result = await autocannon({
    url: server.address,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    requests: paths.map((path) => ({ method: "POST" as const, path, body: "{}", headers })),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals and ${result.errors} errors`)
  const cpu = (cpuOf(server) - cpuBefore) / result.requests.total
  return { rate: result.requests.total / result.duration, p99: result.latency.p99, cpu }
}

const decisions = (id: string) => `/v1/experiments/${id}/decisions`
const say = (text: string) => process.stdout.write(`${text}\n`)
const whole = (rate: number) => Math.round(rate).toLocaleString("en")

async function measure(guards: "on" | "off", factor: number): Promise<void> {
  const server = await start(guards, 1000)
  const alone = await start(guards, 1)
  const [first = ""] = server.ids
  await load(server, { paths: [decisions(first)] })
  const empty = await load(server, { paths: ["/empty"] })
  const one = await load(server, { paths: [decisions(first)] })
  const many = await load(server, { paths: server.ids.map(decisions) })
  const single = await load(alone, { paths: [decisions(alone.ids[0] ?? "")] })
  await stop(alone)
  say(
    `guards ${guards}: empty POST ${whole(empty.rate)}/s, durable decisions ${whole(one.rate)}/s, one commit each ${whole(single.rate)}/s`,
  )
  say(`  decisions / empty POST        ${(one.rate / empty.rate).toFixed(2)}   (at least 0.5 with guards on)`)
  say(`  grouped / one commit each     ${(one.rate / single.rate).toFixed(2)}   (at least ${factor})`)
  say(`  100 experiments / one         ${(many.rate / one.rate).toFixed(2)}   (about 1)`)
  const times = [empty, one, many, single].map(({ cpu }) => cpu.toFixed(0))
  say(`  server µs per request         ${times.join(" / ")}   (empty, decision, 100 experiments, one commit each)`)
  const half = await load(server, { paths: [decisions(first)], rate: Math.round(one.rate / 2), connections: 50 })
  say(`  p99 at half that load         ${half.p99} ms (under 25), at ${whole(half.rate)}/s`)
  await stop(server)
}

try {
  await measure("off", 4)
  await measure("on", 2)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
