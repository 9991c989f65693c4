// The files in deploy/ start what they say: their commands run as written, with only paths, port and address put in.

import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { commandDatabase } from "./testing/command-database.ts"
import { buildCommand, inFolder, outcomeOf, runCommand } from "./testing/run-command.ts"

beforeAll(buildCommand)

const root = fileURLToPath(new URL("..", import.meta.url))
const deployed = (file: string) => readFileSync(join(root, "deploy", file), "utf8")
const units = ["armistice.service", "armistice-worker.service"]

const execStart = (unit: string): string => /^ExecStart=(.+)$/m.exec(deployed(unit))?.[1] ?? ""

/** Runs a line of a shell until it has said its first line, then stops it as systemd and docker do. */
async function startAndStop(line: string, folder: string, whileRunning: (said: string) => Promise<void>) {
  const child = spawn("sh", ["-c", `exec ${line}`], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const outcome = outcomeOf(child)
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).split("\n")[0] ?? ""))
    void outcome.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
  })
  await whileRunning(said)
  child.kill("SIGTERM")
  return outcome
}

/** A database with a key, as the comments say it is made, and the folder with the subject key. */
async function prepared(folder: string): Promise<string> {
  const url = await commandDatabase()
  const made = await runCommand(["keys", "create", "--role", "operate", "--name", "ops", "--store", url], folder)
  expect(made.code).toBe(0)
  mkdirSync(join(folder, "secrets"))
  writeFileSync(join(folder, "secrets/subject.key"), Buffer.alloc(32, 9).toString("base64url"))
  writeFileSync(join(folder, "secrets/database-password"), new URL(url).password)
  return url
}

const isReady = async (address: string) => {
  const port = /:(\d+)$/.exec(address)?.[1]
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/v1/experiments`)).status).toBe(401)
}

/** Nothing, except in a clone whose sources have just changed. */
const quiet = expect.stringMatching(/^(armistice: building .*\n)*$/)
/** A replica speaks plain HTTP to the proxy in front of it, and says so. */
const warned = expect.stringMatching(/^(armistice: building .*\n)*armistice: warning: plain HTTP on 0\.0\.0\.0: .*\n$/)

/** A written address of the database, which has no password, with the test's own host, name and user put in. */
function withDatabase(text: string, host: string, url: string): string {
  const { host: own, pathname, username } = new URL(url)
  const written = `postgres://armistice@${host}/armistice?`
  expect(text).toContain(written)
  return text.replace(written, `postgres://${username}@${own}${pathname}?`)
}

test.each(["armistice.service", "armistice-worker.service", "compose.yaml"])(
  "%s has no password in a command line",
  (file) => {
    const text = deployed(file)
    expect(text.match(/postgres(ql)?:\/\/\S+/g)?.length).toBeGreaterThan(0)
    for (const [address] of text.matchAll(/postgres(ql)?:\/\/[^\s']+/g)) {
      expect(address).toMatch(/^postgres:\/\/armistice@[a-z.]+\/armistice\?(sslmode=verify-full&)?password-file=\S+$/)
    }
    // Neither by way of a shell or a variable.
    expect(text).not.toMatch(/\$\(|\$\{|EnvironmentFile|PASSWORD@/)
  },
)

describe("systemd", () => {
  const analyze = "systemd-analyze"
  const hasSystemd = (() => {
    try {
      execFileSync(analyze, ["--version"], { stdio: "ignore" })
      return true
    } catch {
      return false
    }
  })()

  test.skipIf(!hasSystemd).each(units)("%s is a unit that systemd understands", (unit) =>
    inFolder(async (folder) => {
      const copy = join(folder, unit)
      writeFileSync(copy, deployed(unit).replaceAll("/usr/bin/node", process.execPath))
      expect(execFileSync(analyze, ["verify", copy], { encoding: "utf8", stdio: "pipe" })).toBe("")
      writeFileSync(copy, deployed(unit).replaceAll("/usr/bin/node", "/nowhere/node"))
      expect(() => execFileSync(analyze, ["verify", copy], { stdio: "pipe" })).toThrow(/nowhere/)
    }),
  )

  /** systemd has no shell, so what a shell would not take as it is must be quoted here. */
  const line = (unit: string, url: string, folder: string) =>
    withDatabase(execStart(unit), "db.example", url)
      .replace("sslmode=verify-full&", "")
      .replace(/(?<=--store )\S+/, "'$&'")
      .replace("/usr/bin/node", process.execPath)
      .replace("/opt/armistice", root)
      .replaceAll("%d", join(folder, "secrets"))
      .replace("--port 4600", "--port 0")

  test("the replica's unit starts a replica that needs keys, and stops when asked", () =>
    inFolder(async (folder) => {
      const url = await prepared(folder)
      const { code, stderr } = await startAndStop(line("armistice.service", url, folder), folder, isReady)
      expect([code, stderr]).toEqual([0, warned])
    }))

  test("the worker's unit starts a worker, and stops when asked", () =>
    inFolder(async (folder) => {
      const url = await prepared(folder)
      const isWaiting = async (said: string) => expect(said).toMatch(/is waiting for shards/)
      const { code, stderr } = await startAndStop(line("armistice-worker.service", url, folder), folder, isWaiting)
      expect([code, stderr]).toEqual([0, quiet])
    }))
})

describe("compose", () => {
  const text = deployed("compose.yaml")

  test("its replica's command starts a replica", () =>
    inFolder(async (folder) => {
      const url = await prepared(folder)
      // Folded by ">".
      const [, written = ""] = /replica:[\s\S]*?command: >\n((?: {6}.*\n)+)/.exec(text) ?? []
      const command = written.trim().split(/\n\s*/).join(" ")
      expect(command).toMatch(/^node cli\/armistice.mjs serve /)
      const here = withDatabase(command, "database", url)
        .replace(/(?<=--store )\S+/, "'$&'")
        .replace("node cli/armistice.mjs", `${process.execPath} ${root}/cli/armistice.mjs`)
        .replace("--port 4600", "--port 0")
        .replace("/run/secrets/subject-key", join(folder, "secrets/subject.key"))
        .replace("/run/secrets/database-password", join(folder, "secrets/database-password"))
      const { code, stderr } = await startAndStop(here, folder, isReady)
      expect([code, stderr]).toEqual([0, warned])
    }))

  test("its replicas can be reached, each at a port of this machine, and its database only by them", () => {
    const ports = [...text.matchAll(/ports: \["([^"]+)"\]/g)].map(([, one]) => one)
    expect(ports).toEqual(["127.0.0.1:4600-4601:4600"])
    expect(Number(/replicas: (\d+)/.exec(text)?.[1])).toBe(4601 - 4600 + 1)
    expect(text).toContain("--host 0.0.0.0 --port 4600")
  })

  test("its database keeps what it acknowledges, and has connections for the replicas", () => {
    const command = /command: (postgres .*)/.exec(text)?.[1] ?? ""
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
      expect(command).toContain(`${setting}=on`)
    const connections = Number(/max_connections=(\d+)/.exec(command)?.[1])
    expect(connections).toBeGreaterThan(8 * Number(/replicas: (\d+)/.exec(text)?.[1]) + 3)
  })
})
