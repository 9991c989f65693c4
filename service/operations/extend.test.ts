// An experiment that reached its planned number learns from more people under the same guarantee,
// where its algorithm can take them; the journal and the ledger have it, and figures do not change
// by it.

import { describe, expect, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { playedServer, shares } from "../results/testing/played-server.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { storeKinds, verified } from "../testing/any-server.ts"
import { clock as placesClock, startRestorable } from "../testing/restorable.ts"
import { demo } from "../testing/test-service.ts"
import { AddressPolicy } from "../webhooks/address-policy.ts"

describe.each(storeKinds)("on %s", (kind) => {
  test("after the planned number it learns from more people, and ends again", async () => {
    const more = { horizon: 40, evenShare: 1, rewardWindowSeconds: 60 }
    const { service, call, base, play, results, get, clock, store } = await playedServer(kind, more)
    await service.webhooks(new AddressPolicy()).add({ name: "all", url: "https://8.8.8.8/" }, localActor)
    const end = async () => {
      clock.forward(61)
      await service.closeWindows()
      return (await results()).segments[0]
    }
    await play(45, () => 0.5)
    const ended = await end()
    expect(ended?.state).toBe("ended_undecided")
    const extend = (horizon: number) => call("POST", `${base}/extend`, { horizon })
    for (const horizon of [39, 40]) expect((await extend(horizon)).body.code).toBe("invalid_parameter")
    const extended = (await extend(60)).body
    expect(extended).toMatchObject({ horizon: 60, algorithm: { horizon: 60 }, guarantee: { eta: 10 } })
    // Results of earlier releases are unchanged.
    const [open] = (await results()).segments
    const others = { state: expect.stringMatching(/too_early|leaning/), sentence: expect.any(String) }
    expect(open).toEqual({ ...ended, ...others, recommended: open?.leader })
    expect((await call("GET", "/v1/experiments?part=learning")).body.experiments).toMatchObject([{ horizon: 60 }])
    await play(10, () => 0.5)
    expect((await get("")).progress[0].round).toBe(50)
    await play(20, () => 0.5)
    expect((await get("")).progress[0].round).toBe(60)
    expect((await end())?.state).toBe("ended_undecided")
    const told = (await store.outbox.deliveriesAfter(0, 10)).map(({ type, data }) => [type, JSON.parse(data).horizon])
    expect(told).toEqual([
      ["experiment.ended_undecided", 40],
      ["experiment.ended_undecided", 60],
    ])
    const { entries } = await get("/ledger")
    const changes = entries.filter(({ mechanism }: { mechanism: string }) => mechanism === "extend")
    expect(changes).toMatchObject([{ arm: -1, cause: "person", horizon: 60, eta: 0, count: 0 }])
    const csv = (await call("GET", `${base}/export?record=ledger&format=csv`)).text
    expect(csv).toMatch(/,cause,name,horizon\r?\n/)
    expect(csv).toMatch(/,extend,.*,person,,60\r?\n/)
    const { activity } = await get("/activity")
    expect(activity.at(-1)).toMatchObject({ action: "extend", outcome: "done" })
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("an extension is there after a restart and in a restored copy, and learning goes on from it", async () => {
    const place = await startRestorable(kind)
    const request = { ...demo, horizon: 10, rewardWindowSeconds: 60 }
    const { id } = (await place.call("POST", "/v1/experiments", request)).body
    const base = `/v1/experiments/${id}`
    const decide = async ({ call }: typeof place, count: number) => {
      for (let turn = 0; turn < count; turn++) {
        const { decisionId } = (await call("POST", `${base}/decisions`)).body
        await call("PUT", `${base}/decisions/${decisionId}/reward`, { value: turn % 2 })
      }
      return (await call("GET", base)).body.progress[0].round
    }
    expect(await decide(place, 12)).toBe(10)
    await place.call("POST", `${base}/extend`, { horizon: 25 })
    const restarted = await place.restart()
    expect(await decide(restarted, 8)).toBe(18)
    const restored = await (await restarted.backup())()
    expect(await decide(restored, 10)).toBe(25)
    placesClock.forward(61)
    await restored.service.closeWindows()
    expect((await restored.call("GET", `${base}/results`)).body.segments[0].state).not.toBe("too_early")
    expect(await restored.problems()).toEqual([null])
  })

  test("the recommendation is fixed again only when the extended number is reached", async () => {
    const { play, get, call, base, clock, service } = await playedServer(kind, { horizon: 40, evenShare: 1 })
    await play(40, (arm) => (arm === "a" ? 1 : 0))
    expect((await get("")).progress[0].recommended).toBe("a")
    await call("POST", `${base}/extend`, { horizon: 400 })
    await play(300, (arm) => (arm === "a" ? 0 : 1))
    expect((await get("")).progress[0].recommended).toBe("b")
    clock.forward(1)
    await service.closeWindows()
    await play(60, (arm) => (arm === "a" ? 0 : 1))
    expect((await get("")).progress[0].round).toBe(400)
    expect((await call("POST", `${base}/decisions`)).body.arm).toBe("b")
  })

  test("intervals stay those of the number that was planned first, however far it is extended", async () => {
    const { play, call, base, results } = await playedServer(kind, { horizon: 400, evenShare: 1, missing: "ignore" })
    await play(380, (arm) => (arm === "a" ? 0.4 : 0.6))
    const figures = async () => (await results()).segments.map(({ arms, differences }) => [arms, differences])
    const before = await figures()
    expect(before[0]?.[0]).toMatchObject([{ low: expect.any(Number) }, { low: expect.any(Number) }])
    expect((await call("POST", `${base}/extend`, { horizon: 1e8 })).body.horizon).toBe(1e8)
    expect(await figures()).toEqual(before)
  })

  test("an extension changes no figure, although answers have come since the last release", async () => {
    const { play, call, base, results } = await playedServer(kind, { horizon: 500, evenShare: 1 })
    const rule = shares({ a: 0.4, b: 0.6 })
    await play(100, rule)
    for (let horizon = 501; horizon <= 510; horizon++) {
      await play(1, rule)
      const [before] = (await results()).segments
      expect((await call("POST", `${base}/extend`, { horizon })).body.horizon).toBe(horizon)
      expect((await results()).segments).toEqual([before])
    }
  })

  test("an algorithm that is planned for its horizon is not extended, nor an experiment that is over", async () => {
    const { create, call } = await playedServer(kind)
    const planned = await create({ ...demo, algorithm: { name: "dp-ts-ucb", alpha: 1 }, privacy: undefined })
    const extend = async (id: string) => {
      const { status, body } = await call("POST", `/v1/experiments/${id}/extend`, { horizon: demo.horizon + 1 })
      return [status, body.code]
    }
    expect(await extend(planned)).toEqual([409, "not_extendable"])
    const over = await create()
    await call("POST", `/v1/experiments/${over}/finish`)
    expect(await extend(over)).toEqual([409, "invalid_transition"])
    await call("POST", `/v1/experiments/${over}/archive`)
    expect(await extend(over)).toEqual([409, "invalid_transition"])
  })
})

test("an extension that the journal has otherwise than the ledger is found", async () => {
  const { service, store, id } = await playedServer("SQLite", { horizon: 40 })
  await service.extend(id, 60)
  const { database } = store as SqliteStore
  database.exec("UPDATE arm_changes SET horizon = 61")
  const [verdict] = await verified("SQLite", store)
  expect(verdict?.problem).toMatch(/horizon of its change, 61, got 60/)
  database.exec("UPDATE arm_changes SET horizon = 40")
  expect((await verified("SQLite", store))[0]?.problem).toMatch(/must extend the horizon 40, got 40/)
})
