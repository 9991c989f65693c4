// PgBouncer in transaction mode in front of a Postgres, if there is one on the PATH (or named by
// PGBOUNCER); for verification only.

import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { freePort } from "./free-port.ts"

export interface Bouncer {
  readonly url: string
  readonly version: string
  stop(): void
}

const program = process.env.PGBOUNCER ?? "pgbouncer"

/** Its version; null if there is none. */
export function bouncerVersion(): string | null {
  try {
    return (
      execFileSync(program, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).split("\n")[0] ??
      ""
    )
  } catch {
    return null
  }
}

/** `connections` to the server are shared by all clients, transaction by transaction. */
export async function startBouncer(server: string, connections: number): Promise<Bouncer> {
  const { hostname, port, username, password, pathname } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), "armistice-pgbouncer-"))
  chmodSync(folder, 0o755)
  const listen = await freePort()
  const database = pathname.slice(1)
  const file = join(folder, "pgbouncer.ini")
  writeFileSync(
    file,
    `[databases]
${database} = host=${hostname} port=${port} dbname=${database} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
logfile =
`,
    { mode: 0o644 },
  )
  // It refuses to run as root.
  const user = userInfo().uid === 0 ? ["-u", "postgres"] : []
  const child = spawn(program, ["-q", ...user, file], { stdio: ["ignore", "ignore", "pipe"] })
  let said = ""
  child.stderr?.on("data", (data) => {
    said += String(data)
  })
  const url = `postgres://${username}@127.0.0.1:${listen}/${database}`
  await untilReady(child, url, () => said)
  const stop = () => {
    child.kill("SIGINT")
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, version: bouncerVersion() ?? "", stop }
}

async function untilReady(child: ChildProcess, url: string, said: () => string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${said()}`)
    const client = new pg.Client({ connectionString: url })
    client.on("error", () => undefined)
    try {
      await client.connect()
      await client.query("SELECT 1")
      return
    } catch {
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  child.kill("SIGKILL")
  throw new Error(`PgBouncer was not ready within 5 s: ${said()}`)
}
