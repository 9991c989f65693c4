// Where learning ends (stopWhen, finish, the horizon) the arm recommended then is served from then
// on, on both stores and after a restart.

import { describe, expect, test } from "vitest"
import { recommendedArm } from "../live/served-arms.ts"
import { storeKinds } from "../testing/any-server.ts"
import { testServer } from "../testing/test-service.ts"
import { plain, playedServer, shares } from "./testing/played-server.ts"

const better = shares({ a: 0.2, b: 0.8 })

describe.each(storeKinds)("on %s", (kind) => {
  test("stopWhen clear: the release that makes it clear finishes it, by the service itself, and the leader is served", async () => {
    const { play, results, history, call, base, get, store, id } = await playedServer(kind, {
      stopWhen: "clear",
      evenShare: 0.5,
      control: "a",
    })
    expect(await get("")).toMatchObject({ stopWhen: "clear", evenShare: 0.5, worthwhile: 0.01 })
    await play(400, better)
    const { status, release, segments } = await results()
    expect(status).toBe("finished")
    expect(segments).toMatchObject([{ recommended: "b" }])
    expect((await get("")).progress[0].round).toBeLessThan(400)
    const clear = (await history("?limit=200")).results.find(({ state }) => state === "clear")
    expect(clear?.release).toBeLessThanOrEqual(release)
    const kinds = (await store.rowsAfter("events", id, 0, 10_000)).map((event) => event.kind)
    // In one transaction: the release, the verdict, the end.
    const end = kinds.lastIndexOf("status")
    expect(kinds.slice(end - 2, end + 1)).toEqual(["release", "verdict", "status"])
    const { activity } = (await call("GET", `${base}/activity`)).body
    expect(activity.at(-1)).toMatchObject({ action: "finish", key: { id: null, name: "service" }, outcome: "done" })
    for (let more = 0; more < 3; more++)
      expect((await call("POST", `${base}/decisions`, {})).body).toMatchObject({ arm: "b", status: "finished" })
    expect((await call("POST", `${base}/decisions`, { excludeArms: ["b"] })).body.arm).toBe("a")
  })

  test("stopWhen clear with segments: it goes on until all of them are clear", async () => {
    const { play, results } = await playedServer(kind, { stopWhen: "clear", evenShare: 0.5, segments: ["n", "s"] })
    await play(300, better, "n")
    const half = await results()
    expect(half.status).toBe("running")
    expect(half.segments.map(({ segment, state }) => [segment, state])).toEqual([
      ["n", "clear"],
      ["s", "no_answers"],
    ])
    await play(300, shares({ a: 0.8, b: 0.2 }), "s")
    const whole = await results()
    expect(whole.status).toBe("finished")
    expect(whole.segments.map(({ recommended }) => recommended)).toEqual(["b", "a"])
  })

  test("at the horizon of a segment the leader of that moment stays, whatever rewards still tell", async () => {
    const { call, base, results, get, service, clock, store, id } = await playedServer(kind, {
      horizon: 60,
      evenShare: 1,
      segments: ["n", "s"],
      control: "b",
      rewardWindowSeconds: 600,
    })
    const decide = async (count: number, segment: string) => {
      const decisions = Array.from({ length: count }, (_, index) => ({ decisionId: `${segment}${index}`, segment }))
      const { results: made } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
      return made as { decisionId: string; arm: string }[]
    }
    const reward = (made: readonly { decisionId: string; arm: string }[], best: string) =>
      call("POST", `${base}/rewards:batch`, {
        rewards: made.map(({ decisionId, arm }) => ({ decisionId, value: arm === best ? 1 : 0 })),
      })
    await decide(60, "n")
    // Nothing was released: the control, for good.
    expect((await get("")).progress[0]).toMatchObject({ segment: "n", round: 60, recommended: null })
    expect((await call("POST", `${base}/decisions`, { segment: "n" })).body.arm).toBe("b")
    const made = await decide(40, "s")
    await reward(made, "a")
    expect((await results()).segments[1]).toMatchObject({ leader: "a", recommended: "a" })
    const decisions = Array.from({ length: 20 }, (_, index) => ({ decisionId: `late${index}`, segment: "s" }))
    const late = (await call("POST", `${base}/decisions:batch`, { decisions })).body.results
    expect((await call("POST", `${base}/decisions`, { segment: "s" })).body.arm).toBe("a")
    const before = (await results()).release
    await reward(late, "b")
    clock.forward(700)
    await service.closeWindows()
    const { release, segments } = await results()
    expect(release).toBeGreaterThan(before)
    expect(segments.map(({ recommended }) => recommended)).toEqual([null, "a"])
    expect((await call("POST", `${base}/decisions`, { segment: "n" })).body.arm).toBe("b")
    expect((await call("POST", `${base}/decisions`, { segment: "s" })).body.arm).toBe("a")
    expect((await store.currentResults(id)).map(({ segment, fixed }) => [segment, fixed])).toEqual([
      ["n", 1],
      ["s", 1],
    ])
  })

  test("finish without a release serves the control; one with a release its leader", async () => {
    for (const count of [0, 200]) {
      const { play, call, base, results } = await playedServer(kind, { control: "b", evenShare: 1 })
      await play(count, shares({ a: 0.9, b: 0.1 }))
      await call("POST", `${base}/finish`)
      expect((await results()).segments[0]?.recommended).toBe(count === 0 ? null : "a")
      expect((await call("POST", `${base}/decisions`, {})).body.arm).toBe(count === 0 ? "b" : "a")
    }
  })
})

test("the fixed recommendation is known after a restart, with a snapshot and without", async () => {
  for (const snapshotEvery of [1, 1_000_000]) {
    const first = await testServer({ snapshotEvery })
    const id = await first.create({ ...plain, control: "b", horizon: 20 })
    for (let round = 0; round < 20; round++) await first.service.decide(id, { decisionId: `d${round}` }, "local")
    expect(recommendedArm(first.service.live(id), "")).toBeNull()
    first.store.close()
    const second = await testServer({ path: first.path, snapshotEvery })
    const live = second.service.live(id)
    expect(live.segment("").state.round).toBe(20)
    expect(live.currentResults.get("")).toMatchObject({ fixed: 1, recommended: null, state: "no_answers" })
    expect((await second.service.decide(id, {}, "local")).arm).toBe("b")
  }
})
