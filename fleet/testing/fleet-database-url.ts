// An empty database of its own for one test, on the Postgres of the test run.

import { randomBytes } from "node:crypto"
import pg from "pg"
import { inject, onTestFinished } from "vitest"

export async function fleetDatabaseUrl(): Promise<string> {
  const answer = await fetch((inject as (name: string) => string)("postgresDoor"))
  const server = await answer.text()
  if (!answer.ok) throw new Error(server)
  const name = `fleet_${randomBytes(6).toString("hex")}`
  await run(server, `CREATE DATABASE ${name}`)
  onTestFinished(() => run(server, `DROP DATABASE ${name} WITH (FORCE)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
