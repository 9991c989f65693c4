// One Postgres for a whole test run, started when the first test asks for it: a small local server
// in vitest's main process. GET answers with the server's address, POST with that of an empty
// database, POST /ready with one that has the tables of a store, and DELETE takes one back. It is
// emptied and given out again, as that takes a tenth of the time of making one. DATABASE_URL names
// another server to use instead.

import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import pg from "pg"
import type { TestProject } from "vitest/node"
import { type PostgresServer, startPostgres } from "./postgres-server.ts"
import { clearRows, makeReady, type ReadyDatabase } from "./ready-database.ts"
import { runSql } from "./run-sql.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgresDoor: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined
  const given = process.env.DATABASE_URL
  const address = async (): Promise<string> => {
    if (given !== undefined && given !== "") return given
    // Several replicas, workers and test files at once.
    started ??= startPostgres({ max_connections: "200" })
    return (await started).url
  }
  const made = new Set<string>()
  const empty: string[] = []
  const ready: string[] = []
  const known = new Map<string, ReadyDatabase>()
  const answerTo = async (method: string | undefined, path: string): Promise<string> => {
    const server = await address()
    if (method === "GET") return server
    if (method === "POST") {
      const cleared = path === "/ready" ? ready.pop() : undefined
      if (cleared !== undefined) return formatAddress(server, cleared)
      const name = empty.pop() ?? (await newDatabase(server, made))
      const url = formatAddress(server, name)
      if (path === "/ready") known.set(name, await connected(url, (client) => makeReady(url, client)))
      return url
    }
    const name = path.slice(1)
    if (!made.has(name)) throw new Error("this run did not make the database")
    await connected(formatAddress(server, name), async (client) => {
      await endOthers(client, name)
      const before = known.get(name)
      if (before !== undefined && (await clearRows(client, before).catch(() => false))) ready.push(name)
      else {
        known.delete(name)
        await emptyDatabase(client)
        empty.push(name)
      }
    })
    return ""
  }
  const door = createServer(({ method, url = "/" }, response) => {
    // A test that is busy for a while does not see that a connection was closed, and would use it
    // again.
    response.setHeader("connection", "close")
    answerTo(method, url).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const port = await new Promise<number>((resolve) => {
    door.listen(0, "127.0.0.1", () => resolve((door.address() as { port: number }).port))
  })
  door.unref()
  project.provide("postgresDoor", `http://127.0.0.1:${port}`)
  return async () => {
    door.close()
    if (started === undefined)
      for (const name of made) await runSql(await address(), `DROP DATABASE ${name} WITH (FORCE)`)
    await (await started)?.remove()
  }
}

function formatAddress(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function newDatabase(server: string, made: Set<string>): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`
  made.add(name)
  await runSql(server, `CREATE DATABASE ${name}`)
  return name
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Ends what is still connected, and forgets what was set for the database. */
async function endOthers(client: pg.Client, name: string): Promise<void> {
  const isUser = "backend_type = 'client backend' AND pid <> pg_backend_pid() AND datname = current_database()"
  // Waits up to five seconds for each.
  await client.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${isUser}`)
  await client.query(`ALTER DATABASE ${name} RESET ALL`)
}

/** Leaves no table in it. */
async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query("ROLLBACK")
  const { rows } = await client.query<{ name: string }>(
    "SELECT quote_ident(nspname) AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'",
  )
  for (const { name } of rows) await client.query(`DROP SCHEMA ${name} CASCADE`)
  await client.query("CREATE SCHEMA public")
}
