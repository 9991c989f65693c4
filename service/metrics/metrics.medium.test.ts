// Metrics through the service on both stores: each value once, in the slot of its decision,
// released in batches with a filter of its own, and never steering the arms.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { wholeSegment } from "../experiment.ts"
import { verifyFile } from "../ledger/verify-file.ts"
import { verifyStore } from "../ledger/verify-ledger.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { anyServer, storeKinds, verified } from "../testing/any-server.ts"
import { RestartableServer } from "../testing/restartable-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { temporaryFolder, testService } from "../testing/test-service.ts"

/** First batches of 4 and of 16 values. */
const watched = {
  name: "watched",
  arms: ["a", "b"],
  horizon: 1000,
  answers: "all" as const,
  privacy: { eta: 1 },
  rewardWindowSeconds: 100,
  metrics: [
    { name: "complaint", eta: 2 },
    { name: "minutes", min: -10, max: 30, eta: 0.5, worse: "lower", default: 10 },
  ],
} as const

const formatState = (live: LiveExperiment) => JSON.stringify(live.segment(wholeSegment).state)

describe.each(storeKinds)("on %s", (kind) => {
  test("a reward, metrics or both may come, each once; a repetition adds only new values", async () => {
    const { call, create, service, store } = await anyServer(kind)
    const id = await create(watched)
    const base = `/v1/experiments/${id}`
    for (const decisionId of ["d1", "d2", "d3"]) await call("POST", `${base}/decisions`, { decisionId })
    const put = async (decision: string, body: object) => {
      const { status, body: answer } = await call("PUT", `${base}/decisions/${decision}/reward`, body)
      return [status, answer?.repeated ?? answer?.code]
    }
    expect(await put("d1", { value: 1, metrics: { complaint: 0 } })).toEqual([204, undefined])
    expect(await put("d1", { value: 0 })).toEqual([200, true])
    expect(await put("d1", { metrics: { complaint: 1 } })).toEqual([200, true])
    expect(await put("d1", { metrics: { complaint: 1, minutes: 30 } })).toEqual([200, true])
    expect(await put("d1", { metrics: { minutes: 20 } })).toEqual([200, true])
    expect(await put("d2", { metrics: { minutes: -10 } })).toEqual([204, undefined])
    expect(await put("d2", { value: 1 })).toEqual([204, undefined])
    const batch = await call("POST", `${base}/rewards:batch`, {
      rewards: [
        { decisionId: "d3", metrics: { complaint: 1 } },
        { decisionId: "d3", value: 0.5, metrics: { complaint: 0 } },
        { decisionId: "d3", metrics: { nothing: 0 } },
        { decisionId: "d2", metrics: { minutes: 31 } },
      ],
    })
    expect(batch.body.results).toMatchObject([
      { status: 204 },
      { status: 200, repeated: true },
      { status: 422, problem: { code: "unknown_metric" } },
      { status: 422, problem: { code: "reward_out_of_bounds", detail: expect.stringContaining("between -10 and 30") } },
    ])
    const values = await store.rowsAfter("metricValues", id, 0, 10)
    expect(values.map(({ decision, metric, steps }) => [decision, metric, steps / 2 ** 20])).toEqual([
      [1, 0, 0],
      [1, 1, 1],
      [2, 1, 0],
      [3, 0, 1],
    ])
    expect((await store.rowsAfter("rewards", id, 0, 10)).map(({ steps }) => steps / 2 ** 20)).toEqual([1, 1, 0.5])
    // They join when their windows are over.
    expect(await store.rowsAfter("metricObservations", id, 0, 10)).toHaveLength(0)
    expect(service.live(id)).toBeDefined()
    expect(await verified(kind, store)).toMatchObject([{ problem: null, journal: 6 }])
  })

  test("a request with one bad part changes nothing", async () => {
    const { call, create, everyRow } = await anyServer(kind)
    const base = `/v1/experiments/${await create(watched)}`
    await call("POST", `${base}/decisions`, { decisionId: "d" })
    const before = await everyRow()
    for (const body of [
      { value: 1, metrics: { complaint: 0, nothing: 0 } },
      { value: 1, metrics: { complaint: 2 } },
      { value: 2, metrics: { complaint: 1 } },
      { value: 1, metrics: {} },
      { metrics: {} },
      {},
      { value: 1, metrics: { complaint: "1" } },
      { value: 1, metrics: { complaint: null } },
      { value: 1, metrics: [0, 1] },
      { value: 1, metrics: { toString: 0 } },
      { value: 1, metrics: { constructor: 0, complaint: 0 } },
      { value: 1, metrics: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`m${n}`, 0])) },
    ]) {
      const { status, text } = await call("PUT", `${base}/decisions/d/reward`, body)
      expect([400, 422], `${JSON.stringify(body)}: ${text}`).toContain(status)
    }
    expect(await everyRow()).toEqual(before)
  })

  test("batches are released in the ledger by metric, with a filter each, and the arms do not learn of it", async () => {
    const { call, create, service, store, clock } = await anyServer(kind)
    const id = await create({ ...watched, missing: "ignore", arms: ["a", "b"] })
    const base = `/v1/experiments/${id}`
    const decisions = Array.from({ length: 16 }, (_, n) => ({ decisionId: `d${n}`, excludeArms: ["b"] }))
    await call("POST", `${base}/decisions:batch`, { decisions })
    const sums = async () => (JSON.parse(formatState(await service.live(id))) as { sum: number[] }).sum
    const state = await sums()
    const given = (from: number, to: number) =>
      decisions.slice(from, to).map(({ decisionId }) => ({ decisionId, metrics: { complaint: 1, minutes: 10 } }))
    await call("POST", `${base}/rewards:batch`, { rewards: given(0, 3) })
    expect(await store.ledger(id, 0, 10)).toEqual([])
    await call("POST", `${base}/rewards:batch`, { rewards: given(3, 16) })
    clock.forward(100)
    await service.closeWindows()
    const live = await service.live(id)
    expect(await sums()).toEqual(state)
    const entries = await store.ledger(id, 0, 10)
    const { metrics: [complaint, minutes] = [] } = live.experiment
    expect(entries.map(({ metric, arm, block, count }) => [metric, arm, block, count])).toEqual([
      ["complaint", 0, 0, 4],
      ["complaint", 0, 1, 6],
      ["minutes", 0, 0, 16],
    ])
    expect(new Set(entries.map(({ metric, eta, spent }) => `${metric} ${eta} ${spent}`))).toEqual(
      new Set([complaint, minutes].map((one) => `${one?.name} ${one?.limit} ${one?.limit}`)),
    )
    const { body } = await call("GET", `${base}/privacy`)
    expect(body).toMatchObject({
      spent: 0,
      limit: 1,
      metrics: [
        { name: "complaint", spent: complaint?.limit, limit: complaint?.limit },
        { name: "minutes", spent: minutes?.limit, limit: minutes?.limit },
      ],
    })
    const [shown] = (await call("GET", `${base}/ledger`)).body.entries
    expect(shown).toMatchObject({ metric: "complaint", commitment: expect.any(String) })
    expect(shown).not.toHaveProperty("salt")
    expect(await verified(kind, store)).toMatchObject([{ problem: null, spent: 0, metrics: [{}, { name: "minutes" }] }])
  })

  test("a missing value becomes its default after the window, and a later one is refused", async () => {
    const { call, create, clock, service, store } = await anyServer(kind)
    const id = await create(watched)
    const base = `/v1/experiments/${id}`
    await call("POST", `${base}/decisions`, { decisionId: "d" })
    await call("PUT", `${base}/decisions/d/reward`, { metrics: { complaint: 1 } })
    clock.forward(101)
    expect((await call("PUT", `${base}/decisions/d/reward`, { metrics: { minutes: 1 } })).body.code).toBe(
      "reward_window_over",
    )
    await service.closeWindows()
    const rows = await store.rowsAfter("metricObservations", id, 0, 10)
    expect(rows.map(({ metric, steps, source }) => [metric, steps / 2 ** 20, source])).toEqual([
      [0, 1, "caller"],
      [1, 0.5, "default"],
    ])
    expect((await call("PUT", `${base}/decisions/d/reward`, { metrics: { complaint: 0 } })).body).toEqual({
      repeated: true,
    })
    await service.closeWindows()
    expect(await store.rowsAfter("metricObservations", id, 0, 10)).toHaveLength(2)
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test.each(["public", "private"] as const)(
    "with %s arrivals a metric that comes after its own window is ignored, and the reward beside it counts",
    async (arrivals) => {
      const { call, create, clock, service, store } = await anyServer(kind)
      const [harm, other] = watched.metrics
      const metrics = [{ ...harm, windowSeconds: 20 }, other]
      const id = await create({ ...watched, arrivals, ...(arrivals === "private" ? { tickSeconds: 10 } : {}), metrics })
      const base = `/v1/experiments/${id}`
      for (const decisionId of ["d1", "d2", "d3"]) await call("POST", `${base}/decisions`, { decisionId })
      const put = async (decision: string, body: object) => {
        const { status, body: answer } = await call("PUT", `${base}/decisions/${decision}/reward`, body)
        return answer?.code ?? status
      }
      await put("d1", { metrics: { complaint: 1 } })
      for (const isSwept of [false, true]) {
        if (isSwept) await service.closeWindows()
        else clock.forward(20)
        for (const decision of ["d1", "d2"])
          expect(await put(decision, { value: 1, metrics: { complaint: 0 } })).toBe(
            arrivals === "public" && isSwept ? 200 : 204,
          )
        // A value in time is reported as received, where that is public.
        expect(await put("d1", { metrics: { complaint: 0 } })).toBe(arrivals === "public" ? 200 : "reward_window_over")
        for (const decision of ["d2", "d3"])
          expect(await put(decision, { metrics: { complaint: 0 } })).toBe("reward_window_over")
      }
      expect(await put("d3", { metrics: { complaint: 1, minutes: 30 } })).toBe(204)
      expect((await store.rowsAfter("rewards", id, 0, 10)).map(({ decision }) => decision)).toEqual([1, 2])
      clock.forward(100)
      await service.closeWindows()
      const joined = await store.rowsAfter("metricObservations", id, 0, 10)
      expect(joined.map(({ decision, metric, steps, source }) => [metric, decision, steps / 2 ** 20, source])).toEqual([
        [0, 1, 1, "caller"],
        [0, 2, 0, "default"],
        [0, 3, 0, "default"],
        [1, 1, 0.5, "default"],
        [1, 2, 0.5, "default"],
        [1, 3, 1, "caller"],
      ])
      expect(await verified(kind, store)).toMatchObject([{ problem: null }])
    },
  )

  test("values for decisions that are not learned from are taken and not used", async () => {
    const { call, create, clock, service, store } = await anyServer(kind)
    const id = await create({ ...watched, subjectCap: 1 })
    const base = `/v1/experiments/${id}`
    for (const decisionId of ["d1", "d2"]) await call("POST", `${base}/decisions`, { decisionId, subject: "s" })
    expect((await call("PUT", `${base}/decisions/d2/reward`, { metrics: { complaint: 1 } })).status).toBe(204)
    expect((await call("PUT", `${base}/decisions/d2/reward`, { metrics: { complaint: 1 } })).status).toBe(200)
    clock.forward(101)
    await service.closeWindows()
    const observed = await store.rowsAfter("metricObservations", id, 0, 10)
    expect(observed.map(({ decision, source }) => [decision, source])).toEqual([
      [1, "default"],
      [1, "default"],
    ])
  })

  test("with private arrivals nothing is learned before the window's end, and a repetition is answered alike", async () => {
    const { call, create, clock, service, store, newKey } = await anyServer(kind)
    const id = await create({ ...watched, arrivals: "private", tickSeconds: 10 })
    const base = `/v1/experiments/${id}`
    const [decider, other] = [await newKey("one"), await newKey("two")]
    await service.decide(id, { decisionId: "d" }, "nobody")
    await call("POST", `${base}/decisions`, { decisionId: "d1" }, decider)
    const put = async (body: object, key = decider) =>
      (await call("PUT", `${base}/decisions/d1/reward`, body, key)).status
    expect(await put({ metrics: { complaint: 1 } }, other)).toBe(409)
    expect(await put({ metrics: { complaint: 1 } })).toBe(204)
    for (const body of [
      { metrics: { complaint: 0 } },
      { metrics: { complaint: 0, minutes: 30 } },
      { value: 1, metrics: { minutes: 0 } },
    ])
      expect(await put(body)).toBe(204)
    expect(await store.rowsAfter("metricObservations", id, 0, 10)).toEqual([])
    clock.forward(111)
    expect(await put({ metrics: { complaint: 1 } })).toBe(409)
    await service.closeWindows()
    const rows = await store.rowsAfter("metricObservations", id, 0, 10)
    expect(rows.map(({ decision, metric, steps, source }) => [decision, metric, steps / 2 ** 20, source])).toEqual([
      [1, 0, 0, "default"],
      [1, 1, 0.5, "default"],
      [2, 0, 1, "caller"],
      [2, 1, 1, "caller"],
    ])
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("a restored copy discards the open batches of metrics, too: values of earlier decisions are over", async () => {
    const server = await RestartableServer.start(kind)
    const id = await server.create(watched)
    const base = `/v1/experiments/${id}`
    const asDecider = (method: "POST", path: string, body: object) => server.ask(method, path, body, server.keys[0])
    const decide = (from: number, to: number) =>
      asDecider("POST", `${base}/decisions:batch`, {
        decisions: Array.from({ length: to - from }, (_, n) => ({ decisionId: `d${from + n}`, excludeArms: ["b"] })),
      })
    const complain = async (from: number, to: number) => {
      const rewards = Array.from({ length: to - from }, (_, n) => ({
        decisionId: `d${from + n}`,
        metrics: { complaint: 1 },
      }))
      const { results } = JSON.parse((await asDecider("POST", `${base}/rewards:batch`, { rewards })).text)
      return results.map(({ status }: { status: number }) => status)
    }
    await decide(0, 5)
    expect(await complain(0, 3)).toEqual([204, 204, 204])
    await server.restartAsCopy()
    expect(await complain(2, 5)).toEqual([200, 409, 409])
    await decide(5, 9)
    // One batch of four, and none of them is an earlier one.
    expect(await complain(5, 8)).toEqual([204, 204, 204])
    expect(await complain(8, 9)).toEqual([204])
    expect(await server.service.store.ledger(id, 0, 10)).toEqual([])
    server.clock.forward(100)
    await server.service.closeWindows()
    expect(await server.service.store.ledger(id, 0, 10)).toMatchObject([{ metric: "complaint", block: 0, count: 4 }])
    expect(await verified(kind, server.service.store)).toMatchObject([{ problem: null }])
  })
})

test("replicas take turns with the metrics of one experiment, and the ledger verifies", async () => {
  const { replicas, clock } = await testReplicas(2)
  const { store } = replicas[0]
  const { live } = await replicas[0].createExperiment(watched)
  const { id } = live.experiment
  for (let n = 0; n < 40; n++) {
    const [one, other] = n % 2 === 0 ? [replicas[0], replicas[1]] : [replicas[1], replicas[0]]
    await one.decide(id, { decisionId: `d${n}` }, "k")
    await other.reward(id, `d${n}`, { value: n % 2, metrics: { complaint: n % 2, minutes: 5 } }, "k")
  }
  clock.forward(100)
  await Promise.all(replicas.map((replica) => replica.closeWindows()))
  const verdict = (await verified("Postgres", store)).find(({ experiment }) => experiment === id)
  expect(verdict).toMatchObject({ problem: null, journal: 160 })
  expect(verdict?.entries).toBeGreaterThan(10)
})

test("started again, from its snapshot or from its journal alone, an experiment goes on with the same sums", async () => {
  for (const snapshotEvery of [5, 1e9]) {
    const first = await testService({ snapshotEvery })
    const { id } = (await first.service.createExperiment(watched)).live.experiment
    for (let n = 0; n < 60; n++) {
      await first.service.decide(id, { decisionId: `d${n}` }, "k")
      if (n % 3 > 0) await first.service.reward(id, `d${n}`, { metrics: { complaint: n % 2, minutes: n % 30 } }, "k")
    }
    const { state, journal } = first.service.live(id).snapshot()
    first.store.close()
    const { service, store } = await testService({ path: first.path, clockFrom: first.clock })
    const live = service.live(id)
    expect(live.snapshot()).toMatchObject({ state, journal })
    expect(live.learning.metrics.spent()).toEqual(first.service.live(id).learning.metrics.spent())
    expect(await verifyStore(store)).toMatchObject([{ problem: null }])
  }
})

test("where nothing is promised for the reward, metrics keep to their own limits, and the ledger has only theirs", async () => {
  const { service, store, clock } = await testService()
  const { privacy: _privacy, ...rest } = watched
  const bare = { ...rest, missing: "ignore" as const, algorithm: { name: "ucb1" }, acceptWeakPrivacy: true }
  const { live } = await service.createExperiment(bare)
  const { id } = live.experiment
  for (let n = 0; n < 30; n++) {
    await service.decide(id, { decisionId: `d${n}` }, "k")
    await service.reward(id, `d${n}`, { value: n % 2, metrics: { complaint: 1 } }, "k")
  }
  clock.forward(100)
  await service.closeWindows()
  const entries = store.ledger(id, 0, 100)
  expect(entries.length).toBeGreaterThan(1)
  expect(new Set(entries.map(({ metric }) => metric))).toContain("complaint")
  expect(entries.every(({ metric }) => metric !== undefined)).toBe(true)
  expect(await verifyStore(store)).toMatchObject([
    { problem: null, spent: null, limit: null, metrics: [{ name: "complaint" }, {}] },
  ])
  expect(live.experiment.guarantee).toEqual({ kind: "none", eta: null })
})

describe("an exported ledger", () => {
  async function exported(change: (lines: Record<string, unknown>[]) => void = () => undefined) {
    const { call, create, service, clock } = await anyServer("SQLite")
    const id = await create(watched)
    for (let n = 0; n < 60; n++) {
      await service.decide(id, { decisionId: `d${n}` }, "k")
      await service.reward(id, `d${n}`, { value: 1, metrics: { complaint: 1, minutes: 0 } }, "k")
    }
    clock.forward(100)
    await service.closeWindows()
    const { text } = await call("GET", `/v1/experiments/${id}/export?record=ledger`)
    const csv = await call("GET", `/v1/experiments/${id}/export?record=ledger&format=csv`)
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    change(lines)
    const path = join(temporaryFolder(), "ledger.ndjson")
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"))
    return { verdict: (await verifyFile(path))[0], lines, csv: csv.text.trimEnd().split("\r\n") }
  }

  test("says what its filters enforce, verifies by itself, and names the metric in every row of a table", async () => {
    const { verdict, lines, csv } = await exported()
    expect(verdict).toMatchObject({ problem: null, metrics: [{ name: "complaint" }, { name: "minutes" }] })
    expect(lines[0]?.metrics).toMatchObject([{ name: "complaint" }, { name: "minutes" }])
    const column = csv[0]?.split(",").indexOf("metric") as number
    expect(column).toBeGreaterThanOrEqual(0)
    const named = new Set(csv.slice(1).map((line) => line.split(",")[column]))
    expect(named).toEqual(new Set(["", "complaint", "minutes"]))
    const carried = csv[0]?.split(",").indexOf("carried") as number
    const rewardLines = csv.slice(1).filter((line) => line.split(",")[column] === "")
    for (const line of rewardLines) expect(line.split(",")[carried]).toMatch(/^\d+$/)
  })

  test.each<[string, (lines: Record<string, unknown>[]) => void, RegExp]>([
    [
      "other limits",
      ([head]) => Object.assign(head as object, { metrics: [{ name: "complaint", limit: 9 }] }),
      /must start from the experiment and its limits/,
    ],
    ["no limits", ([head]) => Object.assign(head as object, { metrics: [] }), /must start from/],
  ])("with %s does not verify", async (_what, change, problem) => {
    expect((await exported(change)).verdict?.problem).toMatch(problem)
  })
})
