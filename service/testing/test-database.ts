// An empty database of its own for one test, on the run's Postgres
// (service/testing/postgres-door.ts); given back afterwards.

import { inject, onTestFinished } from "vitest"

/** With the tables of a store and no row in them. */
export const readyDatabase = (): Promise<string> => testDatabase("/ready")

export async function testDatabase(kind: "/" | "/ready" = "/"): Promise<string> {
  const door = inject("postgresDoor")
  const answer = await fetch(new URL(kind, door), { method: "POST" })
  const url = await answer.text()
  if (!answer.ok) throw new Error(url)
  onTestFinished(async () => {
    await fetch(new URL(new URL(url).pathname, door), { method: "DELETE" })
  })
  return url
}
