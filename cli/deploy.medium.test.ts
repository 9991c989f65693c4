// The commands of the files in deploy/ run as written; the test only replaces paths, port and
// address.

import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseYaml } from "@redocly/openapi-core"
import { describe, expect, onTestFinished, test } from "vitest"
import { commandDatabase } from "./testing/command-database.ts"
import { readDockerfile } from "./testing/dockerfile.ts"
import { commandsInTurn, waitForExit, withFolder } from "./testing/run-command.ts"

const runCommand = commandsInTurn()

const root = fileURLToPath(new URL("..", import.meta.url))
const deployed = (file: string) => readFileSync(join(root, "deploy", file), "utf8")
const units = ["armistice.service", "armistice-worker.service"]

const execStart = (unit: string): string => /^ExecStart=(.+)$/m.exec(deployed(unit))?.[1] ?? ""

/** Runs a shell command until its first line of output, then stops it as systemd and docker do. */
async function startAndStop(line: string, folder: string, whileRunning: (said: string) => Promise<void>) {
  const child = spawn("sh", ["-c", `exec ${line}`], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const outcome = waitForExit(child)
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).split("\n")[0] ?? ""))
    void outcome.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
  })
  await whileRunning(said)
  child.kill("SIGTERM")
  return outcome
}

/** A database with a key, created as the comments describe, and a folder with the subject key. */
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

/** No output, except that of a build in a clone whose sources have just changed. */
const quiet = expect.stringMatching(/^(armistice: building .*\n)*$/)
/** A replica warns that it serves plain HTTP, because a proxy is in front of it. */
const warned = expect.stringMatching(/^(armistice: building .*\n)*armistice: warning: plain HTTP on 0\.0\.0\.0: .*\n$/)

/** Replaces host, name and user in the database address of a document by those of the test. */
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
    // Nor may a shell or a variable put one there.
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
    withFolder(async (folder) => {
      const copy = join(folder, unit)
      writeFileSync(copy, deployed(unit).replaceAll("/usr/bin/node", process.execPath))
      expect(execFileSync(analyze, ["verify", copy], { encoding: "utf8", stdio: "pipe" })).toBe("")
      writeFileSync(copy, deployed(unit).replaceAll("/usr/bin/node", "/nowhere/node"))
      expect(() => execFileSync(analyze, ["verify", copy], { stdio: "pipe" })).toThrow(/nowhere/)
    }),
  )

  /** systemd runs no shell. This test does, so it quotes characters special to shells. */
  const line = (unit: string, url: string, folder: string) =>
    withDatabase(execStart(unit), "db.example", url)
      .replace("sslmode=verify-full&", "")
      .replace(/(?<=--store )\S+/, "'$&'")
      .replace("/usr/bin/node", process.execPath)
      .replace("/opt/armistice", root)
      .replaceAll("%d", join(folder, "secrets"))
      .replace("--port 4600", "--port 0")

  test("the replica's unit starts a replica that needs keys, and stops when asked", () =>
    withFolder(async (folder) => {
      const url = await prepared(folder)
      const { code, stderr } = await startAndStop(line("armistice.service", url, folder), folder, isReady)
      expect([code, stderr]).toEqual([0, warned])
    }))

  test("the worker's unit starts a worker, and stops when asked", () =>
    withFolder(async (folder) => {
      const url = await prepared(folder)
      const isWaiting = async (said: string) => expect(said).toMatch(/is waiting for shards/)
      const { code, stderr } = await startAndStop(line("armistice-worker.service", url, folder), folder, isWaiting)
      expect([code, stderr]).toEqual([0, quiet])
    }))
})

describe("compose", () => {
  const text = deployed("compose.yaml")
  const compose = parseYaml(text) as Compose
  const replicas = Object.entries(compose.services).filter(([name]) => name.startsWith("replica"))

  /** A replica's command, with the test's own paths, port and database put in. */
  const readCommand = (service: Service, url: string, folder: string) =>
    withDatabase(service.command?.trim() ?? "", "database", url)
      .replace(/(?<=--store )\S+/, "'$&'")
      .replace(/^/, `${process.execPath} ${root}/cli/armistice.mjs `)
      .replace("--port 4600", "--port 0")
      .replace("/run/secrets/subject-key", join(folder, "secrets/subject.key"))
      .replace("/run/secrets/database-password", join(folder, "secrets/database-password"))

  test("two replicas start on one database with the secrets that its comments create", () =>
    withFolder(async (folder) => {
      const url = await prepared(folder)
      const made = [...text.matchAll(/^# {3}((?:mkdir|openssl) .*)$/gm)].map(([, line]) => line)
      expect(made).toHaveLength(3)
      execFileSync("sh", ["-euc", made.join("\n")], { cwd: folder })
      const [password, key] = ["database-password", "subject.key"].map((name) =>
        readFileSync(join(folder, "deploy/secrets", name), "utf8").trim(),
      )
      expect(password).toMatch(/^[0-9a-f]{48}$/)
      expect(Buffer.from(key ?? "", "base64url")).toHaveLength(32)
      // The test's database has a password of its own; the key is the one just made.
      writeFileSync(join(folder, "secrets/subject.key"), `${key}\n`)
      const [first, second] = replicas.map(([, service]) => readCommand(service, url, folder))
      expect(second).toBe(first)
      const outcome = await startAndStop(first ?? "", folder, async (one) => {
        await isReady(one)
        const other = await startAndStop(second ?? "", folder, isReady)
        expect([other.code, other.stderr]).toEqual([0, warned])
      })
      expect([outcome.code, outcome.stderr]).toEqual([0, warned])
    }))

  test("the service accepts the key that its comment creates", () =>
    withFolder(async (folder) => {
      const url = await prepared(folder)
      const [, written = ""] = /run --rm replica-1 (keys create .*\n# .*)\n/.exec(text) ?? []
      // As a shell reads the two lines without their "#".
      const line = withDatabase(written.replace(/\n#/, "\n"), "database", url).replace(
        "/run/secrets/database-password",
        join(folder, "secrets/database-password"),
      )
      const args = ["-c", `exec ${process.execPath} ${root}/cli/armistice.mjs ${line.replace("ops", "more")}`]
      expect(execFileSync("sh", args, { cwd: folder, encoding: "utf8" })).toMatch(/arm_/)
    }))

  test("only the proxy can be reached, from this machine; it knows every replica, and they believe its addresses", () => {
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined)
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([["proxy", ["127.0.0.1:4600:8080"]]])
    const caddy = deployed("Caddyfile").replaceAll(/^\s*#.*$/gm, "")
    expect(caddy).toMatch(/^:8080 \{$/m)
    expect(/reverse_proxy (.*) \{/.exec(caddy)?.[1]?.split(" ")).toEqual(replicas.map(([name]) => `${name}:4600`))
    expect(caddy.match(/\{/g)?.length).toBe(caddy.match(/\}/g)?.length)
    expect(compose.services.proxy?.volumes).toEqual(["./Caddyfile:/etc/caddy/Caddyfile:ro", "proxy:/data"])
    for (const [, { volumes = [] }] of Object.entries(compose.services))
      for (const volume of volumes)
        if (!volume.startsWith(".")) expect(Object.keys(compose.volumes)).toContain(volume.split(":")[0])
    expect(Object.keys(compose.services.proxy?.depends_on ?? {})).toEqual(replicas.map(([name]) => name))
    expect(replicas).toHaveLength(2)
    for (const [, { command }] of replicas) expect(command).toContain("--host 0.0.0.0 --port 4600 --trust-proxy")
  })

  test("every secret is a file outside the repository, and each service lists the secrets that it uses", () => {
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toMatch(/^secrets\//)
      const users = Object.values(compose.services).filter(({ secrets }) => secrets?.includes(name))
      expect(users.length).toBeGreaterThan(0)
    }
    for (const [, service] of Object.entries(compose.services))
      for (const [, name = ""] of JSON.stringify(service).matchAll(/\/run\/secrets\/([a-z-]+)/g))
        expect(service.secrets).toContain(name)
    expect(readFileSync(join(root, ".gitignore"), "utf8")).toContain("deploy/secrets/")
    expect(readFileSync(join(root, ".dockerignore"), "utf8")).toContain("deploy/secrets")
  })

  test("its database keeps acknowledged commits, and has connections for the replicas", () => {
    const command = compose.services.database?.command ?? ""
    for (const setting of ["fsync", "synchronous_commit", "full_page_writes"])
      expect(command).toContain(`${setting}=on`)
    const connections = Number(/max_connections=(\d+)/.exec(command)?.[1])
    expect(connections).toBeGreaterThan(8 * replicas.length + 3)
  })
})

test("compose-standby.yaml adds a standby that the primary waits for, and changes nothing else in compose.yaml", () => {
  const text = deployed("compose-standby.yaml")
  const both = [deployed("compose.yaml"), text].map((one) => parseYaml(one) as Compose)
  const [base, { services, volumes }] = both as [Compose, Compose]
  const { database, standby } = services
  const [, name] = /synchronous_standby_names=(\w+)/.exec(database?.command ?? "") ?? []
  const making = String(standby?.command)
  expect(making).toContain(`application_name=${name}`)
  for (const setting of base.services.database?.command?.match(/-c \S+/g) ?? []) {
    expect(database?.command).toContain(setting)
    expect(making).toContain(setting)
  }
  expect(database?.volumes).toEqual(["./standby-access.sh:/docker-entrypoint-initdb.d/standby-access.sh:ro"])
  expect(deployed("standby-access.sh")).toContain("host replication armistice all scram-sha-256")
  for (const replica of ["replica-1", "replica-2"])
    expect(services[replica]?.command?.replace(/\$\{DATABASE:-database\}/, "database")).toBe(
      base.services[replica]?.command,
    )
  expect(Object.keys(volumes)).toEqual(["standby"])
  expect(standby?.secrets).toEqual(["database-password"])
  for (const [line] of text.matchAll(/^# {3}.*docker compose.*$/gm))
    expect(line).toContain("-f deploy/compose.yaml -f deploy/compose-standby.yaml")
})

interface Service {
  readonly command?: string
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
}

interface Compose {
  readonly volumes: Readonly<Record<string, unknown>>
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

describe("the image", () => {
  const { stages, last } = readDockerfile(deployed("Dockerfile"))

  test("is built in one stage and runs from another, not as root, with a health that is checked", () => {
    expect(stages).toHaveLength(2)
    const names = last.map(([name]) => name)
    const user = names.lastIndexOf("USER")
    expect(last[user]).toEqual(["USER", "node"])
    expect(names.slice(user)).not.toContain("RUN")
    expect(last.filter(([name]) => name === "COPY")).toEqual([["COPY", "--from=build /app /app"]])
    expect(names).toContain("HEALTHCHECK")
  })

  test("it and the compose files name the images of others by digest", () => {
    const named = [
      ...stages.map(([from]) => (from?.[1] ?? "").replace(/ AS .*$/, "")),
      ...["compose.yaml", "compose-standby.yaml"].flatMap((file) =>
        [...deployed(file).matchAll(/image: (\S+)/g)].map(([, image = ""]) => image),
      ),
    ].filter((image) => image !== "armistice")
    expect(named.length).toBeGreaterThan(4)
    for (const image of named) expect(image).toMatch(/^[a-z]+:[0-9a-z.-]+@sha256:[0-9a-f]{64}$/)
  })

  test("it excludes no file of the repository", () => {
    const args = ["ls-files", "--cached", "--ignored", "--exclude-from=.dockerignore"]
    expect(execFileSync("git", args, { cwd: root, encoding: "utf8" })).toBe("")
  })

  test("its health is the service's: the check as written fails while nothing listens, and passes while it does", () =>
    withFolder(async (folder) => {
      const url = await prepared(folder)
      const [, check = ""] = last.find(([name]) => name === "HEALTHCHECK") ?? []
      const [program, script = "", address = ""] = JSON.parse(/CMD (\[.*\])$/.exec(check)?.[1] ?? "[]") as string[]
      expect([program, script, address]).toEqual([
        "node",
        "/app/deploy/healthcheck.mjs",
        "http://127.0.0.1:4600/readyz",
      ])
      const readHealth = (port: string) =>
        waitForExit(spawn(process.execPath, [script.replace("/app", root), address.replace("4600", port)]))
      expect((await readHealth("9")).code).toBe(1)
      const line = `${process.execPath} ${root}/cli/armistice.mjs serve --port 0 --store '${url}' --subject-key secrets/subject.key`
      await startAndStop(line, folder, async (said) => {
        expect((await readHealth(/:(\d+)$/.exec(said)?.[1] ?? "")).code).toBe(0)
      })
    }))
})
