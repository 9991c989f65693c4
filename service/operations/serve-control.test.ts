// The control, or the arm that everyone was moved to, is served while paused, outside the dates,
// outside the traffic, after the planned number, and once finished. Nobody of them is counted,
// sticky arms stay as they are, and the journal verifies.

import { describe, expect, test } from "vitest"
import { isInTraffic } from "../experiment.ts"
import { anyServer, storeKinds, verified } from "../testing/any-server.ts"
import { type Place, startRestorable } from "../testing/restorable.ts"
import { demo } from "../testing/test-service.ts"

describe.each(storeKinds)("on %s", (kind) => {
  async function running(more: object = {}) {
    const server = await anyServer(kind)
    const id = await server.create({ ...demo, ...more })
    const base = `/v1/experiments/${id}`
    const change = (what: string, options?: object) => server.call("POST", `${base}/${what}`, options)
    const decide = async (body: object = {}) => (await server.call("POST", `${base}/decisions`, body)).body
    const read = async () => (await server.call("GET", base)).body
    const round = async () => (await read()).progress[0].round as number
    const subjects = () => server.store.rowsAfter("subjects", id, "", 1000)
    return { ...server, id, base, change, decide, read, round, subjects }
  }

  const people = Array.from({ length: 12 }, (_, number) => ({ subject: `p${number}` }))

  async function sticky(more: object = {}) {
    const server = await running({ sticky: true, control: "c", ...more })
    const first: { decisionId: string; arm: string }[] = []
    for (const person of people) first.push(await server.decide(person))
    const [mover] = [...first.entries()].filter(([, { arm }]) => arm !== "c")
    const [number, { decisionId, arm }] = mover as [number, (typeof first)[number]]
    return { ...server, first, mover: { ...people[number], decisionId, arm } }
  }

  test("a pause gives everyone the control, sticky people and repeated decisions too, and resuming gives back what they had", async () => {
    const { change, decide, read, round, subjects, first, mover, store } = await sticky()
    const counted = await subjects()
    expect((await change("pause")).body).toMatchObject({ status: "paused", serve: "control" })
    for (const person of people) expect((await decide(person)).arm).toBe("c")
    const { decisionId, subject, arm } = mover
    const again = { decisionId, subject }
    expect(await decide(again)).toEqual({ decisionId, arm: "c", firstArm: arm, status: "paused" })
    expect(await subjects()).toEqual(counted)
    expect(await round()).toBe(12)
    // Repeated otherwise, it serves them otherwise.
    expect((await change("pause", { serve: "sticky" })).body.serve).toBe("sticky")
    expect((await decide({ subject })).arm).toBe(arm)
    expect(await decide(again)).toEqual({ decisionId, arm, status: "paused" })
    expect((await change("pause", { serve: "both" })).body.code).toBe("invalid_request")
    await change("resume")
    for (const [number, person] of people.entries()) expect((await decide(person)).arm).toBe(first[number]?.arm)
    expect((await read()).serve).toBe(null)
    // The next pause says nothing about sticky people, so they get the control again.
    expect((await change("pause")).body.serve).toBe("control")
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("finish serves the arm that is named; sticky people keep theirs until everyone is moved, and the activity says so", async () => {
    const { call, base, change, decide, read, subjects, mover, first } = await sticky()
    const counted = await subjects()
    const other = mover.arm === "a" ? "b" : "a"
    expect((await change("finish", { arm: "z" })).body.code).toBe("unknown_arm")
    expect((await change("finish", { arm: other })).body).toMatchObject({ status: "finished", everyone: false })
    expect((await decide({ subject: "new" })).arm).toBe(other)
    expect((await decide({ subject: mover.subject })).arm).toBe(mover.arm)
    expect((await read()).progress[0].recommended).toBe(other)
    // Repeated without a word it changes nothing, and with one it moves them.
    expect((await change("finish")).body.everyone).toBe(false)
    expect((await change("finish", { everyone: true })).body.everyone).toBe(true)
    for (const person of people) expect((await decide(person)).arm).toBe(other)
    const { decisionId, subject, arm } = mover
    expect(await decide({ decisionId, subject })).toMatchObject({ arm: other, firstArm: arm, status: "finished" })
    expect((await change("finish")).body.everyone).toBe(true)
    expect((await subjects()).filter(({ learned }) => learned > 0)).toEqual(counted)
    const { activity } = (await call("GET", `${base}/activity`)).body
    const actions = activity.map(({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`)
    expect(actions).toEqual(["create done", "finish done", "finish-everyone done"])
    expect(first).toHaveLength(12)
  })

  test("an arm that is named takes the place of the one that was fixed when the planned number was reached", async () => {
    const { change, decide, read, round } = await running({ horizon: 6 })
    for (let turn = 0; turn < 8; turn++) await decide()
    expect(await round()).toBe(6)
    await change("finish", { arm: "b" })
    expect((await read()).progress[0].recommended).toBe("b")
    expect((await decide()).arm).toBe("b")
  })

  test("outside its dates everyone gets the control, nobody is counted, and the answer says why", async () => {
    const { clock, service, create, call, store } = await anyServer(kind)
    const at = (seconds: number) => new Date(service.now() + 1000 * seconds).toISOString()
    const dates = { startsAt: at(60), endsAt: at(120) }
    const id = await create({ ...demo, sticky: true, control: "c", ...dates })
    const base = `/v1/experiments/${id}`
    const decide = async (body: object) => (await call("POST", `${base}/decisions`, body)).body
    const round = async () => (await call("GET", base)).body.progress[0].round
    const subjects = () => store.rowsAfter("subjects", id, "", 100)
    expect((await call("GET", base)).body).toMatchObject(dates)
    const outside = { decisionId: expect.any(String), arm: "c", status: "running", outside: "dates" }
    for (const person of people) expect(await decide(person)).toEqual(outside)
    expect(await subjects()).toEqual([])
    clock.forward(60)
    const arms: string[] = []
    for (const [number, person] of people.entries())
      arms.push((await decide({ ...person, decisionId: `d${number}` })).arm)
    expect(new Set(arms).size).toBeGreaterThan(1)
    expect(await round()).toBe(12)
    const counted = await subjects()
    clock.forward(60)
    const moved = arms.findIndex((arm) => arm !== "c")
    const again = { decisionId: `d${moved}`, ...people[moved] }
    expect(await decide(again)).toEqual({ ...outside, firstArm: arms[moved] })
    for (const person of people) expect(await decide(person)).toEqual(outside)
    const batch = await call("POST", `${base}/decisions:batch`, { decisions: [{ subject: "new" }] })
    expect(batch.body.results).toMatchObject([{ status: 201, arm: "c", outside: "dates" }])
    expect([await round(), await subjects()]).toEqual([12, counted])
    // The request that finishes it decides what is served from then on.
    await call("POST", `${base}/finish`, { arm: "b", everyone: true })
    expect((await decide(people[moved] as object)).arm).toBe("b")
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("dates must be in order and exist; a copy leaves them out", async () => {
    const { create, call } = await anyServer(kind)
    const refusal = async (more: object) => (await call("POST", "/v1/experiments", { ...demo, ...more })).body.code
    const dates = { startsAt: "2030-01-02", endsAt: "2030-01-03T10:00:00+02:00" }
    expect(await refusal({ startsAt: dates.endsAt, endsAt: dates.startsAt })).toBe("invalid_parameter")
    expect(await refusal({ startsAt: "2030-02-31T00:00:00Z", endsAt: "soon" })).toBe("invalid_request")
    expect(await refusal({ startsAt: "2030-13-01" })).toBe("invalid_request")
    const like = await create({ ...demo, ...dates, trafficShare: 0.5, afterTarget: "control" })
    const read = async (id: string) => (await call("GET", `/v1/experiments/${id}`)).body
    expect(await read(like)).toMatchObject({
      startsAt: "2030-01-02T00:00:00.000Z",
      endsAt: "2030-01-03T08:00:00.000Z",
    })
    const rest = { startsAt: null, endsAt: null, trafficShare: 0.5, afterTarget: "control" }
    expect(await read(await create({ like }))).toMatchObject(rest)
  })

  test("a share of people takes part by the hash of their subject; the others get the control and are never learned from", async () => {
    const share = 0.3
    const { create, call, store } = await anyServer(kind)
    const id = await create({ ...demo, control: "c", trafficShare: share })
    const base = `/v1/experiments/${id}`
    const many = Array.from({ length: 600 }, (_, number) => ({ subject: `s${number}` }))
    const ask = async () =>
      (await call("POST", `${base}/decisions:batch`, { decisions: many })).body.results as Record<string, string>[]
    const first = await ask()
    const isIncluded = first.map(({ outside }) => outside === undefined)
    expect((await ask()).map(({ outside }) => outside === undefined)).toEqual(isIncluded)
    const rows = (await store.rowsAfter("decisions", id, 0, 2000)).slice(0, 600)
    expect(rows.map(({ pull }) => pull !== null)).toEqual(isIncluded)
    for (const [number, { arm, outside }] of first.entries())
      if (!isIncluded[number]) expect([arm, outside]).toEqual(["c", "traffic"])
    // Five standard errors, which would notice a share of a half.
    const within = (count: number) => Math.abs(count - share * 600) < 5 * Math.sqrt(600 * share * (1 - share))
    expect(within(isIncluded.filter(Boolean).length)).toBe(true)
    const half = { trafficShare: 0.5 } as Parameters<typeof isInTraffic>[0]
    expect(within(rows.filter(({ subject }) => isInTraffic(half, subject as string)).length)).toBe(false)
    expect(await call("POST", `${base}/decisions`, {})).toMatchObject({
      status: 422,
      body: { code: "subject_required" },
    })
    for (const trafficShare of [0, 1.1])
      expect((await call("POST", "/v1/experiments", { ...demo, trafficShare })).body.code).toBe("invalid_request")
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("after the planned number new people get the control where that was asked for, and the recommended arm once it is finished", async () => {
    const { change, decide, subjects, round } = await running({
      horizon: 12,
      sticky: true,
      control: "c",
      afterTarget: "control",
    })
    const first: string[] = []
    for (const person of people) first.push((await decide(person)).arm)
    expect(await round()).toBe(12)
    for (let visit = 0; visit < 2; visit++) expect((await decide({ subject: "new" })).arm).toBe("c")
    expect((await decide({ subject: "new", excludeArms: ["c"] })).arm).toBe("a")
    for (const [number, person] of people.entries()) expect((await decide(person)).arm).toBe(first[number])
    expect(await subjects()).toHaveLength(12)
    await change("finish", { arm: "b" })
    expect((await decide({ subject: "new" })).arm).toBe("b")
  })
})

test.each(storeKinds)(
  "on %s how people are served is kept over a restart and in a restored copy, and sticky arms are what they were",
  async (kind) => {
    const first = await startRestorable(kind)
    const { id } = (await first.call("POST", "/v1/experiments", { ...demo, sticky: true, control: "c" })).body
    const base = `/v1/experiments/${id}`
    const people = Array.from({ length: 12 }, (_, number) => ({ subject: `p${number}` }))
    const listArms = async ({ call }: Place) => {
      const made = []
      for (const person of people) made.push((await call("POST", `${base}/decisions`, person)).body.arm)
      return made as string[]
    }
    const before = await listArms(first)
    await first.call("POST", `${base}/pause`, { serve: "sticky" })
    const paused = await first.restart()
    expect(await listArms(paused)).toEqual(before)
    await paused.call("POST", `${base}/pause`, { serve: "control" })
    const control = people.map(() => "c")
    const again = await paused.restart()
    expect(await listArms(again)).toEqual(control)
    const restored = await (await again.backup())()
    expect(await listArms(restored)).toEqual(control)
    await restored.call("POST", `${base}/resume`)
    expect(await listArms(restored)).toEqual(before)
    await restored.call("POST", `${base}/finish`, { everyone: true, arm: "b" })
    const moved = await restored.restart()
    expect(await listArms(moved)).toEqual(people.map(() => "b"))
    expect((await moved.call("GET", base)).body).toMatchObject({ status: "finished", everyone: true })
    expect(await moved.problems()).toEqual([null])
  },
)
