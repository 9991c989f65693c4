// The proxy of deploy/compose.yaml, where a Caddy is installed: the Caddyfile as written, in front
// of two replicas, with only addresses put in.

import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, expect, onTestFinished, test } from "vitest"
import { commandDatabase } from "./testing/command-database.ts"
import { buildCommand, runCommand, waitForExit, withFolder } from "./testing/run-command.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const caddyfile = readFileSync(join(root, "deploy/Caddyfile"), "utf8")
const caddy = "caddy"
const version = (() => {
  try {
    return execFileSync(caddy, ["version"], { encoding: "utf8" })
  } catch {
    return null
  }
})()
/** Its name until 2.6.3, such as in Debian 12. */
const buffers = /^v?2\.6\.[0-3]\b/.test(version ?? "") ? "buffer_requests" : "request_buffers 2MiB"

beforeAll(buildCommand)

interface Answered {
  readonly status: number
  readonly text: string
}

interface Asked {
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** How much of the answer is enough; all of it if left out. */
  readonly enough?: (text: string) => boolean
}

/** A request under a name of its own, as of a browser: `fetch` lets nobody choose the Host. */
function ask(port: number, path: string, { headers = {}, body, enough }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: body === undefined ? "GET" : "POST",
        headers: { host: "shop.example", "content-type": "application/json", ...headers },
      },
      (answer) => {
        let text = ""
        const end = () => resolve({ status: answer.statusCode ?? 0, text })
        answer.setEncoding("utf8")
        answer.on("data", (part: string) => {
          text += part
          if (enough?.(text) !== true) return
          end()
          asked.destroy()
        })
        answer.on("end", end)
      },
    )
    asked.on("error", reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A replica on a port of its own, until it is stopped. */
async function replica(url: string, key: string, folder: string): Promise<{ port: string; stop(): Promise<unknown> }> {
  const args = ["serve", "--host", "0.0.0.0", "--port", "0", "--trust-proxy", "--store", url, "--subject-key", key]
  const child = spawn(process.execPath, [join(root, "cli/armistice.mjs"), ...args], { cwd: folder })
  onTestFinished(() => void child.kill("SIGKILL"))
  const outcome = waitForExit(child)
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).split("\n")[0] ?? ""))
    void outcome.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
  })
  const stop = () => {
    child.kill("SIGTERM")
    return outcome
  }
  return { port: /:(\d+)$/.exec(said)?.[1] ?? "", stop }
}

/** Decisions that a replica has stored. */
async function readDecisions(port: number, key: Record<string, string>): Promise<number> {
  const { text } = await ask(port, "/metrics", { headers: { ...key, host: `localhost:${port}` } })
  return Number(/^armistice_decisions_total (\d+)$/m.exec(text)?.[1])
}

test.each([
  ["/v1/experiments/exp_1/decisions", "exp_1"],
  ["/v1/experiments/exp_1", "exp_1"],
  ["/ofrep/v1/evaluate/flags/exp_1", "exp_1"],
  ["/ofrep/v1/evaluate/flags/a name", "a name"],
  ["/ofrep/v1/evaluate/flags/a\nname", "a"],
  ["/ofrep/v1/evaluate/flags", undefined],
  ["/v1/experiments", undefined],
  ["/v1/keys/exp_1", undefined],
])("%j goes by the experiment %j", (path, experiment) => {
  const [, pattern = ""] = /path_regexp experiment (\S+)$/m.exec(caddyfile) ?? []
  expect(new RegExp(pattern).exec(path)?.[1]).toBe(experiment)
})

test.skipIf(version === null)(
  "hands on pages, calls and events under its own name, and goes on when a replica stops",
  () =>
    withFolder(async (folder) => {
      const url = await commandDatabase()
      const made = await runCommand(["keys", "create", "--role", "operate", "--name", "ops", "--store", url], folder)
      const key = { authorization: `Bearer ${made.stdout.trim()}` }
      const deciding = await runCommand(["keys", "create", "--role", "decide", "--store", url], folder)
      const decider = { authorization: `Bearer ${deciding.stdout.trim()}` }
      const subjectKey = join(folder, "subject.key")
      writeFileSync(subjectKey, Buffer.alloc(32, 9).toString("base64url"))
      const [first, second] = [await replica(url, subjectKey, folder), await replica(url, subjectKey, folder)]
      const port = await freePort()
      const config = join(folder, "Caddyfile")
      const written = caddyfile
        .replace(":8080 {", `:${port} {`)
        .replace("replica-1:4600", `127.0.0.1:${first.port}`)
        .replace("replica-2:4600", `127.0.0.1:${second.port}`)
        .replace("request_buffers 2MiB", buffers)
      expect(written).not.toMatch(/replica-|:8080 \{/)
      writeFileSync(config, written)
      mkdirSync(join(folder, "caddy"))
      const proxy = spawn(caddy, ["run", "--config", config, "--adapter", "caddyfile"], {
        env: { ...process.env, XDG_DATA_HOME: join(folder, "caddy"), XDG_CONFIG_HOME: join(folder, "caddy") },
        stdio: "ignore",
      })
      onTestFinished(() => void proxy.kill("SIGKILL"))
      const isUp = async () => (await ask(port, "/readyz").catch(() => null))?.status === 200
      while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50))

      expect((await ask(port, "/")).text).toContain("<title>")
      expect((await ask(port, "/v1/experiments")).status).toBe(401)
      // The studio's own page, which the proxy serves over TLS under this name.
      const asked = { name: "x", arms: ["a", "b"], horizon: 1000, answers: "all" as const, privacy: { eta: 1 } }
      const own = { ...key, origin: "https://shop.example", "sec-fetch-site": "same-origin" }
      const created = await ask(port, "/v1/experiments", { headers: own, body: asked })
      expect(created.status).toBe(201)
      const elsewhere = { ...key, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
      expect((await ask(port, "/v1/experiments", { headers: elsewhere, body: asked })).status).toBe(403)
      // The stream never ends by itself, and is read all the same.
      const { id } = JSON.parse(created.text)
      const stream = await ask(port, `/v1/experiments/${id}/events`, {
        headers: key,
        enough: (text) => text.includes("\n\n"),
      })
      expect([stream.status, stream.text]).toEqual([200, expect.stringMatching(/^(event|id|data|:)/m)])

      // Requests of an experiment go to one replica, those of many to both.
      const decisions = async () => Promise.all([first, second].map(({ port }) => readDecisions(Number(port), key)))
      const decide = (experiment: string) =>
        ask(port, `/v1/experiments/${experiment}/decisions`, { headers: decider, body: {} })
      for (let times = 0; times < 8; times++) expect((await decide(id)).status).toBe(201)
      const flag = { headers: decider, body: { context: { targetingKey: "ann" } } }
      for (let times = 0; times < 4; times++)
        expect((await ask(port, `/ofrep/v1/evaluate/flags/${id}`, flag)).status).toBe(200)
      expect((await decisions()).sort((a, b) => a - b)).toEqual([0, 12])
      const ids = [id]
      while (ids.length < 16)
        ids.push(JSON.parse((await ask(port, "/v1/experiments", { headers: own, body: asked })).text).id)
      for (const one of ids) await decide(one)
      const [some, others] = (await decisions()) as [number, number]
      expect(Math.min(some, others)).toBeGreaterThan(0)
      expect(some + others).toBe(12 + 16)

      await first.stop()
      for (const one of ids) expect((await decide(one)).status).toBe(201)
      for (let index = 0; index < 10; index++)
        expect((await ask(port, "/v1/experiments", { headers: key })).status).toBe(200)
    }),
)
