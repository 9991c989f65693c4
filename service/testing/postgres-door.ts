// One Postgres for a whole test run, started when the first test asks for it: a small local server in vitest's main process that
// answers with the address. DATABASE_URL names another server to use instead.

import { createServer } from "node:http"
import type { TestProject } from "vitest/node"
import { type PostgresServer, startPostgres } from "./postgres-server.ts"

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
  const door = createServer((_request, response) => {
    address().then(
      (url) => response.end(url),
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
