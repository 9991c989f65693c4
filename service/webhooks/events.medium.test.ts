// The messages of webhooks, and when: each is in the outbox with the change that it describes,
// once, and has nothing but what is public.

import { describe, expect, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { playedServer, shares } from "../results/testing/played-server.ts"
import type { Service } from "../service.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { startRestorable } from "../testing/restorable.ts"
import { demo } from "../testing/test-service.ts"
import { AddressPolicy } from "./address-policy.ts"

/** Nothing is sent there: no deliverer runs. */
const listen = (service: Service) =>
  service.webhooks(new AddressPolicy()).add({ name: "all", url: "https://8.8.8.8/" }, localActor)

const readOutbox = async ({ store }: Service) =>
  (await store.outbox.deliveriesAfter(0, 100)).map(({ type, data }) => [type, JSON.parse(data) as object])

const better = shares({ a: 0.2, b: 0.8 })

describe.each(storeKinds)("on %s", (kind) => {
  test("a clear verdict is sent once with the figures of its release, and the end that follows from it", async () => {
    const { service, play, history, id, store } = await playedServer(kind, { stopWhen: "clear", evenShare: 0.5 })
    await listen(service)
    await play(400, better)
    const figures = {
      difference: expect.closeTo(0.6, 0),
      low: expect.any(Number),
      high: expect.any(Number),
      release: expect.any(Number),
    }
    expect(await readOutbox(service)).toEqual([
      ["experiment.clear", { segment: null, arm: "b", next: "a", ...figures }],
      ["experiment.finished", { by: "service", segments: [{ segment: null, arm: "b" }] }],
    ])
    const rows = await store.outbox.deliveriesAfter(0, 10)
    expect(rows.map(({ stream }) => stream)).toEqual([id, id])
    const { release } = JSON.parse(rows[0]?.data ?? "") as { release: number }
    const shown = (await history("?limit=200")).results.find((one) => one.release === release)
    expect(shown).toMatchObject({ state: "clear", leader: "b", at: new Date(rows[0]?.at ?? 0).toISOString() })
  })

  test("each segment has its own verdict, and finishing names the arm of each", async () => {
    const { service, play, call, base } = await playedServer(kind, { evenShare: 0.5, segments: ["n", "s"] })
    await listen(service)
    await play(300, better, "n")
    await call("POST", `${base}/finish`)
    await call("POST", `${base}/finish`)
    const segments = [
      { segment: "n", arm: "b" },
      { segment: "s", arm: "a" },
    ]
    expect(await readOutbox(service)).toEqual([
      ["experiment.clear", expect.objectContaining({ segment: "n", arm: "b" })],
      ["experiment.finished", { by: "person", segments }],
    ])
  })

  test("the planned number without a winner is reported when the last window is over, once", async () => {
    const more = { horizon: 20, evenShare: 1, segments: ["n", "s"], rewardWindowSeconds: 600 }
    const { service, play, call, base, clock, results } = await playedServer(kind, more)
    const states = async () => (await results()).segments.map(({ state }) => state)
    await listen(service)
    await play(20, () => 0.5, "n")
    clock.forward(601)
    await service.closeWindows()
    await play(20, () => null, "s")
    // Decisions that are not learned from do not matter.
    await play(10, () => null, "s")
    clock.forward(599)
    await service.closeWindows()
    expect(await readOutbox(service)).toEqual([])
    expect(await states()).not.toContain("ended_undecided")
    clock.forward(2)
    await service.closeWindows()
    const told = [
      "experiment.ended_undecided",
      {
        horizon: 20,
        segments: [
          { segment: "n", state: "ended_undecided", leader: expect.stringMatching(/^[ab]$/) },
          { segment: "s", state: "ended_undecided", leader: null },
        ],
      },
    ]
    expect(await readOutbox(service)).toEqual([told])
    // One state everywhere: in results, with a sentence that says so, and in the list, where it
    // waits for someone.
    expect(await states()).toEqual(["ended_undecided", "ended_undecided"])
    const [n, s] = (await results()).segments
    expect(n?.sentence).toMatch(/^No winner\. Target of 20 reached\. [ab] did best .* Not enough evidence either way;/)
    expect(s?.sentence).toBe(
      "No winner. Target of 20 reached. Not enough evidence either way; ship only for other reasons.",
    )
    const listed = (await call("GET", "/v1/experiments?part=waiting&state=ended_undecided")).body
    expect(listed.counts).toMatchObject({ waiting: 1, learning: 0 })
    expect(listed.experiments).toMatchObject([
      { state: "ended_undecided", segments: [{ state: "ended_undecided" }, { state: "ended_undecided" }] },
    ])
    await play(10, () => null, "s")
    clock.forward(3600)
    await service.closeWindows()
    expect(await readOutbox(service)).toEqual([told])
    await call("POST", `${base}/finish`)
    expect(await readOutbox(service)).toHaveLength(2)
  })

  test("the planned number is not announced after a clear verdict or a finish", async () => {
    const decided = await playedServer(kind, { horizon: 300, evenShare: 1, rewardWindowSeconds: 60 })
    const webhook = (await listen(decided.service)).webhook.id
    await decided.play(300, better)
    const finished = await decided.create({ ...demo, arms: ["a", "b"], horizon: 2, rewardWindowSeconds: 60 })
    for (let turn = 0; turn < 2; turn++) await decided.call("POST", `/v1/experiments/${finished}/decisions`, {})
    await decided.call("POST", `/v1/experiments/${finished}/finish`)
    decided.clock.forward(61)
    await decided.service.closeWindows()
    const told = await decided.store.outbox.deliveries(webhook, 1e9, 10)
    expect(told.map(({ type }) => type)).toEqual(["experiment.finished", "experiment.clear"])
  })

  test("harm is announced once for each arm and metric", async () => {
    const { call, create, service, clock } = await anyServer(kind)
    await listen(service)
    const metrics = ["complaint", "refund"].map((name) => ({ name, eta: 9, windowSeconds: 1, margin: 0.2 }))
    const more = { arms: ["today", "loud"], horizon: 2000, privacy: { eta: 5 }, evenShare: 1, acceptWeakPrivacy: true }
    const base = `/v1/experiments/${await create({ ...demo, ...more, metrics })}`
    for (let round = 0; round < 40; round++) {
      const decisions = Array.from({ length: 10 }, (_, index) => ({ decisionId: `d${round}-${index}` }))
      const { results } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
      const rewards = results.map(({ decisionId, arm }: { decisionId: string; arm: string }) => ({
        decisionId,
        value: 0.5,
        metrics: { complaint: Number(arm === "loud"), refund: 0 },
      }))
      await call("POST", `${base}/rewards:batch`, { rewards })
      clock.forward(1)
      await service.closeWindows()
    }
    const harm = {
      segment: null,
      arm: "loud",
      metric: "complaint",
      control: "today",
      release: expect.any(Number),
      stopped: true,
    }
    const told = await readOutbox(service)
    expect(told.filter(([type]) => type === "experiment.harm")).toEqual([
      [
        "experiment.harm",
        { ...harm, difference: expect.any(Number), low: expect.any(Number), high: expect.any(Number) },
      ],
    ])
    const [, data] = told.find(([type]) => type === "experiment.harm") as [string, { low: number }]
    expect(data.low).toBeGreaterThan(0.2)
  })

  test("the limit of a population is reported once for each experiment, when someone first reaches it", async () => {
    const { call, create, service } = await anyServer(kind)
    await listen(service)
    await service.putPopulation("p", 1)
    const member = { ...demo, subjectCap: 1, population: "p" }
    const [one, other] = [await create(member), await create({ ...member, name: "other" })]
    const decide = (id: string, subject: string) => call("POST", `/v1/experiments/${id}/decisions`, { subject })
    await decide(one, "anna")
    await decide(one, "ben")
    await decide(one, "anna")
    expect(await readOutbox(service)).toEqual([])
    for (const subject of ["anna", "ben", "anna"]) await decide(other, subject)
    expect(await readOutbox(service)).toEqual([["experiment.budget", { population: "p", limit: 1 }]])
    expect((await service.store.outbox.deliveriesAfter(0, 5)).map(({ stream }) => stream)).toEqual([other])
  })

  test("a restore is announced, and waiting messages are still there", async () => {
    const original = await startRestorable(kind)
    await listen(original.service)
    const { id } = (await original.call("POST", "/v1/experiments", demo)).body
    await original.call("POST", `/v1/experiments/${id}/finish`)
    const restored = await (await original.backup())()
    const told = await readOutbox(restored.service)
    expect(told.map(([type]) => type)).toEqual(["experiment.finished", "store.trouble"])
    expect(told[1]?.[1]).toEqual({
      trouble: "restored",
      detail: expect.stringMatching(/^the store is a restored copy/),
    })
    const again = await restored.restart()
    expect(await readOutbox(again.service)).toHaveLength(2)
  })

  test("warnings for operators are announced", async () => {
    const { service } = await anyServer(kind)
    await listen(service)
    await service.reportWarning("clock")
    expect(await readOutbox(service)).toEqual([
      ["store.trouble", { trouble: "clock", detail: expect.stringMatching(/set the clock$/) }],
    ])
  })

  test("without a webhook nothing is kept", async () => {
    const { call, create, service } = await anyServer(kind)
    await call("POST", `/v1/experiments/${await create()}/finish`)
    expect(await readOutbox(service)).toEqual([])
  })
})
