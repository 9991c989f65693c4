// Decisions from leases (docs/leases.md): kept before they are answered, one outcome per id, and nothing else changes.

import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { buildServer } from "../http/server.ts"
import type { Replica } from "../replica/replica.ts"
import { Service } from "../service.ts"
import { openSqliteStore } from "../store/sqlite-store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { temporaryFolder, testSubjectKey } from "../testing/test-service.ts"

const leases = { atLeast: 5, atMost: 200, timesGroup: 4, seconds: 10 }

/** Few first rewards, then batches of hundreds. */
const hot = {
  name: "hot",
  arms: ["a", "b"],
  horizon: 100_000,
  algorithm: { name: "dp-imed", epsilon: 1, firstBatch: 4, batchRatio: 50 },
  rewardWindowSeconds: 60,
} as const

let asked = 0

/** Decisions made at once, by id, with their arms. */
async function decideMany(replica: Replica, id: string, count: number): Promise<Map<string, string>> {
  const made = Array.from({ length: count }, async () => {
    const { decisionId, arm } = await replica.decide(id, { decisionId: `d${++asked}` }, "local")
    return [decisionId, arm] as const
  })
  return new Map(await Promise.all(made))
}

async function rewardAll(replica: Replica, id: string, decided: ReadonlyMap<string, string>): Promise<void> {
  await Promise.all([...decided].map(([one, arm]) => replica.reward(id, one, arm === "a" ? 1 : 0, "local")))
}

/** An experiment whose first batches are closed and whose next one is being played. */
async function playing(replica: Replica, request: object = hot): Promise<string> {
  const { id } = (await replica.createExperiment(request as typeof hot)).live.experiment
  for (let turn = 0; turn < 10; turn++) await rewardAll(replica, id, await decideMany(replica, id, 1))
  return id
}

const leasesOf = (replica: Replica, id: string) => replica.store.leasesAfter(id, 0, 1000)
const rowsOf = (replica: Replica, id: string) => replica.store.decisionsAfter(id, 0, 100_000)

test("a hot experiment is decided from leases that are in the journal first; everything is kept once and verifies", async () => {
  const { replicas, problems } = await testReplicas(2, { leases })
  const [one, other] = replicas as unknown as [Replica, Replica]
  const id = await playing(one)
  const decided = new Map<string, string>()
  for (let turn = 0; turn < 8; turn++)
    for (const replica of [one, other])
      for (const [decision, arm] of await decideMany(replica, id, 10)) decided.set(decision, arm)
  const taken = await leasesOf(one, id)
  expect(taken.length).toBeGreaterThanOrEqual(2)
  const rows = await rowsOf(one, id)
  const leased = rows.filter(({ sequence }) =>
    taken.some((lease) => sequence >= lease.sequence && sequence < lease.sequence + lease.count),
  )
  expect(leased.length).toBeGreaterThan(80)
  const arms = new Map(rows.map((row) => [row.id, hot.arms[row.arm]]))
  for (const [decision, arm] of decided) expect(arms.get(decision)).toBe(arm)
  expect(new Set(rows.map(({ sequence }) => sequence)).size).toBe(rows.length)
  expect(await problems()).toEqual([null])
  await rewardAll(other, id, decided)
  expect((await other.live(id)).snapshot()).toEqual((await one.live(id)).snapshot())
  expect(await problems()).toEqual([null])
})

test("one id at several replicas at once, from leases and not: one outcome, and the slot stays free for another", async () => {
  const { replicas, problems } = await testReplicas(3, { leases })
  const id = await playing(replicas[0])
  for (const replica of replicas) await decideMany(replica, id, 10)
  expect(await leasesOf(replicas[0], id)).toHaveLength(3)
  for (let turn = 0; turn < 15; turn++) {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        (replicas[at % 3] as Replica).decide(id, { decisionId: `same${turn}-${at % 4}`, subject: "s" }, "local"),
      ),
    )
    for (let which = 0; which < 4; which++) {
      const same = answers.filter(({ decisionId }) => decisionId === `same${turn}-${which}`)
      expect(new Set(same.map(({ arm }) => arm)).size).toBe(1)
      expect(same.filter(({ isNew }) => isNew)).toHaveLength(1)
    }
  }
  await expect(replicas[1]?.decide(id, { decisionId: "same0-0", subject: "other" }, "local")).rejects.toMatchObject({
    code: "decision_conflict",
  })
  expect(await problems()).toEqual([null])
})

test("slots of a lost lease get the public constant after their window, and learning goes on", async () => {
  const { replicas, clock, problems } = await testReplicas(2, { leases })
  const [lost, left] = replicas as unknown as [Replica, Replica]
  const id = await playing(lost)
  const decided = await decideMany(lost, id, 10)
  const [lease] = await leasesOf(left, id)
  expect(lease?.count).toBe(40)
  // From here on only the other replica is asked. Nothing of the lease is closed before its time.
  await left.sweep()
  for (const [decision, arm] of await decideMany(left, id, 300)) decided.set(decision, arm)
  await rewardAll(left, id, decided)
  const before = (await left.live(id)).ledgerIndex
  clock.forward(11)
  await left.sweep()
  const nobody = (await rowsOf(left, id)).filter((row) => row.id.startsWith("*"))
  expect(nobody).toHaveLength(40)
  expect(nobody.every(({ subject, key, due }) => subject === null && key === "" && due === lease?.due)).toBe(true)
  expect((await left.live(id)).ledgerIndex).toBe(before)
  // Nobody can reward them, or have had such an id before.
  const app = await buildServer(left, { rateLimit: null })
  onTestFinished(() => app.close())
  const base = `/v1/experiments/${id}/decisions`
  const reward = { method: "PUT", url: `${base}/${nobody[0]?.id}/reward`, payload: { value: 1 } } as const
  expect((await app.inject(reward)).statusCode).toBe(400)
  const taken = { method: "POST", url: base, payload: { decisionId: "*7" } } as const
  expect((await app.inject(taken)).statusCode).toBe(400)
  // The lost replica comes back and finds that its lease is over.
  const late = await decideMany(lost, id, 3)
  expect(late.size).toBe(3)
  clock.forward(61)
  await left.sweep()
  const observed = await left.store.observationsAfter(id, 0, 10_000)
  const slots = new Set(nobody.map(({ sequence }) => sequence))
  const closed = observed.filter((row) => slots.has(row.decision))
  expect(closed.map(({ source, steps }) => [source, steps])).toEqual(nobody.map(() => ["default", 0]))
  expect((await left.live(id)).ledgerIndex).toBeGreaterThan(before)
  expect(await problems()).toEqual([null])
})

test("a pause ends leases: no slot is used after it, at any replica", async () => {
  const { replicas, problems } = await testReplicas(2, { leases })
  const [one, other] = replicas as unknown as [Replica, Replica]
  const id = await playing(one)
  await decideMany(one, id, 10)
  expect(await leasesOf(one, id)).toHaveLength(1)
  await other.changeStatus(id, "pause")
  await expect(one.decide(id, {}, "local")).rejects.toMatchObject({ code: "experiment_paused" })
  await other.changeStatus(id, "resume")
  expect((await one.decide(id, {}, "local")).isNew).toBe(true)
  expect(await problems()).toEqual([null])
})

test("exclusions, segments, caps and sticky subjects are as without leases", async () => {
  const { replicas, problems } = await testReplicas(1, { leases })
  const [replica] = replicas
  const id = await playing(replica)
  const [[, arm]] = [...(await decideMany(replica, id, 10))] as [[string, string]]
  expect(await leasesOf(replica, id)).toHaveLength(1)
  const others = await Promise.all(
    Array.from({ length: 10 }, () => replica.decide(id, { excludeArms: [arm] }, "local")),
  )
  expect(others.every((decided) => decided.arm !== arm)).toBe(true)
  await expect(replica.decide(id, { segment: "x" }, "local")).rejects.toMatchObject({ code: "unknown_segment" })
  for (const counted of [{ subjectCap: 3 }, { sticky: true }]) {
    const made = await replica.createExperiment({ ...hot, ...counted })
    const counting = made.live.experiment.id
    for (let turn = 0; turn < 4; turn++) {
      const decided = await Promise.all(
        Array.from({ length: 30 }, (_, at) => replica.decide(counting, { subject: `s${turn}-${at % 15}` }, "local")),
      )
      await Promise.all(decided.map(({ decisionId }) => replica.reward(counting, decisionId, 1, "local")))
    }
    expect(await leasesOf(replica, counting)).toEqual([])
  }
  expect(await problems()).toEqual([null, null, null])
})

test("segments have leases of their own", async () => {
  const { replicas, problems } = await testReplicas(1, { leases })
  const [replica] = replicas
  const { id } = (await replica.createExperiment({ ...hot, segments: ["x", "y"] })).live.experiment
  for (let turn = 0; turn < 20; turn++) {
    const decided = await Promise.all(
      Array.from({ length: 20 }, (_, at) => replica.decide(id, { segment: at % 2 === 0 ? "x" : "y" }, "local")),
    )
    await Promise.all(decided.map(({ decisionId }) => replica.reward(id, decisionId, 1, "local")))
  }
  const taken = await leasesOf(replica, id)
  expect(new Set(taken.map(({ segment }) => segment))).toEqual(new Set(["x", "y"]))
  expect(await problems()).toEqual([null])
})

test("a store that is copied while a lease is open takes its slots along; no slot is used after", async () => {
  const { replicas, url, clock } = await testReplicas(1, { leases })
  const [replica] = replicas
  const id = await playing(replica)
  await decideMany(replica, id, 10)
  await decideMany(replica, id, 10)
  const [lease] = await leasesOf(replica, id)
  const file = join(temporaryFolder(), "copy.db")
  expect((await transferStore(url, file)).map(({ problem }) => problem)).toEqual([null])
  await expect(replica.decide(id, {}, "local")).rejects.toMatchObject({ code: "store_frozen" })
  const store = openSqliteStore(file)
  const service = new Service({ store, subjectKey: testSubjectKey, clock: clock.read })
  expect(store.leasesAfter(id, 0, 10)).toEqual([lease])
  expect(store.decisionsAfter(id, 0, 1000).filter((row) => row.id.startsWith("*"))).toHaveLength(30)
  clock.forward(100)
  await service.sweep()
  expect((await service.decide(id, {}, "local")).isNew).toBe(true)
  service.close()
})

test("once there may be leases, programs that would not close them refuse to start", async () => {
  const { replicas } = await testReplicas(1, { leases })
  expect(await replicas[0].store.property("least")).toBe("2")
  const { replicas: without } = await testReplicas(1)
  expect(await without[0].store.property("least")).toBe("1")
})

test("a planted mistake is seen: a slot with another arm does not verify", async () => {
  const { replicas, problems } = await testReplicas(1, { leases })
  const [replica] = replicas
  const id = await playing(replica)
  await decideMany(replica, id, 10)
  await decideMany(replica, id, 10)
  const [lease] = await leasesOf(replica, id)
  const change = (sql: string) => replica.store.pool.query(sql, [lease?.sequence])
  await change("UPDATE armistice.decisions SET arm = 1 - arm WHERE sequence = $1")
  expect((await problems())[0]).toMatch(/slot of its lease/)
  await change("UPDATE armistice.decisions SET arm = 1 - arm WHERE sequence = $1")
  expect(await problems()).toEqual([null])
  await change("UPDATE armistice.leases SET count = count - 1 WHERE sequence = $1")
  expect((await problems())[0]).not.toBeNull()
})
