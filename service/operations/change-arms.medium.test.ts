// Stopping, resuming and adding arms, on both stores: who gets what, what joins, what is refused,
// and that a journal played again agrees.

import { findAlgorithm, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { readResultsView } from "../http/results-view.ts"
import { liveNames } from "../live/live-algorithms.ts"
import { loadExperiment } from "../live/load-experiment.ts"
import { recommendedArm } from "../live/served-arms.ts"
import type { Service } from "../service.ts"
import type { StoredExperiment } from "../store/rows.ts"
import type { Store } from "../store/store.ts"
import { anyServer, anyService, storeKinds, verified } from "../testing/any-server.ts"
import { demo, testService } from "../testing/test-service.ts"

const sticky = { ...demo, arms: ["a", "b", "c"], sticky: true, evenShare: 1 } as const

const stop = { kind: "stop", arm: "b" } as const
const resume = { kind: "resume", arm: "b", reason: "a mistake" } as const

const joinedAfter = async (store: Store, id: string, sequence: number) =>
  (await store.rowsAfter("observations", id, sequence, 1000)).map(({ decision }) => decision)

/** One decision for each of so many people, by the arm they got. */
async function decideFor(service: Service, id: string, people: readonly string[]) {
  const made = await Promise.all(
    people.map(async (subject) => ({
      subject,
      ...(await service.decide(id, { decisionId: `d-${subject}`, subject }, "k")),
    })),
  )
  return new Map(made.map(({ subject, arm }) => [subject, arm]))
}

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, number) => `${prefix}${number}`)

describe.each(storeKinds)("on %s", (kind) => {
  test("a stopped arm is served to no one: sticky people, repeated ids and new people get another, and none of its rewards join", async () => {
    const { service, store } = await anyService(kind)
    const { id } = (await service.createExperiment(sticky)).live.experiment
    const people = named("p", 30)
    const first = await decideFor(service, id, people)
    const ofB = people.filter((subject) => first.get(subject) === "b")
    expect(ofB.length).toBeGreaterThan(3)
    const { sequence } = await service.changeArms(id, stop)
    expect((await service.changeArms(id, stop)).sequence).toBe(sequence)
    for (const subject of people) {
      const was = first.get(subject) as string
      const moved = was === "b" ? { arm: "a", firstArm: "b" } : { arm: was }
      expect(await service.decide(id, { decisionId: `d-${subject}`, subject }, "k")).toEqual({
        decisionId: `d-${subject}`,
        ...moved,
        status: "running",
        isNew: false,
      })
      const again = await service.decide(id, { decisionId: `again-${subject}`, subject }, "k")
      expect(again).toMatchObject({ ...moved, isNew: true })
      expect(again.firstArm).toBe(moved.firstArm)
      expect(await service.readDecision(id, `d-${subject}`)).toMatchObject(moved)
    }
    const later = await decideFor(service, id, named("q", 40))
    expect([...new Set(later.values())].sort()).toEqual(["a", "c"])
    // A reward that a stop has dropped gets the usual answers, also by subject, and never joins.
    const [one, other] = ofB as [string, string]
    expect(await service.reward(id, `d-${one}`, 1, "k")).toEqual({ repeated: false })
    expect(await service.reward(id, `d-${one}`, 0, "k")).toEqual({ repeated: true })
    expect(await service.reward(id, `again-${one}`, 0, "k")).toEqual({ repeated: false })
    await service.rewardSubject(id, other, 1, "k")
    expect(await joinedAfter(store, id, sequence)).toEqual([])
    const kept = people.find((subject) => first.get(subject) === "a") as string
    await service.reward(id, `d-${kept}`, 1, "k")
    expect(await joinedAfter(store, id, sequence)).toHaveLength(1)
    // They stay counted under what they got first.
    const subjects = await store.rowsAfter("subjects", id, "", 100)
    expect(subjects.filter(({ arm }) => arm === 1)).toHaveLength(ofB.length)
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("a resumed arm is for new people; people who had it before keep their present arm", async () => {
    const { service, store } = await anyService(kind)
    const { id } = (await service.createExperiment(sticky)).live.experiment
    const people = named("p", 20)
    const first = await decideFor(service, id, people)
    await service.changeArms(id, stop)
    await service.changeArms(id, resume)
    const later = await decideFor(service, id, named("q", 30))
    expect([...later.values()]).toContain("b")
    for (const [subject, was] of first) {
      const moved = was === "b" ? { arm: "a", firstArm: "b" } : { arm: was }
      expect(await service.decide(id, { subject }, "k")).toMatchObject(moved)
      expect(await service.decide(id, { decisionId: `d-${subject}`, subject }, "k")).toMatchObject(moved)
    }
    for (const [subject, was] of later) expect(await service.decide(id, { subject }, "k")).toMatchObject({ arm: was })
    const newest = [...later].find(([, arm]) => arm === "b")?.[0] as string
    await service.reward(id, `d-${newest}`, 1, "k")
    expect(await joinedAfter(store, id, 0)).toHaveLength(1)
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("arms are added up to maxArms, learned from, counted and listed", async () => {
    const { service, store, call, create } = await anyServer(kind)
    const id = await create({ ...demo, arms: ["a", "b"], maxArms: 3, evenShare: 1, segments: ["x", "y"] })
    const decide = async (number: number) =>
      service.decide(id, { decisionId: `d${number}`, segment: number % 2 === 0 ? "x" : "y" }, "k")
    for (let number = 0; number < 20; number++) await decide(number)
    const added = await call("POST", `/v1/experiments/${id}/arms`, { name: "c" })
    expect(added.body).toMatchObject({ arms: ["a", "b", "c"], maxArms: 3, stopped: [] })
    for (const name of ["c", "d"]) {
      const refused = await call("POST", `/v1/experiments/${id}/arms`, { name })
      const [status, code] = name === "c" ? [422, "invalid_parameter"] : [409, "arms_fixed"]
      expect([refused.status, refused.body.code]).toEqual([status, code])
    }
    const arms = new Set<string>()
    for (let number = 20; number < 60; number++) arms.add((await decide(number)).arm)
    expect([...arms].sort()).toEqual(["a", "b", "c"])
    for (let number = 0; number < 60; number++) await service.reward(id, `d${number}`, number % 3 === 0 ? 1 : 0, "k")
    await service.closeWindows()
    const { body: list } = await call("GET", "/v1/experiments")
    expect(list.experiments[0]).toMatchObject({ arms: ["a", "b", "c"], decisions: 60 })
    const { body: results } = await call("GET", `/v1/experiments/${id}/results`)
    expect(results.segments[0].arms.map(({ arm }: { arm: string }) => arm)).toEqual(["a", "b", "c"])
    const { body: detail } = await call("GET", `/v1/experiments/${id}`)
    expect(Object.keys(detail.progress[1].decisions)).toEqual(["a", "b", "c"])
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
  })

  test("views, events, activity and the ledger say who stopped what and why", async () => {
    const { service, store, call, create } = await anyServer(kind)
    const id = await create(sticky)
    const address = `/v1/experiments/${id}`
    const stopped = await call("POST", `${address}/arms/b/stop`, { reason: "complaints by telephone" })
    const [note] = stopped.body.stopped
    expect(note).toMatchObject({ arm: "b", by: "local", cause: "person", metric: null, segment: null })
    expect(note.reason).toBe("complaints by telephone")
    expect((await call("GET", "/v1/experiments")).body.experiments[0].stopped).toEqual([note])
    expect((await call("GET", `${address}/results`)).body.segments[0].stoppedArms).toEqual(["b"])
    // The control may be stopped: the first arm that is not takes its place.
    expect((await call("POST", `${address}/arms/a/stop`)).body).toMatchObject({ control: "c" })
    const last = await call("POST", `${address}/arms/c/stop`)
    expect([last.status, last.body.code]).toEqual([409, "last_arm"])
    expect((await call("POST", `${address}/arms/x/stop`)).body.code).toBe("arm_not_found")
    expect((await call("POST", `${address}/arms/a/resume`, {})).status).toBe(400)
    expect((await call("POST", `${address}/arms`, { name: "d" })).body.code).toBe("arms_fixed")
    expect((await call("POST", `${address}/arms/a/resume`, { reason: "why not" })).body).toMatchObject({ control: "a" })
    const events = await store.rowsAfter("events", id, 0, 100)
    const armEvents = events.filter((event) => event.kind === "arm")
    expect(armEvents.map(({ kind, body }) => [kind, JSON.parse(body).change, JSON.parse(body).arm])).toEqual([
      ["arm", "stop", "b"],
      ["arm", "stop", "a"],
      ["arm", "resume", "a"],
    ])
    const activity = await store.activity({ limit: 10, only: [id] })
    const done = activity.filter(({ outcome }) => outcome === "done")
    expect(done.map(({ action }) => action)).toEqual(["create", "stop-arm", "stop-arm", "resume-arm"])
    const entries = await store.ledger(id, 0, 10)
    expect(entries.map(({ mechanism, arm, cause }) => [mechanism, arm, cause])).toEqual([
      ["stop", 1, "person"],
      ["stop", 0, "person"],
      ["resume", 0, "person"],
    ])
    expect(await verified(kind, store)).toMatchObject([{ problem: null }])
    await service.changeStatus(id, "archive")
    expect((await call("POST", `${address}/arms/b/stop`)).body.code).toBe("invalid_transition")
  })
})

test("a moved person gets the recommended arm where that was asked for", async () => {
  const { service } = await testService()
  const { id } = (await service.createExperiment({ ...sticky, stickyMoveTo: "recommended", privacy: { eta: 8 } })).live
    .experiment
  const people = named("p", 60)
  const first = await decideFor(service, id, people)
  for (const subject of people) await service.reward(id, `d-${subject}`, first.get(subject) === "c" ? 1 : 0, "k")
  const live = await service.changeArms(id, stop)
  expect(recommendedArm(live, "")).toBe(2)
  const moved = people.find((subject) => first.get(subject) === "b") as string
  expect(await service.decide(id, { subject: moved }, "k")).toMatchObject({ arm: "c", firstArm: "b" })
  // Once that is stopped too, nothing is recommended: the control.
  await service.changeArms(id, { kind: "stop", arm: "c" })
  expect(await service.decide(id, { subject: moved }, "k")).toMatchObject({ arm: "a", firstArm: "b" })
})

test("paused and finished experiments never serve a stopped arm, nor where others are excluded", async () => {
  const { service } = await testService()
  const { id } = (await service.createExperiment({ ...demo, control: "b" })).live.experiment
  await service.changeArms(id, stop)
  expect(await service.decide(id, { excludeArms: ["a"] }, "k")).toMatchObject({ arm: "c" })
  await expect(service.decide(id, { excludeArms: ["a", "c"] }, "k")).rejects.toMatchObject({ code: "no_arm_available" })
  await service.changeStatus(id, "pause")
  expect(await service.decide(id, {}, "k")).toMatchObject({ arm: "a" })
  await service.changeStatus(id, "finish")
  expect(await service.decide(id, {}, "k")).toMatchObject({ arm: "a" })
  await service.changeArms(id, { kind: "stop", arm: "a" })
  expect(await service.decide(id, {}, "k")).toMatchObject({ arm: "c" })
})

test.each(liveNames())(
  "%s: stops, resumes and added arms among late answers replay to the same state",
  async (name) => {
    const { service, store, clock } = await testService({ snapshotEvery: 40 })
    const metrics = name.length % 2 === 0 ? [{ name: "harm", eta: 2, windowSeconds: 20 }] : []
    const asked = { ...demo, rewardWindowSeconds: 30, evenShare: 0.5, acceptWeakPrivacy: true, metrics }
    const request = { ...asked, privacy: undefined, algorithm: findExample(name) } as unknown as ExperimentRequest
    const created = await creatable(service, request)
    const { id } = created.experiment
    const chance = seededRandom(`stops of ${name}`)
    const open: { decisionId: string; due: number }[] = []
    for (let second = 0; second < 160; second++) {
      const { decisionId } = await service.decide(id, {}, "k")
      open.push({ decisionId, due: second + Math.floor(25 * chance.uniform()) })
      for (const one of open.filter(({ due }) => due === second)) {
        await service.reward(id, one.decisionId, chance.uniform() < 0.5 ? 1 : 0, "k")
        if (metrics.length > 0 && second - one.due < 10)
          await service.reward(id, one.decisionId, { metrics: { harm: 1 } }, "k").catch(() => undefined)
      }
      if (second % 6 === 0) await service.closeWindows()
      for (const [at, change] of changes) if (at === second) await service.changeArms(id, change).catch(refused)
      clock.forward(1)
      if (second % 23 !== 0) continue
      const again = loadExperiment(store, store.experiment(id) as StoredExperiment)
      const live = service.live(id)
      expect([again.snapshot().state, again.snapshot().arms]).toEqual([live.snapshot().state, live.snapshot().arms])
      expect(again.journal).toBe(live.journal)
    }
    clock.forward(60)
    await service.closeWindows()
    expect(await verified("SQLite", store)).toMatchObject([{ problem: null }])
    const live = service.live(id)
    expect(live.arms.stopped().map(({ arm }) => arm)).toContain("c")
    const { state, settled } = live.segment("")
    expect(settled).toEqual(state.decided)
  },
)

const changes = [
  [30, { kind: "stop", arm: "b" }],
  [60, { kind: "resume", arm: "b", reason: "again" }],
  [75, { kind: "add", name: "d" }],
  [100, { kind: "stop", arm: "b" }],
  [120, { kind: "stop", arm: "c" }],
] as const

/** Where an algorithm does not take a change. */
function refused(error: unknown): void {
  expect((error as { code: string }).code).toMatch(/^(not_resumable|arms_fixed)$/)
}

const findExample = (name: string) => {
  const { horizon: _horizon, ...example } = findAlgorithm(name).example
  return { name, ...example }
}

/** With room for another arm, unless its algorithm has none. */
async function creatable(service: Service, request: ExperimentRequest) {
  const { live } = await service
    .createExperiment({ ...request, maxArms: 4 })
    .catch(() => service.createExperiment(request))
  return live
}

// Everyone answers 1 at once. A count of answers that began again at the stop would say that three
// quarters answer, and means of .75.
test.each([
  ["nobody's answer is outstanding", 0],
  ["some answers are outstanding", 9],
] as const)("a stop while %s leaves the means of all arms as they were", async (_, outstanding) => {
  const { service, store, clock } = await testService()
  const metrics = [{ name: "complaint", eta: 1 }]
  const request = { ...sticky, privacy: { eta: 5 }, evenShare: 1, metrics }
  const { id } = (await service.createExperiment(request)).live.experiment
  for (const subject of named("p", 300)) {
    const { decisionId } = await service.decide(id, { subject }, "k")
    await service.reward(id, decisionId, 1, "k")
  }
  for (const subject of named("q", outstanding)) await service.decide(id, { subject }, "k")
  const means = async () => {
    const [found] = (await readResultsView(store, service.live(id), clock.now)).segments
    return found?.arms.map(({ mean }) => mean as number) ?? []
  }
  const before = await means()
  await service.changeArms(id, stop)
  const after = await means()
  // Noise has a deviation of 0.2 on the sum of about a hundred.
  expect(before.map((mean) => mean > 0.95)).toEqual([true, true, true])
  for (const [arm, mean] of after.entries()) expect(mean).toBeCloseTo(before[arm] as number, 1)
})
