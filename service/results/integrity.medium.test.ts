// Something is wrong with how answers come: it is found from public counts, shown in results, and
// told once to listeners and webhooks, on either store and across restarts. With private arrivals
// there is nothing of it.

import { describe, expect, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { readResultsView } from "../http/results-view.ts"
import type { Service } from "../service.ts"
import { anyServer, type StoreKind, storeKinds } from "../testing/any-server.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, testService } from "../testing/test-service.ts"
import { AddressPolicy } from "../webhooks/address-policy.ts"

const windowSeconds = 160
const setting = { ...demo, arms: ["a", "b"], evenShare: 1, missing: "ignore", rewardWindowSeconds: windowSeconds }

const listen = (service: Service) =>
  service.webhooks(new AddressPolicy()).add({ name: "all", url: "https://8.8.8.8/" }, localActor)

const messages = async ({ store }: Service, type: string) =>
  (await store.outbox.deliveriesAfter(0, 100))
    .filter((row) => row.type === type)
    .map(({ data }) => JSON.parse(data) as Record<string, unknown>)

type Key = Record<string, string>
type Answers = (arm: string, number: number) => boolean

/**
 * A server with one experiment, and people who answer at once or never, one a second; what is due
 * is dealt with now and then.
 */
async function watched(kind: StoreKind, more: object = {}) {
  const server = await anyServer(kind)
  const { service, call, clock } = server
  await listen(service)
  const id = await server.create({ ...setting, ...more })
  const base = `/v1/experiments/${id}`
  const isSticky = "sticky" in more
  let number = 0
  /** `keys`: the one that decides, and those that answer in turn. */
  const people = async (count: number, answers: Answers, keys: readonly Key[] = [{}, {}]): Promise<void> => {
    const [decider, ...others] = keys
    for (let left = count; left > 0; left -= 10) {
      const decisions = Array.from({ length: 10 }, () => {
        number += 1
        return { decisionId: `d${number}`, ...(isSticky ? { subject: `s${number}` } : {}) }
      })
      const made = (await call("POST", `${base}/decisions:batch`, { decisions }, decider)).body
      const given = (made.results as { decisionId: string; arm: string }[]).filter(({ arm, decisionId }) =>
        answers(arm, Number(decisionId.slice(1))),
      )
      for (const [index, { decisionId }] of given.entries()) {
        await call("PUT", `${base}/decisions/${decisionId}/reward`, { value: 0.5 }, others[index % others.length])
      }
      clock.forward(10)
      await service.closeWindows()
    }
  }
  const findings = async (): Promise<Record<string, unknown>[] | null> =>
    (await readResultsView(server.store, await service.live(id), clock.now)).segments[0]?.integrity ?? null
  return { ...server, id, base, people, findings }
}

describe.each(storeKinds)("on %s", (kind) => {
  test("options that are not answered alike are found, and reported once", async () => {
    const { people, findings, service, store, id, call, base } = await watched(kind)
    await people(100, (_, number) => number % 2 === 0)
    expect(await findings()).toEqual([])
    await people(400, (arm, number) => (arm === "a" ? number % 10 < 8 : number % 10 < 3))
    const [found] = (await findings()) ?? []
    expect(found).toMatchObject({ kind: "answers_differ", arm: "a", other: "b", seconds: expect.any(Number) })
    expect(found?.sentence).toMatch(
      /^“b” is answered less often than “a”: \d+\.?\d* % against \d+\.?\d* % within .*\.$/,
    )
    const [shown] = (await call("GET", `${base}/results`)).body.segments
    expect(shown.sharesDiffer).toMatchObject({ arm: "a", other: "b", share: found?.share })
    expect(shown.integrity).toEqual([found])
    expect(await messages(service, "experiment.integrity")).toEqual([
      expect.objectContaining({ segment: null, kind: "answers_differ", arm: "a", other: "b" }),
    ])
    const events = (await store.rowsAfter("events", id, 0, 1000)).filter((one) => one.kind === "integrity")
    expect(events.map(({ body }) => JSON.parse(body))).toMatchObject([{ kind: "answers_differ", segment: null }])
  })

  test("answers that stop coming are reported once, and again after they came back; traffic that stops is not", async () => {
    const { people, findings, service, clock } = await watched(kind)
    const half: Answers = (_, number) => number % 2 === 0
    await people(200, half)
    clock.forward(86_400)
    await service.closeWindows()
    expect([await findings(), await messages(service, "experiment.silent")]).toEqual([[], []])
    await people(60, () => false)
    const [found] = (await findings()) ?? []
    expect(found).toMatchObject({ kind: "silent", seconds: 10, share: 0.5, since: expect.any(String) })
    expect(found?.sentence).toMatch(
      /^Answers stopped coming: none to the latest \d+ decisions within 10 seconds, where 50\.0 %/,
    )
    // The end of their windows says nothing new.
    await people(60, () => false)
    clock.forward(windowSeconds)
    await service.closeWindows()
    expect(await messages(service, "experiment.silent")).toHaveLength(1)
    await people(300, half)
    expect(await findings()).toEqual([])
    expect(await messages(service, "experiment.silent")).toHaveLength(1)
    await people(60, () => false)
    expect(await messages(service, "experiment.silent")).toHaveLength(2)
    expect(await messages(service, "experiment.integrity")).toEqual([])
  })

  test("a key that sends most answers to decisions of another is named; one that alone sends them is not", async () => {
    const { people, findings, newKey, store, service } = await watched(kind)
    const [app, odd] = [await newKey("app"), await newKey("odd")]
    const lineage = (await store.keys()).find(({ name }) => name === "odd")?.lineage as string
    const all: Answers = () => true
    await people(60, all, [app, app])
    expect(await findings()).toEqual([])
    await people(300, all, [app, app, odd, odd, odd, odd])
    expect(await findings()).toEqual([
      expect.objectContaining({ kind: "one_key", key: lineage, sentence: expect.stringContaining(lineage) }),
    ])
    expect(await messages(service, "experiment.integrity")).toHaveLength(1)
    const split = await watched(kind)
    await split.people(200, all, [await split.newKey("app"), await split.newKey("back")])
    expect(await split.findings()).toEqual([])
  })

  test("answers to unknown decisions are counted by id, never by subject, and the refusal is as it was", async () => {
    const { service, call, base, findings, people, id } = await watched(kind, { sticky: true })
    for (let number = 0; number < 30; number++) {
      const { status, body } = await call("PUT", `${base}/decisions/none${number}/reward`, { value: 1 })
      expect([status, body.code]).toEqual([404, "unknown_decision"])
      await call("POST", `${base}/rewards`, { subject: `nobody${number}`, value: 1 })
    }
    expect(await findings()).toEqual([])
    await service.closeWindows()
    expect(await findings()).toEqual([expect.objectContaining({ kind: "unknown_decisions", count: 30 })])
    expect((await service.live(id)).integrity?.found.kind).toBe("unknown_decisions")
    await people(10, () => false)
    expect((await service.live(id)).integrity?.found.kind).toBe("unknown_decisions")
    expect(await messages(service, "experiment.integrity")).toEqual([
      expect.objectContaining({ kind: "unknown_decisions", count: 30, segment: null }),
    ])
  })

  test("with private arrivals nothing is counted, shown or sent", async () => {
    const { people, findings, service, base, call, id } = await watched(kind, {
      arrivals: "private",
      tickSeconds: 10,
      missing: 0,
    })
    await people(200, (arm) => arm === "a")
    await people(100, () => false)
    for (let number = 0; number < 30; number++)
      await call("PUT", `${base}/decisions/none${number}/reward`, { value: 1 })
    await service.closeWindows()
    expect(await findings()).toBeNull()
    expect((await service.live(id)).counts.integrity.toJSON()).toMatchObject({ unknown: 0, early: { decided: 0 } })
    expect([await messages(service, "experiment.silent"), await messages(service, "experiment.integrity")]).toEqual([
      [],
      [],
    ])
  })
})

/**
 * Decisions, half of them answered, then some that nobody answers, each aged before the next.
 */
async function silentPeople(service: Service, id: string, clock: { forward(seconds: number): void }, first: number) {
  for (let number = first; number < first + 160; number++) {
    const decisionId = `d${number}`
    await service.decide(id, { decisionId }, "k")
    if (number < first + 100 && number % 2 === 0) await service.reward(id, decisionId, 0.5, "k")
    clock.forward(20)
    await service.closeWindows()
  }
}

test("counts and announced findings survive a crash", async () => {
  const { service, clock, path, store } = await testService({ snapshotEvery: 1e9 })
  await listen(service)
  const { live } = await service.createExperiment({ ...setting, missing: "ignore" } as never)
  const { id } = live.experiment
  await silentPeople(service, id, clock, 0)
  for (let number = 0; number < 30; number++) await service.reward(id, `none${number}`, 1, "k").catch(() => undefined)
  await service.closeWindows()
  const before = (await readResultsView(store, service.live(id), clock.now)).segments[0]?.integrity
  expect(before?.map(({ kind }) => kind)).toEqual(["silent", "unknown_decisions"])
  // Without a word to the service: what is on disk by then is all that the next process has.
  store.close()
  const next = await testService({ path, clockFrom: clock })
  await next.service.closeWindows()
  const after = (await readResultsView(next.store, next.service.live(id), clock.now)).segments[0]?.integrity
  expect(after).toEqual(before)
  clock.forward(20)
  await next.service.closeWindows()
  expect(await messages(next.service, "experiment.silent")).toHaveLength(1)
  expect(await messages(next.service, "experiment.integrity")).toHaveLength(1)
})

test("replicas count together", async () => {
  const { replicas, clock } = await testReplicas(2)
  const [one, other] = replicas as unknown as [Service, Service]
  await listen(one)
  const { live } = await one.createExperiment({ ...setting, missing: "ignore" } as never)
  const { id } = live.experiment
  for (let number = 0; number < 15; number++)
    for (const replica of [one, other]) await replica.reward(id, `none${number}`, 1, "k").catch(() => undefined)
  await one.closeWindows()
  await other.closeWindows()
  expect((await one.live(id)).counts.integrity.unknown).toBe(30)
  await silentPeople(one, id, clock, 0)
  await other.closeWindows()
  expect((await other.live(id)).counts.integrity.silence).toMatchObject({ stage: "early", share: expect.any(Number) })
  expect(await messages(other, "experiment.silent")).toHaveLength(1)
})
