// The clock of a database server jumps ahead and back, or clocks of replicas do: time goes on for
// all replicas, windows go on closing, and a server whose clock is behind is said.

import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { buildServer } from "../../http/server.ts"
import { Service } from "../../service.ts"
import { runSql } from "../../testing/run-sql.ts"
import { testDatabase } from "../../testing/test-database.ts"
import { createCaller, demo, testSubjectKey } from "../../testing/test-service.ts"
import { openPostgresStore } from "./postgres-store.ts"

const day = 86_400_000
const window = { ...demo, rewardWindowSeconds: 60, algorithm: { name: "gdp-ts" } }

afterEach(() => {
  vi.useRealTimers()
})

/**
 * A database whose clock the test moves, and replicas on it whose monotonic clocks go on when the
 * test says so.
 */
async function movedDatabase() {
  const url = await testDatabase()
  await runSql(
    url,
    `CREATE SCHEMA moved; CREATE TABLE moved.clock (ms bigint); INSERT INTO moved.clock VALUES (0);
     CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
       $$ SELECT '2026-01-01Z'::timestamptz + ms * interval '1 millisecond' FROM moved.clock $$`,
  )
  // Names without a schema are looked up there first.
  const place = new URL(url)
  place.searchParams.set("options", "-csearch_path=moved,pg_catalog")
  let monotonic = 0
  const start = async () => {
    const store = await openPostgresStore(place.href)
    const service = await Service.start({ store, subjectKey: testSubjectKey, monotonic: () => monotonic })
    const app = await buildServer(service, { rateLimit: null })
    onTestFinished(async () => {
      await app.close()
      await service.close()
    })
    const call = createCaller(app)
    const ready = async () => {
      const { status, body } = await call("GET", "/readyz")
      return [status, body.warnings]
    }
    const lead = async () =>
      Number(/^armistice_clock_lead_seconds (\d+)$/m.exec((await call("GET", "/metrics")).text)?.[1])
    return { service, store, ready, lead }
  }
  const jump = (ms: number) => runSql(url, `UPDATE moved.clock SET ms = ms + ${ms}`)
  const pass = async (seconds: number) => {
    monotonic += seconds * 1000
    await jump(seconds * 1000)
  }
  return { start, jump, pass }
}

const first = Date.UTC(2026, 0, 1)

test("a server's clock that jumps ahead and back stops no replica's time", async () => {
  const { start, jump, pass } = await movedDatabase()
  const [one, other] = [await start(), await start()]
  const { id } = (await one.service.createExperiment(window)).live.experiment
  const readTime = async (decision: number) => (await one.store.rowsAfter("decisions", id, decision - 1, 1))[0]?.at
  await jump(day)
  await one.service.decide(id, { decisionId: "ahead" }, "local")
  expect(await readTime(1)).toBe(first + day)
  expect(await one.ready()).toEqual([200, undefined])
  await jump(-day)
  // Only the first has seen the clock ahead. The other learns of it from what is stored, within
  // five seconds, and goes on from there.
  await pass(5)
  await one.service.closeWindows()
  expect([await one.ready(), await one.lead()]).toEqual([[200, ["clock"]], 86_400])
  await other.service.closeWindows()
  expect([await other.ready(), await other.lead()]).toEqual([[200, ["clock"]], 86_400])
  await pass(45)
  await other.service.decide(id, { decisionId: "behind" }, "local")
  expect(await readTime(2)).toBe(first + day + 50_000)
  // The first replica does nothing any more, and the other closes the window in time.
  await other.service.closeWindows()
  expect(await one.store.rowsAfter("observations", id, 0)).toEqual([])
  await pass(11)
  await other.service.closeWindows()
  expect(await one.store.rowsAfter("observations", id, 0)).toMatchObject([{ decision: 1 }])
  await expect(other.service.reward(id, "ahead", 1, "local")).rejects.toMatchObject({ code: "reward_window_over" })
  await other.service.reward(id, "behind", 1, "local")
  // One that starts now goes on from there too.
  const third = await start()
  expect(third.service.now()).toBe(first + day + 61_000)
  expect(await third.ready()).toEqual([200, ["clock"]])
  // Once the clock is right again, or has caught up, all is as it was.
  await jump(day)
  for (const { service, ready, lead } of [one, other, third]) {
    await service.closeWindows()
    expect(await ready()).toEqual([200, undefined])
    expect(await lead()).toBe(0)
    expect(service.now()).toBe(first + day + 61_000)
  }
})

test("times of an experiment never go back, whichever replica has which idea of the time", async () => {
  const { start, jump, pass } = await movedDatabase()
  const replicas = [await start(), await start(), await start()]
  const [{ service, store }] = replicas as [Awaited<ReturnType<typeof start>>]
  const { id } = (await service.createExperiment(window)).live.experiment
  for (const [round, ms] of [5000, -4000, 700, -700, 90_000, -91_000, 100, day, -day, 30_000].entries()) {
    await jump(ms)
    await pass(1)
    for (const replica of [...replicas, ...replicas].slice(round % 3, (round % 3) + 3))
      await replica.service.decide(id, {}, "local")
  }
  const times = (await store.rowsAfter("decisions", id, 0, 100)).map(({ at }) => at)
  expect(times).toHaveLength(30)
  expect(times).toEqual([...times].sort((before, after) => before - after))
  expect(times.at(-1)).toBeGreaterThan(times[0] as number)
})

test("clocks of replicas do not matter", async () => {
  const { start, pass } = await movedDatabase()
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2031, 5, 1) })
  const one = await start()
  const { id } = (await one.service.createExperiment(window)).live.experiment
  vi.setSystemTime(Date.UTC(1999, 5, 1))
  const other = await start()
  await pass(5)
  await other.service.decide(id, {}, "local")
  expect((await one.store.rowsAfter("decisions", id, 0, 1))[0]?.at).toBe(first + 5000)
  expect((await one.service.live(id)).experiment.createdAt).toBe(first)
  await pass(61)
  await one.service.closeWindows()
  expect(await one.store.rowsAfter("observations", id, 0)).toMatchObject([{ decision: 1 }])
  for (const { service, ready } of [one, other]) {
    expect(service.now()).toBe(first + 66_000)
    expect(await ready()).toEqual([200, undefined])
  }
})
