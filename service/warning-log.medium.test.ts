// Problems of the machine are logged when they begin, and again only after they were
// over.

import { join } from "node:path"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, onTestFinished, test, vi } from "vitest"
import { warningTexts } from "./service-warnings.ts"
import { startService } from "./start-service.ts"
import { demo, temporaryFolder } from "./testing/test-service.ts"

async function startLogged(clock?: () => number) {
  const lines: string[] = []
  const store = join(temporaryFolder(), "a.db")
  const log = { write: (line: string) => void lines.push(line) }
  const given = clock === undefined ? {} : { clock }
  const running = await startService({ store, port: 0, closeWindowsMs: 5, rateLimit: null, log, ...given })
  onTestFinished(() => running.stop())
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = { "content-type": "application/json" }
    const answer = await fetch(`${running.address}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    expect(answer.status).toBeLessThan(300)
    return (await answer.json()) as Record<string, string>
  }
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  const logged = () => warnings().map(({ msg }) => msg as string)
  const isReady = async () => (await (await fetch(`${running.address}/readyz`)).json()) as { warnings?: string[] }
  return { store, post, logged, isReady }
}

/** Long enough for many looks at what is wrong. */
const manyTurns = () => new Promise((resolve) => setTimeout(resolve, 100))

test("a clock that is behind is logged once, and again after it was right", async () => {
  let time = Date.UTC(2026, 0, 1)
  const { logged } = await startLogged(() => time)
  const hour = 3_600_000
  await manyTurns()
  expect(logged()).toEqual([])
  const expected: string[] = []
  for (let times = 0; times < 2; times++) {
    time -= hour
    expected.push(warningTexts.clock)
    await vi.waitFor(() => expect(logged()).toEqual(expected))
    await manyTurns()
    expect(logged()).toEqual(expected)
    time += hour
    await manyTurns()
  }
  expect(logged()).toEqual(expected)
})

test("a log that cannot be written into the database is logged once, and again after it could", async () => {
  const { store, post, logged, isReady } = await startLogged()
  const { id } = await post("/v1/experiments", demo)
  const decisions = Array.from({ length: 1000 }, () => ({}))
  const expected: string[] = []
  for (let times = 0; times < 2; times++) {
    const reader = new DatabaseSync(store, { readOnly: true })
    reader.exec("BEGIN; SELECT count(*) FROM properties")
    expected.push(warningTexts.checkpoint)
    while (logged().length < expected.length) await post(`/v1/experiments/${id}/decisions:batch`, { decisions })
    for (let more = 0; more < 3; more++) await post(`/v1/experiments/${id}/decisions:batch`, { decisions })
    await manyTurns()
    reader.exec("COMMIT")
    reader.close()
    await vi.waitFor(async () => expect((await isReady()).warnings).toBeUndefined(), 5000)
  }
  expect(logged()).toEqual(expected)
})
