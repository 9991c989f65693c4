// Harm is first in the list until someone has marked it as seen; the mark is kept, and the activity
// says who made it.

import { expect, test } from "vitest"
import { copyRows } from "../store/copy-rows.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

test.each(storeKinds)(
  "on %s harm sorts first until it is marked as seen, and further harm does so again",
  async (kind) => {
    const { call, create, service, clock, store } = await anyServer(kind)
    const metrics = ["complaint", "refund"].map((name) => ({ name, eta: 9, windowSeconds: 1, margin: 0.2 }))
    const more = { arms: ["today", "loud"], horizon: 2000, privacy: { eta: 5 }, evenShare: 1, acceptWeakPrivacy: true }
    const id = await create({ ...demo, ...more, metrics, onHarm: "notify" })
    const base = `/v1/experiments/${id}`
    const newer = await create({ ...demo, name: "newer" })
    let made = 0
    const play = async (rounds: number, refunds: number) => {
      for (let round = 0; round < rounds; round++) {
        const decisions = Array.from({ length: 10 }, () => ({ decisionId: `d${made++}` }))
        const { results } = (await call("POST", `${base}/decisions:batch`, { decisions })).body
        const rewards = results.map(({ decisionId, arm }: { decisionId: string; arm: string }) => {
          const isLoud = arm === "loud"
          return { decisionId, value: 0.5, metrics: { complaint: Number(isLoud), refund: isLoud ? refunds : 0 } }
        })
        await call("POST", `${base}/rewards:batch`, { rewards })
        clock.forward(1)
        await service.closeWindows()
      }
    }
    const list = async (query = "") => (await call("GET", `/v1/experiments${query}`)).body
    const ids = async (query = "") => (await list(query)).experiments.map((one: { id: string }) => one.id)
    const seen = async () => (await call("GET", base)).body.harmSeen
    expect([await seen(), await ids()]).toEqual([true, [newer, id]])
    await play(40, 0)
    expect([await seen(), await ids(), await ids("?sort=released")]).toEqual([false, [id, newer], [id, newer]])
    const [first] = (await list()).experiments
    const complaint = { segment: null, arm: "loud", metric: "complaint", difference: expect.closeTo(1, 0) }
    expect(first.harm).toEqual([{ ...complaint, at: expect.any(String) }])
    expect((await list()).counts).toMatchObject({ urgent: 1, waiting: 0, learning: 1, done: 0 })
    expect([await ids("?part=urgent"), await ids("?part=learning"), await ids("?part=waiting")]).toEqual([
      [id],
      [newer],
      [],
    ])
    // Later pages keep the order.
    const page = await list("?limit=1")
    expect([page.next, await ids(`?limit=1&after=${page.next}`)]).toEqual([id, [newer]])
    // A copy of the store shows it first too.
    const other = await anyServer(kind === "SQLite" ? "Postgres" : "SQLite")
    await copyRows(store, other.store)
    const copied = (await other.call("GET", "/v1/experiments?part=urgent")).body.experiments
    expect(copied.map((one: { id: string }) => one.id)).toEqual([id])
    for (let turn = 0; turn < 2; turn++)
      expect((await call("POST", `${base}/harm/seen`)).body).toMatchObject({ id, harmSeen: true })
    expect([await seen(), await ids(), await ids("?part=urgent")]).toEqual([true, [newer, id], []])
    const { activity } = (await call("GET", `${base}/activity`)).body
    expect(activity.map(({ action }: { action: string }) => action)).toEqual(["create", "harm-seen"])
    // More harm of the seen metric stays seen; harm of another metric is new.
    await play(4, 0)
    expect(await seen()).toBe(true)
    await play(90, 1)
    expect([await seen(), await ids()]).toEqual([false, [id, newer]])
    expect((await list()).experiments[0].harm).toHaveLength(2)
    // An archived experiment serves nobody.
    await call("POST", `${base}/archive`)
    expect([await seen(), await ids("?part=urgent"), await ids("?part=done")]).toEqual([true, [], [id]])
  },
)
