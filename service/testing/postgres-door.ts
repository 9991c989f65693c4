// One Postgres for a whole test run, started when the first test asks for it: a small local server in vitest's main process. GET answers
// with the server's address, POST with that of a new empty database, DELETE drops it. DATABASE_URL names another server to use instead.

import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { TestProject } from "vitest/node"
import { type PostgresServer, startPostgres } from "./postgres-server.ts"
import { runSql } from "./run-sql.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgresDoor: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined
  const address = async (): Promise<string> => {
    const { DATABASE_URL } = process.env
    if (DATABASE_URL !== undefined && DATABASE_URL !== "") return DATABASE_URL
    // Several replicas, workers and test files at once.
    started ??= startPostgres({ max_connections: "200" })
    return (await started).url
  }
  const answerTo = async (method: string | undefined, path: string): Promise<string> => {
    const server = await address()
    if (method === "GET") return server
    const name = method === "POST" ? `test_${randomBytes(6).toString("hex")}` : path.slice(1)
    if (!/^test_[0-9a-f]{12}$/.test(name)) throw new Error("a database to drop must be one that was made here")
    await runSql(server, method === "POST" ? `CREATE DATABASE ${name}` : `DROP DATABASE ${name} WITH (FORCE)`)
    const url = new URL(server)
    url.pathname = `/${name}`
    return url.href
  }
  const door = createServer(({ method, url = "/" }, response) => {
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
    await (await started)?.remove()
  }
}
