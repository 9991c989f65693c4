// An empty database of its own for one test, on the run's Postgres
// (service/testing/postgres-door.ts); given back afterwards.

import { inject, onTestFinished } from "vitest"

export async function commandDatabase(): Promise<string> {
  const door = (inject as (name: string) => string)("postgresDoor")
  const answer = await fetch(door, { method: "POST" })
  const url = await answer.text()
  if (!answer.ok) throw new Error(url)
  onTestFinished(async () => {
    await fetch(new URL(new URL(url).pathname, door), { method: "DELETE" })
  })
  return url
}
