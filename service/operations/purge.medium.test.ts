// A purge leaves nothing private of an experiment in the store, not even in the bytes of SQLite's
// files, and everything public as it was.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readEstimates } from "../http/estimates-view.ts"
import { hashSubject } from "../keys/repeatable-ids.ts"
import { verifyFile } from "../ledger/verify-file.ts"
import { recommendedArm } from "../live/served-arms.ts"
import type { Service } from "../service.ts"
import { backupStore } from "../store/sqlite/copy-store.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { transferStore } from "../store/transfer-store.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, type TestClock, temporaryFolder, testService, testSubjectKey } from "../testing/test-service.ts"

const window = 100

interface Setting {
  readonly service: Service
  readonly store: Store
  readonly clock: TestClock
  /** Its path or address. */
  readonly place: string
  readonly verdicts: () => Promise<{ problem: string | null; purgedAt?: number; journal: number | null }[]>
}

const stores: [name: string, open: () => Promise<Setting>][] = [
  [
    "SQLite",
    async () => {
      const { service, store, clock, path } = await testService()
      return { service, store, clock, place: path, verdicts: async () => verifyFile(path) }
    },
  ],
  [
    "Postgres",
    async () => {
      const { replicas, clock, url } = await testReplicas(1)
      const { verifyPostgres } = await import("../ledger/verify-postgres.ts")
      const [service] = replicas
      return { service, store: service.store, clock, place: url, verdicts: () => verifyPostgres(url) }
    },
  ],
]

const complaint = { name: "complaint", min: 0, max: 1, eta: 0.5, worse: "higher", default: 0 }

/** Rewards that are found again in bytes: 20 bits, no two alike. */
const rewardAt = (round: number): number => (0x4a5b1 + round * 0x123) / 2 ** 20

async function played({ service }: Setting, more: object = {}, rounds = 120, shift = 0): Promise<string> {
  const { live } = await service.createExperiment({ ...demo, rewardWindowSeconds: window, ...more })
  const { id } = live.experiment
  for (let start = 0; start < rounds; start += 10) {
    const some = Array.from({ length: 10 }, (_, index) => start + index)
    const decide = (round: number) =>
      service.decide(id, { decisionId: `d${round}`, subject: `person-${round}` }, "local")
    await Promise.all(some.map(decide))
    // The first of ten does not come.
    const give = (round: number) => {
      const value = rewardAt(round + shift)
      const metrics = { metrics: { complaint: 1 - value } }
      return service.reward(id, `d${round}`, { value, ...("metrics" in more ? metrics : {}) }, "local")
    }
    await Promise.all(some.slice(1).map(give))
  }
  return id
}

const everything = async (store: Store, id: string) => ({
  decisions: await store.rowsAfter("decisions", id, 0, 1e6),
  rewards: await store.rowsAfter("rewards", id, 0, 1e6),
  observations: await store.rowsAfter("observations", id, 0, 1e6),
  metricValues: await store.rowsAfter("metricValues", id, 0, 1e6),
  metricObservations: await store.rowsAfter("metricObservations", id, 0, 1e6),
  subjects: await store.rowsAfter("subjects", id, "", 1e6),
  ledger: await store.ledger(id, 0, 1e6),
  events: await store.rowsAfter("events", id, 0, 1e6),
})

test.each(stores)("%s: private rows go, public ones stay, and the chain ends with a purge", async (_name, open) => {
  const setting = await open()
  const { service, store, clock } = setting
  const id = await played(setting, { subjectCap: 3, metrics: [complaint] })
  await expect(service.purge(id)).rejects.toMatchObject({ code: "invalid_transition" })
  await service.changeStatus(id, "finish")
  await expect(service.purge(id)).rejects.toMatchObject({ code: "rewards_open" })
  clock.forward(window)
  await service.closeWindows()
  const before = await everything(store, id)
  const published = await readEstimates(service.store, await service.live(id))
  const spent = (await service.live(id)).spent()
  const live = await service.purge(id)
  expect(live.purgedAt).toBe(clock.now)
  const after = await everything(store, id)
  expect([after.rewards, after.observations, after.subjects]).toEqual([[], [], []])
  expect([after.metricValues, after.metricObservations]).toEqual([[], []])
  expect([before.metricValues.length, before.metricObservations.length]).toEqual([108, 120])
  expect(after.decisions).toEqual(before.decisions.map((row) => ({ ...row, subject: "", noise: null })))
  expect(before.decisions.every(({ subject }) => subject !== null)).toBe(true)
  expect(after.events).toEqual(before.events)
  const withoutSecrets = before.ledger.map((entry) => ({ ...entry, sequence: 0, salt: "" }))
  expect(after.ledger.slice(0, -1)).toEqual(withoutSecrets)
  expect(before.ledger.length).toBeGreaterThan(3)
  expect(after.ledger.at(-1)).toMatchObject({ mechanism: "purge", count: 0, eta: 0, spent, at: clock.now })
  const state = JSON.stringify([...(await service.live(id)).states()])
  expect((await store.snapshot(id))?.state).not.toMatch(/"sum":\[(?!0,0,0)/)
  expect(state).toContain('"received":[0,0,0],"sum":[0,0,0]')
  expect(state).toContain('"hidden":[0,0,0]')
  expect(await readEstimates(service.store, await service.live(id))).toEqual(published)
  // Repeated: the same, at any later time.
  clock.forward(50)
  expect((await service.purge(id)).purgedAt).toBe(live.purgedAt)
  expect(await store.ledger(id, 0, 1e6)).toEqual(after.ledger)
  expect(await setting.verdicts()).toMatchObject([{ problem: null, journal: null, purgedAt: live.purgedAt }])
  expect(await store.unfinishedPurges()).toEqual([])
})

test.each(stores)("%s: it is still served, and accepts nothing private any more", async (_name, open) => {
  const setting = await open()
  const { service, store, clock } = setting
  const id = await played(setting, { sticky: true })
  await service.changeStatus(id, "finish")
  clock.forward(window)
  const recommended = recommendedArm(await service.live(id), "")
  const pinned = await service.decide(id, { subject: "person-7" }, "local")
  await service.purge(id)
  expect((await store.rowsAfter("subjects", id, "", 1e6)).length).toBeGreaterThan(100)
  expect((await service.decide(id, { subject: "person-7" }, "local")).arm).toBe(pinned.arm)
  expect(recommendedArm(await service.live(id), "")).toBe(recommended)
  const { decisionId } = await service.decide(id, { subject: "someone new" }, "local")
  expect((await store.decision(id, decisionId))?.subject).toBe("")
  expect(await service.reward(id, decisionId, 1, "local")).toEqual({ repeated: false })
  expect(await store.rowsAfter("rewards", id, 0, 10)).toEqual([])
  expect((await service.readDecision(id, "d3")).rewarded).toBeNull()
  await expect(service.reward(id, "d3", 1, "local")).rejects.toMatchObject({ code: "reward_window_over" })
  expect((await service.decide(id, { decisionId: "d3", subject: "person-3" }, "local")).isNew).toBe(false)
  // Sticky arms, under hashes, go with the archive.
  await service.changeStatus(id, "archive")
  expect(await store.rowsAfter("subjects", id, "", 10)).toEqual([])
  await service.eraseSubject(id, "person-7")
  expect(await store.rowsAfter("subjects", id, "", 10)).toEqual([])
  expect(await setting.verdicts()).toMatchObject([{ problem: null }])
})

test.each(stores)("%s: an archived one is purged at once, since no answer counts any more", async (_name, open) => {
  const setting = await open()
  const { service, store, clock } = setting
  const id = await played(setting, { arrivals: "private", tickSeconds: 1 })
  clock.forward(window - 1)
  for (let round = 0; round < 5; round++) await service.decide(id, {}, "local")
  clock.forward(2)
  await service.closeWindows()
  const given = async () => [...(await service.live(id)).states()].flatMap(([, state]) => state.given)
  await service.changeStatus(id, "archive")
  expect((await service.purge(id)).purgedAt).toBe(clock.now)
  // How many answered is private and never counted.
  expect(await given()).toEqual([0, 0, 0])
  expect((await everything(store, id)).rewards).toEqual([])
  expect(await setting.verdicts()).toMatchObject([{ problem: null, journal: null }])
})

test.each(stores)(
  "%s: one without a guarantee keeps its means, one that never releases keeps none",
  async (_, open) => {
    const setting = await open()
    const { service, clock } = setting
    const plain = await played(
      setting,
      { missing: "ignore" as const, algorithm: { name: "ucb1" }, privacy: undefined, acceptWeakPrivacy: true },
      30,
    )
    const silent = await played(
      setting,
      { missing: "ignore" as const, algorithm: { name: "uniform" }, privacy: undefined },
      30,
    )
    for (const id of [plain, silent]) await service.changeStatus(id, "finish")
    clock.forward(window)
    for (const id of [plain, silent]) await service.purge(id)
    const readSums = async (id: string) =>
      [...(await service.live(id)).states()].map(([, { state }]) => (state as unknown as { sums: number[] }).sums)
    expect((await readSums(plain))[0]?.some((sum) => sum > 0)).toBe(true)
    expect(await readSums(silent)).toEqual([[0, 0, 0]])
    expect((await setting.verdicts()).map(({ problem }) => problem)).toEqual([null, null])
  },
)

test.each(stores)("%s: a copy of the store is purged as the source is", async (name, open) => {
  const setting = await open()
  const { service, clock, place } = setting
  const id = await played(setting)
  await service.changeStatus(id, "finish")
  clock.forward(window)
  await service.purge(id)
  const expected = await everything(setting.store, id)
  await service.close()
  const moved = join(temporaryFolder(), "moved.db")
  await transferStore(place, moved)
  expect(await verifyFile(moved)).toMatchObject([{ problem: null, journal: null, purgedAt: clock.now }])
  const copy = openSqliteStore(moved, { readOnly: true })
  expect(await everything(copy, id)).toEqual(expected)
  expect(copy.database.prepare("SELECT count(*) AS n FROM ledger_secrets").get()).toEqual({ n: 0 })
  copy.close()
  if (name !== "SQLite") return
  const kept = join(temporaryFolder(), "backup.db")
  const again = await testService({ path: moved, clockFrom: clock })
  backupStore(moved, kept)
  expect((await again.service.purge(id)).purgedAt).toBe(again.service.live(id).purgedAt)
  expect(await verifyFile(kept)).toMatchObject([{ problem: null, journal: null }])
})

/**
 * The bytes that must not be found: texts, and rewards as SQLite has them in rows (whole numbers of
 * three bytes, and the next column).
 */
async function traces(store: Store, id: string): Promise<Map<string, Buffer>> {
  const { decisions, rewards, observations, metricValues, metricObservations, ledger } = await everything(store, id)
  const found = new Map<string, Buffer>()
  const text = (what: string, value: string | null) =>
    value !== null && value.length > 8 && found.set(`${what} ${value}`, Buffer.from(value))
  for (const { noise, subject } of decisions) {
    text("noise", noise)
    text("subject", subject)
  }
  for (const { noise, source, steps } of [...observations, ...metricObservations]) {
    text("noise", noise)
    if (source === "caller") found.set(`observed ${steps}`, threeBytes(steps, source))
  }
  for (const { steps, key } of [...rewards, ...metricValues]) found.set(`reward ${steps}`, threeBytes(steps, key))
  for (const { salt } of ledger) text("salt", salt)
  const snapshot = await store.snapshot(id)
  text("journal", snapshot?.journal ?? null)
  text("state", snapshot?.state ?? null)
  return found
}

function threeBytes(steps: number, next: string): Buffer {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntBE(steps, 0, 3)
  return Buffer.concat([bytes, Buffer.from(next)])
}

test("SQLite: no byte of a reward, of noise, of a salt or of a subject is left in the file or its log", async () => {
  const setting = await stores[0]?.[1]()
  if (setting === undefined) throw new Error("a store")
  const { service, store, clock, place } = setting
  const other = await played(setting, { sticky: true }, 40, 1000)
  const id = await played(setting, { metrics: [complaint] }, 300)
  const bytes = () => ["", "-wal"].map((suffix) => readFileSync(`${place}${suffix}`))
  const left = (wanted: Map<string, Buffer>) =>
    [...wanted].filter(([, trace]) => bytes().some((file) => file.includes(trace))).map(([what]) => what)
  await service.changeStatus(id, "finish")
  clock.forward(window)
  await service.closeWindows()
  // Rows that were changed have left what they had in pages and in the log.
  await service.eraseSubject(id, "person-1")
  const wanted = await traces(store, id)
  expect(wanted.size).toBeGreaterThan(800)
  expect(left(wanted).length).toBeGreaterThan(0.9 * wanted.size)
  wanted.set("hash", Buffer.from(hashSubject(testSubjectKey, id, "person-2")))
  const kept = await traces(store, other)
  await service.purge(id)
  expect(left(wanted)).toEqual([])
  expect(left(kept).length).toBeGreaterThan(0.9 * kept.size)
  // Nor once it has been served on and closed.
  await service.decide(id, { subject: "person-2" }, "local")
  await service.close()
  expect([...wanted].filter(([, trace]) => readFileSync(place).includes(trace))).toEqual([])
  const again = await testService({ path: place, clockFrom: clock })
  expect(again.service.live(id).purgedAt).not.toBeNull()
  expect((await again.service.decide(id, {}, "local")).isNew).toBe(true)
})

test.each(stores)("%s: a purge that was cut short is ended by the next start, or by repeating it", async (_, open) => {
  const setting = await open()
  const { service, store, clock } = setting
  const id = await played(setting)
  await service.changeStatus(id, "finish")
  clock.forward(window)
  await service.purge(id)
  await store.setProperty(`purging ${id}`, "cut short")
  expect(await store.unfinishedPurges()).toEqual([id])
  await service.purge(id)
  expect(await store.unfinishedPurges()).toEqual([])
  await store.setProperty(`purging ${id}`, "cut short")
  const { Service: Started } = await import("../service.ts")
  await Started.start({ subjectKey: testSubjectKey, clock: clock.read, store })
  expect(await store.unfinishedPurges()).toEqual([])
})

test("SQLite: while another process reads, the log cannot be emptied: the error says so, and repeating it ends the purge", async () => {
  const setting = await stores[0]?.[1]()
  if (setting === undefined) throw new Error("a store")
  const { service, store, clock, place } = setting
  const id = await played(setting)
  await service.changeStatus(id, "finish")
  clock.forward(window)
  const reader = openSqliteStore(place, { readOnly: true })
  reader.experimentCount()
  await expect(service.purge(id)).rejects.toMatchObject({ code: "store_busy" })
  expect(await store.unfinishedPurges()).toEqual([id])
  expect((await service.live(id)).purgedAt).toBe(clock.now)
  reader.close()
  expect((await service.purge(id)).purgedAt).toBe(clock.now)
  expect(await store.unfinishedPurges()).toEqual([])
})

test("rewards that are there in spite of a purge are found by verifying", async () => {
  const setting = await stores[0]?.[1]()
  if (setting === undefined) throw new Error("a store")
  const { service, store, clock } = setting
  const id = await played(setting)
  await service.changeStatus(id, "finish")
  clock.forward(window)
  await service.purge(id)
  const sql = "INSERT INTO rewards (experiment, decision, steps, key, at) VALUES (?, 1, 5, 'local', 1)"
  ;(store as ReturnType<typeof openSqliteStore>).database.prepare(sql).run(id)
  expect(await setting.verdicts()).toMatchObject([{ problem: expect.stringMatching(/^some rewards remain/) }])
})
