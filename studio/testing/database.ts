// An empty database on the Postgres of this test run (service/testing/postgres-door.ts).

import { inject } from "vitest"

export interface Database {
  readonly url: string
  drop(): Promise<void>
}

export async function newDatabase(): Promise<Database> {
  const door = (inject as (name: string) => string)("postgresDoor")
  const answer = await fetch(door, { method: "POST" })
  const url = await answer.text()
  if (!answer.ok) throw new Error(url)
  return { url, drop: async () => void (await fetch(new URL(new URL(url).pathname, door), { method: "DELETE" })) }
}
