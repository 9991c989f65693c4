// An arm that surely does harm is stopped by itself, in the transaction of the release that shows
// it, on either store; a person may resume it, and new figures that show harm stop it again. Equal
// arms go on.

import { describe, expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { anyServer, type StoreKind, storeKinds, verified } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

const watched = {
  ...demo,
  arms: ["today", "calm", "loud"],
  horizon: 5000,
  privacy: { eta: 5 },
  evenShare: 1,
  sticky: true,
  acceptWeakPrivacy: true,
  metrics: [
    { name: "complaint", eta: 9, windowSeconds: 1, margin: 0.2 },
    { name: "refund", eta: 9, windowSeconds: 1, margin: 0.2 },
  ],
} as const

async function played(kind: StoreKind, more: Partial<ExperimentRequest> = {}) {
  const server = await anyServer(kind)
  const { call, create, service, clock } = server
  const id = await create({ ...watched, ...more })
  const base = `/v1/experiments/${id}`
  let made = 0
  const given = new Map<string, string>()
  /** Rounds of ten new people; `outcome` by arm. */
  const play = async (rounds: number, outcome: (arm: string) => object, excludeArms: readonly string[] = []) => {
    for (let round = 0; round < rounds; round++) {
      const decisions = Array.from({ length: 10 }, () => ({
        decisionId: `d${made}`,
        subject: `s${made++}`,
        excludeArms,
      }))
      const { results } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
      const rewards = results.map(({ decisionId, arm }: { decisionId: string; arm: string }) => {
        given.set(decisionId, arm)
        return { decisionId, ...outcome(arm) }
      })
      await call("POST", `${base}/rewards:batch`, { rewards })
      clock.forward(1)
      await service.closeWindows()
    }
  }
  return { ...server, id, base, play, given }
}

const loud = (complaint: number, refund: number) => (arm: string) => ({
  value: 0.5,
  metrics: arm === "loud" ? { complaint, refund } : { complaint: 0, refund: 0 },
})

describe.each(storeKinds)("on %s", (kind) => {
  test("harm stops the arm at the release that shows it; resumed, it is stopped again by new figures", async () => {
    const { call, base, id, play, given, store, service } = await played(kind)
    await play(40, loud(1, 0))
    const { body } = await call("GET", base)
    expect(body).toMatchObject({
      status: "running",
      harmSeen: false,
      stopped: [{ arm: "loud", by: "service", cause: "harm", metric: "complaint", segment: null, reason: null }],
    })
    const ledger = await store.ledger(id, 0, 1000)
    const stop = ledger.find(({ mechanism }) => mechanism === "stop")
    expect(stop).toMatchObject({ arm: 2, cause: "harm" })
    // Right after the releases of its transaction, at their time.
    const shown = ledger.filter(({ at, index }) => at === stop?.at && index < (stop?.index ?? 0))
    expect(shown.at(-1)?.index).toBe((stop?.index ?? 0) - 1)
    expect(shown.map(({ metric }) => metric)).toContain("complaint")
    const since = await store.rowsAfter("decisions", id, stop?.sequence ?? 0)
    expect(since.length).toBeGreaterThan(50)
    expect(since.filter(({ arm }) => arm === 2)).toEqual([])
    const [person] = [...given].find(([, arm]) => arm === "loud") as [string, string]
    const subject = person.replace("d", "s")
    const again = (await call("POST", `${base}/decisions`, { subject })).body
    expect(again).toMatchObject({ arm: "today", firstArm: "loud" })
    const { activity } = (await call("GET", `${base}/activity`)).body
    expect(activity[1]).toMatchObject({ action: "stop-arm", key: { name: "service" } })
    const results = (await call("GET", `${base}/results`)).body.segments[0]
    expect(results).toMatchObject({ stoppedArms: ["loud"], harm: [{ arm: "loud", metric: "complaint" }] })
    expect(results.leader).not.toBe("loud")

    await call("POST", `${base}/arms/loud/resume`, { reason: "complaints were a mistake of the form" })
    // Figures of the others alone do not stop it, though the old figure of this one still shows
    // harm.
    const entries = (await store.ledger(id, 0, 1000)).length
    await play(20, loud(0, 0), ["loud"])
    const later = (await store.ledger(id, 0, 1000)).slice(entries)
    expect(later.some(({ metric }) => metric === "complaint")).toBe(true)
    expect((await call("GET", base)).body.stopped).toEqual([])
    await play(40, loud(1, 0))
    expect((await call("GET", base)).body.stopped).toMatchObject([{ arm: "loud", cause: "harm", metric: "complaint" }])
    // Two stops and a resume: each may have looked at metrics.
    expect((await service.live(id)).arms.stops).toBe(3)
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("with onHarm notify it stays, and with equal arms nothing is stopped", async () => {
    const told = await played(kind, { onHarm: "notify" })
    await told.play(30, loud(1, 0))
    expect((await told.call("GET", told.base)).body).toMatchObject({ stopped: [], harmSeen: false, onHarm: "notify" })
    const equal = await played(kind)
    await equal.play(30, () => ({ value: 0.5, metrics: { complaint: 0.5, refund: 0.5 } }))
    expect((await equal.call("GET", equal.base)).body).toMatchObject({ stopped: [], harmSeen: true })
  })
})

test("with segments harm in one of them stops the arm in all", async () => {
  const { call, service, clock, create, store } = await anyServer("SQLite")
  const id = await create({ ...watched, segments: ["x", "y"], sticky: false })
  for (let number = 0; number < 400; number++) {
    const segment = number % 4 === 0 ? "y" : "x"
    const { arm } = await service.decide(id, { decisionId: `d${number}`, segment }, "k")
    const isLoud = arm === "loud" && segment === "x"
    await service.reward(id, `d${number}`, { value: 0.5, metrics: { complaint: isLoud ? 1 : 0, refund: 0 } }, "k")
    if (number % 10 === 9) clock.forward(1)
    if (number % 10 === 9) await service.closeWindows()
  }
  const { body } = await call("GET", `/v1/experiments/${id}`)
  expect(body.stopped).toMatchObject([{ arm: "loud", cause: "harm", metric: "complaint", segment: "x" }])
  const stop = (await store.rowsAfter("armChanges", id, 0))[0]?.sequence ?? 0
  const since = await store.rowsAfter("decisions", id, stop)
  expect(since.filter(({ segment }) => segment === "y").length).toBeGreaterThan(5)
  expect(since.filter(({ arm }) => arm === 2)).toEqual([])
})

test.each(storeKinds)(
  "on %s an arm whose reward is surely worse is named, and stopped where that was asked for",
  async (kind) => {
    const bad = (arm: string) => ({ value: arm === "loud" ? 0 : 1 })
    const kept = await played(kind, { metrics: [] })
    await kept.play(25, bad)
    const [named] = (await kept.call("GET", `${kept.base}/results`)).body.segments
    expect(named.worse).toEqual([
      { arm: "loud", difference: expect.closeTo(-1, 0), low: expect.any(Number), high: expect.any(Number) },
    ])
    expect(named.worse[0].high).toBeLessThan(-0.01)
    expect((await kept.call("GET", kept.base)).body.stopped).toEqual([])
    const { call, base, play, store, id } = await played(kind, { metrics: [], onWorse: "stop_arm" })
    await play(25, bad)
    expect((await call("GET", base)).body.stopped).toMatchObject([{ arm: "loud", by: "service", cause: "worse" }])
    expect((await store.ledger(id, 0, 1000)).find(({ mechanism }) => mechanism === "stop")).toMatchObject({
      cause: "worse",
    })
    const [segment] = (await call("GET", `${base}/results`)).body.segments
    expect([segment.order.at(-1), segment.next]).not.toContain(segment.leader)
    expect(segment.order.at(-1)).toBe("loud")
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  },
)

test("a verdict that a stop takes back does not finish the experiment once metrics are known", async () => {
  const run = async (isStopped: boolean) => {
    const { service, clock, create, store } = await anyServer("SQLite")
    // No batch of the metric is complete: no release looks at the verdict again.
    const metrics = [{ name: "complaint", eta: 0.02, windowSeconds: 100, margin: 0.5 }]
    const two = { ...watched, arms: ["today", "calm"], sticky: false, metrics, stopWhen: "clear" }
    const id = await create({ ...two, rewardWindowSeconds: 100 })
    for (let number = 0; number < 150; number++) {
      const { arm } = await service.decide(id, { decisionId: `d${number}` }, "k")
      await service.reward(id, `d${number}`, { value: Number(arm === "calm"), metrics: { complaint: 0 } }, "k")
    }
    const { passed, currentResults } = service.live(id) as LiveExperiment
    expect([currentResults.get("")?.state, passed.clearFrom === null]).toEqual(["clear", false])
    if (isStopped) await service.changeArms(id, { kind: "stop", arm: "today" })
    clock.forward(200)
    await service.closeWindows()
    expect(await verified("SQLite", store)).toMatchObject([{ problem: null }])
    return (await service.live(id)).status
  }
  expect([await run(false), await run(true)]).toEqual(["finished", "running"])
})
