// The rules that keep a live experiment private, each with the test that fails without it. (Rule 7,
// noise on a lattice, is tested where the noise is made; rule 11, web pages, where requests come
// in; rule 12, what is not protected, is in docs/threat-model.md.)

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { backupStore } from "./store/sqlite/copy-store.ts"
import { anyServer, anyService, storeKinds } from "./testing/any-server.ts"
import { demo, TestClock, temporaryFolder, testServer, testService } from "./testing/test-service.ts"

const formatPath = (id: string) => `/v1/experiments/${id}/decisions`

describe.each(storeKinds)("on %s", (kind) => {
  describe("rule 1: an answer joins one batch, once, at a public moment", () => {
    test("which batches are full does not depend on the order in which rewards come, nor on their values", async () => {
      const states = []
      for (const order of [
        [0, 1, 2, 3, 4, 5],
        [5, 3, 1, 4, 2, 0],
      ]) {
        const { service } = await anyService(kind)
        const { live } = await service.createExperiment({
          ...demo,
          arms: ["a", "b"],
          missing: "ignore" as const,
          algorithm: { name: "dp-ts-ucb", alpha: 1 },
          privacy: undefined as never,
        })
        const { id } = live.experiment
        for (let round = 0; round < 6; round++)
          await service.decide(id, { decisionId: `d${round}`, excludeArms: ["b"] }, "local")
        for (const round of order) await service.reward(id, `d${round}`, round / 8, "local")
        const [state] = [...(await service.live(id)).states()].map(
          ([, segment]) => segment.state as unknown as Record<string, unknown>,
        )
        const { closed, received, size } = state ?? {}
        states.push({ closed, received, size })
      }
      expect(states[1]).toEqual(states[0])
    })

    test("where silence is not weighed, a missing reward joins as the constant after its window, and a late one is refused and stored nowhere", async () => {
      const { call, create, service, store, clock } = await anyServer(kind)
      const id = await create({ ...demo, rewardWindowSeconds: 60, missing: 0.5, algorithm: { name: "gdp-ts" } })
      await call("POST", formatPath(id), { decisionId: "d-1" })
      clock.forward(61)
      await service.closeWindows()
      expect(await store.rowsAfter("observations", id, 0, 10)).toMatchObject([{ steps: 2 ** 19, source: "default" }])
      const late = await call("PUT", `${formatPath(id)}/d-1/reward`, { value: 1 })
      expect([late.status, late.body.code]).toEqual([409, "reward_window_over"])
      expect(await store.reward(id, 1)).toBeUndefined()
      expect(await store.rowsAfter("observations", id, 0, 10)).toHaveLength(1)
    })
  })

  describe("rule 2: with private arrivals nothing tells who answered", () => {
    const secret = { ...demo, arrivals: "private", rewardWindowSeconds: 60, tickSeconds: 30 } as const

    test("the public view before and after a reward is the same, byte for byte", async () => {
      const lines: string[] = []
      const { call, create } = await anyServer(kind, { log: { write: (line) => lines.push(line) } })
      const id = await create(secret)
      for (let round = 0; round < 20; round++) await call("POST", formatPath(id), { decisionId: `d${round}` })
      const results = ["/results", "/results?format=csv", "/results/history"]
      const record = ["/ledger", "/export", "/export?record=ledger", "/decisions/d1"]
      const pages = ["", "/privacy", "/estimates", ...results, ...record]
      const look = async () =>
        Promise.all(pages.map(async (page) => (await call("GET", `/v1/experiments/${id}${page}`)).text))
      // Every count there is, but for those of the questions asked here.
      const counts = async () =>
        (await call("GET", "/metrics")).text
          .split("\n")
          .filter((line) => !/^#|_sum|_bucket|method="GET"/.test(line) || /le="\+Inf".*method="P/.test(line))
      const before = [await look(), await counts()]
      const logged = lines.length
      for (let round = 0; round < 20; round++)
        expect((await call("PUT", `${formatPath(id)}/d${round}/reward`, { value: 1 })).status).toBe(204)
      for (const value of [1, 0.5, 7]) await call("PUT", `${formatPath(id)}/d1/reward`, { value })
      const batch = { rewards: [{ decisionId: "d1", value: 1 }] }
      expect((await call("POST", `/v1/experiments/${id}/rewards:batch`, batch)).status).toBe(200)
      for (const decisionId of ["d1", "unknown"])
        await call("POST", `/v1/experiments/${id}/rewards`, { decisionId, value: 1 })
      await call("POST", `/v1/experiments/${id}/rewards`, { subject: "s", value: 1 })
      expect(lines.length).toBe(logged)
      expect([await look(), await counts()]).toEqual(before)
      expect(before[1]?.join("\n")).toMatch(/commit_seconds_count [1-9][\s\S]*request_seconds_count\{method="POST"/)
      expect((await call("GET", `${formatPath(id)}/d1`)).body.rewarded).toBeNull()
    })

    test("the log has the same lines whether rewards came or not, with no numbers that count what is left out", async () => {
      const logs = []
      for (const answers of [true, false]) {
        const lines: string[] = []
        const origin = "https://shop.example"
        const log = { write: (line: string) => lines.push(line) }
        const { app, call, create } = await anyServer(kind, { log, corsOrigins: [origin] })
        const id = await create(secret)
        for (let round = 0; round < 3; round++) {
          await call("POST", formatPath(id), { decisionId: `d${round}` })
          if (!answers) continue
          const url = `${formatPath(id)}/d${round}/reward`
          const headers = { origin, "access-control-request-method": "PUT" }
          expect((await app.inject({ method: "OPTIONS", url, headers })).statusCode).toBe(204)
          await call("PUT", url, { value: 1 }, { origin })
        }
        expect((await call("GET", "/metrics")).text).not.toMatch(/OPTIONS|PUT/)
        logs.push(lines.map((line) => ({ ...JSON.parse(line), time: 0, ms: 0, experiment: "" })))
      }
      expect(logs[0]).toHaveLength(5)
      expect(logs[1]).toEqual(logs[0])
    })

    test("releases appear when windows end, on the tick, for any answers at any time", async () => {
      const seen: unknown[] = []
      for (const answers of [true, false]) {
        const { call, create, service, store, clock } = await anyServer(kind)
        const id = await create(secret)
        for (let round = 0; round < 30; round++) {
          await call("POST", formatPath(id), { decisionId: `d${round}` })
          clock.forward(1)
          if (answers) await call("PUT", `${formatPath(id)}/d${round}/reward`, { value: round % 2 })
        }
        clock.forward(100)
        await service.closeWindows()
        const entries = await store.ledger(id, 0, 100)
        expect(entries.length).toBeGreaterThan(0)
        for (const { at } of entries) expect(at % 30_000).toBe(0)
        // Later batches are as large as releases before them say, noise included.
        const first = entries.filter(({ block }) => block === 0)
        seen.push(first.map(({ index, arm, block, count, at }) => ({ index, arm, block, count, at })))
      }
      expect(seen[1]).toEqual(seen[0])
    })

    test("another key gets the same answer whether a reward came or not", async () => {
      const { call, create, newKey } = await anyServer(kind)
      const id = await create(secret)
      const [first, second] = [await newKey("one"), await newKey("two")]
      for (const decisionId of ["answered", "open"]) await call("POST", formatPath(id), { decisionId }, first)
      await call("PUT", `${formatPath(id)}/answered/reward`, { value: 1 }, first)
      const told = []
      for (const decisionId of ["answered", "open"])
        told.push((await call("PUT", `${formatPath(id)}/${decisionId}/reward`, { value: 1 }, second)).text)
      expect(told[0]).toBe(told[1])
      expect(told[0]).toContain("reward_conflict")
      expect((await call("PUT", `${formatPath(id)}/answered/reward`, { value: 1 }, first)).status).toBe(204)
    })
  })

  // In every situation, and whole answers: operations/reward-answers.medium.test.ts.
  test("rule 3: a later reward gets the same answer for any value and key, and the first counts", async () => {
    const { call, create, store, newKey } = await anyServer(kind)
    const id = await create()
    const [first, second] = [await newKey("one"), await newKey("two")]
    await call("POST", formatPath(id), { decisionId: "d-1" }, first)
    const give = async (value: number, key: Record<string, string>) =>
      (await call("PUT", `${formatPath(id)}/d-1/reward`, { value }, key)).status
    expect(await give(0.25, first)).toBe(204)
    for (const key of [first, second]) {
      for (const value of [0.25, 0.75]) expect(await give(value, key)).toBe(200)
      expect(await give(2, key)).toBe(422)
    }
    expect(await store.rowsAfter("observations", id, 0, 10)).toMatchObject([{ steps: 2 ** 18 }])
  })

  describe("rule 4: no message, log, metric, event or export has a reward, a subject or an id of a decision", () => {
    // Eight digits, which no time in a metric has by chance.
    const secrets = ["0.73124837", "73124837", "alice@example.org", "order-4711"]

    test("any request, and any failure", async () => {
      const lines: string[] = []
      const { call, create, app } = await anyServer(kind, { log: { write: (line) => lines.push(line) } })
      const id = await create({ ...demo, reward: { min: 0, max: 0.9 }, subjectCap: 3 })
      const texts: string[] = []
      const note = async (...args: Parameters<typeof call>) => texts.push((await call(...args)).text)
      await call("POST", formatPath(id), { decisionId: "order-4711", subject: "alice@example.org" })
      await note("PUT", `${formatPath(id)}/order-4711/reward`, { value: 73124837 })
      await note("PUT", `${formatPath(id)}/order-4711/reward`, { value: "0.73124837" })
      await note("PUT", `${formatPath(id)}/order-4711/reward`, { value: 0.73124837, more: 0.73124837 })
      await note("PUT", `${formatPath(id)}/order-4711/reward`, { value: 0.73124837 })
      await note("PUT", `${formatPath(id)}/order-4711/reward`, { value: 0.1 })
      await note("POST", formatPath(id), { subject: ["alice@example.org"] })
      await note("POST", `/v1/experiments/${id}/subjects:erase`, { subject: "alice@example.org", x: 1 })
      const broken = await app.inject({
        method: "PUT",
        url: `${formatPath(id)}/order-4711/reward`,
        headers: { "content-type": "application/json" },
        payload: '{"value": 0.73124837',
      })
      texts.push(broken.body)
      const results = ["/results", "/results/history"]
      for (const page of ["", "/privacy", "/estimates", ...results, "/ledger", "/export", "/export?format=csv"])
        await note("GET", `/v1/experiments/${id}${page}`)
      await note("GET", "/metrics")
      for (const secret of secrets) {
        expect(
          texts.filter((text) => text.includes(secret)),
          secret,
        ).toEqual([])
        expect(
          lines.filter((line) => line.includes(secret)),
          secret,
        ).toEqual([])
      }
      expect(lines.length).toBeGreaterThan(10)
      expect(lines.filter((line) => line.includes(id))).toEqual([])
    })

    test("metrics and the public record name only what is on the list", async () => {
      const { call, create } = await anyServer(kind)
      const id = await create()
      await call("POST", formatPath(id), {})
      const names = new Set(
        (await call("GET", "/metrics")).text
          .split("\n")
          .filter((line) => line !== "" && !line.startsWith("#"))
          .map((line) => /^\w+/.exec(line)?.[0].replace(/_(bucket|sum|count)$/, "")),
      )
      expect([...names].sort((a = "", b = "") => a.localeCompare(b))).toEqual([
        "armistice_clock_lead_seconds",
        "armistice_commit_seconds",
        "armistice_decisions_total",
        "armistice_eta_limit",
        "armistice_eta_spent",
        "armistice_info",
        "armistice_request_seconds",
        "armistice_rewards_total",
        "armistice_warning",
        "armistice_webhook_oldest_seconds",
        "armistice_webhook_waiting",
      ])
      const [row] = (await call("GET", `/v1/experiments/${id}/export`)).text.split("\n")
      expect(Object.keys(JSON.parse(row ?? ""))).toEqual(["number", "arm", "segment", "learned", "at"])
    })
  })

  describe("rule 5: subjects", () => {
    test("the cap counts decisions across segments, beyond it a subject is served alike and not learned from", async () => {
      const { call, create, store } = await anyServer(kind)
      const id = await create({ ...demo, subjectCap: 2, segments: ["north", "south"] })
      for (const [number, segment] of ["north", "south", "north", "south"].entries()) {
        const answer = await call("POST", formatPath(id), { decisionId: `d${number}`, subject: "s", segment })
        expect([answer.status, Object.keys(answer.body)]).toEqual([201, ["decisionId", "arm", "status"]])
        expect((await call("PUT", `${formatPath(id)}/d${number}/reward`, { value: 1 })).status).toBe(204)
      }
      expect((await store.rowsAfter("decisions", id, 0, 10)).map(({ pull }) => pull !== null)).toEqual([
        true,
        true,
        false,
        false,
      ])
      expect(await store.rowsAfter("observations", id, 0, 10)).toHaveLength(2)
      expect((await call("GET", `/v1/experiments/${id}/privacy`)).body.subject).toEqual({ cap: 2, eta: 2 })
      const without = await call("POST", formatPath(id), { segment: "north" })
      expect([without.status, without.body.code]).toEqual([422, "subject_required"])
    })

    test("repeating a decision does not count again", async () => {
      const { call, create, store } = await anyServer(kind)
      const id = await create({ ...demo, subjectCap: 2 })
      for (let repeat = 0; repeat < 5; repeat++) await call("POST", formatPath(id), { decisionId: "d", subject: "s" })
      await call("POST", formatPath(id), { decisionId: "e", subject: "s" })
      expect((await store.rowsAfter("decisions", id, 0, 10)).map(({ pull }) => pull !== null)).toEqual([true, true])
    })

    test("a sticky subject keeps its arm, counts one reward, and loses no more than that", async () => {
      const { call, create, store } = await anyServer(kind)
      const id = await create({ ...demo, sticky: true })
      const arms = new Set<string>()
      for (let round = 0; round < 5; round++) arms.add((await call("POST", formatPath(id), { subject: "s" })).body.arm)
      expect(arms.size).toBe(1)
      expect((await store.rowsAfter("decisions", id, 0, 10)).filter(({ pull }) => pull !== null)).toHaveLength(1)
      expect((await call("GET", `/v1/experiments/${id}/privacy`)).body.subject).toEqual({ cap: 1, eta: 1 })
    })

    test("a target for subjects is shared by their rewards", async () => {
      const { call } = await anyServer(kind)
      const { body } = await call("POST", "/v1/experiments", { ...demo, protects: "subject", subjectCap: 4 })
      expect(body.guarantee.eta).toBe(0.25)
      expect(body.subject).toEqual({ cap: 4, eta: 1 })
    })

    test("erasing removes the link and nothing else, and does not give a subject new contributions", async () => {
      const { call, create, store } = await anyServer(kind)
      const id = await create({ ...demo, subjectCap: 1 })
      await call("POST", formatPath(id), { decisionId: "d", subject: "s" })
      await call("PUT", `${formatPath(id)}/d/reward`, { value: 1 })
      const hash = (await store.rowsAfter("decisions", id, 0, 1))[0]?.subject as string
      const before = await store.rowsAfter("observations", id, 0, 10)
      expect((await call("POST", `/v1/experiments/${id}/subjects:erase`, { subject: "s" })).status).toBe(204)
      expect((await store.rowsAfter("decisions", id, 0, 1))[0]?.subject).toBe("")
      expect(await store.rowsAfter("observations", id, 0, 10)).toEqual(before)
      await call("POST", formatPath(id), { subject: "s" })
      expect((await store.rowsAfter("decisions", id, 0, 10)).map(({ pull }) => pull !== null)).toEqual([true, false])
      expect(await store.rowsAfter("subjects", id, "")).toMatchObject([{ subject: hash, arm: null }])
    })
  })

  test("rule 6: estimates and verdicts are functions of releases: the same however often they are asked, none before, none without", async () => {
    const { call, create, store } = await anyServer(kind)
    const id = await create()
    expect((await call("GET", `/v1/experiments/${id}/estimates`)).body.estimates).toEqual([])
    const readVerdict = async () => {
      const { segments } = (await call("GET", `/v1/experiments/${id}/results`)).body
      // How many decisions and answers there were is public with public arrivals, and told by
      // itself.
      const { arms, outstanding: _outstanding, firstFigures: _figures, answeredShares: _shares, ...rest } = segments[0]
      const figures = arms.map((arm: object) => ({ ...arm, decisions: 0, rewards: 0, unansweredShare: 0 }))
      return JSON.stringify([{ ...rest, arms: figures }])
    }
    const asked = []
    for (let round = 0; round < 100; round++) {
      await call("POST", formatPath(id), { decisionId: `d${round}` })
      await call("PUT", `${formatPath(id)}/d${round}/reward`, { value: round % 2 })
      const releases = (await store.ledger(id, 0, 1000)).length
      asked.push([releases, (await call("GET", `/v1/experiments/${id}/estimates`)).text, await readVerdict()])
      asked.push([releases, (await call("GET", `/v1/experiments/${id}/estimates`)).text, await readVerdict()])
    }
    // As many different answers as there were different numbers of releases, and not one more.
    expect(new Set(asked.map(String)).size).toBe(new Set(asked.map(([releases]) => releases)).size)
    const draws = await create({
      ...demo,
      privacy: undefined,
      missing: "ignore" as const,
      algorithm: { name: "dp-ts-ucb", alpha: 1 },
    } as object)
    expect((await call("GET", `/v1/experiments/${draws}/estimates`)).body.code).toBe("no_estimates")
  })

  test("rule 9: excluded arms spend no draw and their batches do not move", async () => {
    const { service } = await anyService(kind)
    const { live } = await service.createExperiment({
      name: "x",
      arms: ["a", "b"],
      horizon: 1000,
      answers: "all" as const,
      missing: "ignore" as const,
      algorithm: { name: "dp-ts-ucb", alpha: 1 },
    })
    const { id } = live.experiment
    for (let round = 0; round < 2; round++) {
      await service.decide(id, { decisionId: `d${round}` }, "local")
      await service.reward(id, `d${round}`, 0.5, "local")
    }
    const state = async () =>
      [...(await service.live(id)).states()][0]?.[1].state as unknown as { drawsLeft: number[]; decided: number[] }
    const before = structuredClone(await state())
    for (let round = 0; round < 20; round++) await service.decide(id, { excludeArms: ["b"] }, "local")
    expect((await state()).drawsLeft[1]).toBe(before.drawsLeft[1])
    expect((await state()).decided[1]).toBe(before.decided[1])
    expect((await state()).drawsLeft[0]).toBeLessThan(before.drawsLeft[0] as number)
  })

  test("rule 10: weak or no privacy must be accepted in words", async () => {
    const { call } = await anyServer(kind)
    const ask = async (more: object) =>
      (await call("POST", "/v1/experiments", { ...demo, privacy: undefined, ...more })).body
    expect(await ask({ missing: "ignore" as const, algorithm: { name: "ucb1" } })).toMatchObject({
      status: 422,
      code: "weak_privacy",
    })
    expect(await ask({ missing: "ignore" as const, algorithm: { name: "adac-ucb", eta: 11 } })).toMatchObject({
      status: 422,
      code: "weak_privacy",
    })
    expect(
      await ask({ missing: "ignore" as const, algorithm: { name: "ucb1" }, acceptWeakPrivacy: true }),
    ).toMatchObject({
      guarantee: { kind: "none", eta: null },
    })
    expect(await ask({ missing: "ignore" as const, algorithm: { name: "adac-ucb", eta: 9 } })).toMatchObject({
      guarantee: { kind: "gdp" },
    })
    expect(await ask({ missing: "ignore" as const, algorithm: { name: "dp-ucb", epsilon: 1 } })).toMatchObject({
      status: 422,
      code: "algorithm_not_live",
    })
  })
})

describe("rule 5: subjects, on disk", () => {
  test("no file of the store has a subject's name, and the key of its hashes is not in it", async () => {
    const { call, create, path, store } = await testServer()
    const id = await create({ ...demo, subjectCap: 2 })
    await call("POST", formatPath(id), { subject: "alice@example.org" })
    store.database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    const bytes = readFileSync(path)
    expect(bytes.includes("alice")).toBe(false)
    expect(bytes.includes(Buffer.alloc(32, 7))).toBe(false)
    expect(bytes.includes(store.rowsAfter("decisions", id, 0, 1)[0]?.subject ?? "?")).toBe(true)
  })
})

describe("rule 8: no sum is noised twice", () => {
  test("a failed commit drops the state in memory: what was drawn for it is never used", async () => {
    const { call, create, store } = await testServer()
    const id = await create()
    await call("POST", formatPath(id), { decisionId: "d-1" })
    const before = (await call("GET", `/v1/experiments/${id}`)).text
    const pages = store.database.prepare("PRAGMA page_count").get().page_count as number
    store.database.exec(`PRAGMA max_page_count = ${pages}`)
    let refused = 0
    for (let round = 0; round < 200 && refused === 0; round++) {
      const { status } = await call("POST", `${formatPath(id)}:batch`, {
        decisions: Array.from({ length: 50 }, () => ({})),
      })
      if (status === 507) refused += 1
    }
    expect(refused).toBe(1)
    const rows = store.rowsAfter("decisions", id, 0, 100_000).length
    expect((await call("GET", `/v1/experiments/${id}`)).body.progress[0].round).toBe(rows)
    if (rows === 1) expect((await call("GET", `/v1/experiments/${id}`)).text).toBe(before)
    store.database.exec("PRAGMA max_page_count = 1000000")
    expect((await call("POST", formatPath(id), {})).status).toBe(201)
  })

  test("a restored backup discards its open batches: their rewards are in no later release, and new ones fill them", async () => {
    const folder = temporaryFolder()
    const clock = new TestClock()
    const original = await testService({ path: join(folder, "a.db"), clockFrom: clock })
    const { live } = await original.service.createExperiment({
      name: "kept",
      arms: ["a", "b", "c"],
      horizon: 10_000,
      answers: "all" as const,
      missing: "ignore" as const,
      algorithm: { name: "adac-ucb", eta: 1 },
    })
    const { id } = live.experiment
    const play = async (service: typeof original.service, from: number, to: number, value: number) => {
      // Asked at once: operations are applied in order, in few transactions.
      const asked: Promise<unknown>[] = []
      for (let round = from; round < to; round++) {
        asked.push(service.decide(id, { decisionId: `d${round}` }, "local"))
        asked.push(service.reward(id, `d${round}`, value, "local"))
      }
      await Promise.all(asked)
    }
    await play(original.service, 0, 100, 1)
    await original.service.decide(id, { decisionId: "open" }, "local")
    backupStore(join(folder, "a.db"), join(folder, "b.db"))
    await play(original.service, 100, 150, 1)
    const restored = await testService({ path: join(folder, "b.db"), clockFrom: clock })
    const state = () =>
      [...restored.service.live(id).states()][0]?.[1].state as unknown as {
        received: number[]
        sum: number[]
        closed: number[]
      }
    expect(state().received).toEqual([0, 0, 0])
    expect(state().sum).toEqual([0, 0, 0])
    await expect(restored.service.reward(id, "open", 1, "local")).rejects.toMatchObject({ code: "reward_window_over" })
    await play(restored.service, 200, 1000, 0)
    expect(Math.max(...state().sum)).toBe(0)
    expect(restored.store.ledger(id, 0, 1000).length).toBeGreaterThan(original.store.ledger(id, 0, 1000).length)
    // Started again it is no longer a fresh copy, and goes on exactly.
    const { sequence } = restored.service.live(id)
    await restored.service.close()
    expect((await testService({ path: join(folder, "b.db"), clockFrom: clock })).service.live(id).sequence).toBe(
      sequence,
    )
  })
})
