// Residual releases live (docs/theory.md, sections 4 and 5): exact whole numbers, the decay kept
// with its release, copies that begin a new line, late rewards, exclusions.

import { join } from "node:path"
import { computeCarriedSum } from "@armistice/core"
import { DatabaseSync } from "@photostructure/sqlite"
import { expect, test } from "vitest"
import { verifyStore } from "../ledger/verify-ledger.ts"
import type { Service } from "../service.ts"
import { backupStore } from "../store/sqlite/copy-store.ts"
import { anyService, storeKinds } from "../testing/any-server.ts"
import { demo, TestClock, temporaryFolder, testService } from "../testing/test-service.ts"
import { loadExperiment } from "./load-experiment.ts"

interface Residual {
  decided: number[]
  closed: number[]
  sizes: number[][]
  lines: number[][]
  received: number[]
  sum: number[]
  joinsFrom: number[]
  hidden: (number | string)[]
  hiddenCount: number[]
  hiddenWeight: number[]
  carried: number[]
}

const readState = async (service: Service, id: string): Promise<Residual> =>
  (await service.live(id)).segment("").state as unknown as Residual

const computeReward = (round: number): number => ((round * 7919) % 1000) / 1000

async function drive(service: Service, id: string, from: number, to: number): Promise<void> {
  for (let round = from; round < to; round++) {
    await service.decide(id, { decisionId: `d${round}` }, "local")
    await service.reward(id, `d${round}`, computeReward(round), "local")
  }
}

test.each(storeKinds)(
  "on %s, what is hidden is an exact whole number of steps, decayed as theory says",
  async (kind) => {
    const { service, store } = await anyService(kind)
    const { id } = (await service.createExperiment(demo)).live.experiment
    const earned: bigint[][] = [[], [], []]
    for (let round = 0; round < 120; round++) {
      const { arm } = await service.decide(id, { decisionId: `d${round}` }, "local")
      const steps = Math.round(computeReward(round) * 2 ** 20)
      earned[demo.arms.indexOf(arm as "a")]?.push(BigInt(steps) << 40n)
      await service.reward(id, `d${round}`, computeReward(round), "local")
    }
    const state = await readState(service, id)
    const entries = await store.ledger(id, 0, 1000)
    for (const arm of [0, 1, 2]) {
      let [hidden, from] = [0n, 0]
      for (const { count, carried } of entries.filter((entry) => entry.arm === arm)) {
        for (let pull = from; pull < from + count; pull++) hidden += earned[arm]?.[pull] as bigint
        from += count
        hidden = (hidden * BigInt(carried as string)) >> 40n
      }
      expect(state.hidden[arm]).toBe(hidden.toString())
    }
    const noise = (await store.rowsAfter("observations", id, 0, 1000)).flatMap((row) =>
      row.noise === null ? [] : [row.noise],
    )
    expect(noise.length).toBe(entries.length)
    for (const text of noise) expect(text).toMatch(/^\["-?\d+"\]$/)
  },
)

test("a release and its decay are kept in one commit: at every moment the store gives the state that memory has", async () => {
  const clock = new TestClock()
  const path = join(temporaryFolder(), "decay.db")
  const first = await testService({ path, clockFrom: clock, snapshotEvery: 7 })
  const { id } = (await first.service.createExperiment({ ...demo, horizon: 400 })).live.experiment
  let releases = 0
  for (let round = 0; round < 120; round++) {
    const before = first.service.live(id).ledgerIndex
    await drive(first.service, id, round, round + 1)
    if (first.service.live(id).ledgerIndex === before) continue
    releases += 1
    // As after a kill: what the file has now.
    const stored = first.store.experiment(id)
    if (stored === undefined) throw new Error("the experiment must be there")
    const loaded = loadExperiment(first.store, stored).segment("").state
    expect(JSON.stringify(loaded)).toBe(JSON.stringify(await readState(first.service, id)))
  }
  expect(releases).toBeGreaterThan(10)
  await first.service.close()
  const { hidden } = await readState((await testService({ path, clockFrom: clock })).service, id)
  expect(hidden.every((sum) => typeof sum === "string")).toBe(true)
})

test("a state whose hidden sum did not decay with its release does not verify", async () => {
  const path = join(temporaryFolder(), "undecayed.db")
  const { service } = await testService({ path, snapshotEvery: 1 })
  const { id } = (await service.createExperiment(demo)).live.experiment
  await drive(service, id, 0, 100)
  await service.close()
  const sql = `UPDATE snapshots SET state = json_set(state, '$."".state.hidden[0]', '12345678901234567890')`
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  const [verdict] = await verifyStore((await testService({ path })).store)
  expect(verdict?.problem).toMatch(/stored state after journal entry \d+ does not follow from the events/)
})

test("a copy begins a new line: nothing carried, no open batch, and rewards of older decisions are refused (Lemma 7)", async () => {
  const clock = new TestClock()
  const original = await testService({ clockFrom: clock })
  const { id } = (await original.service.createExperiment(demo)).live.experiment
  await drive(original.service, id, 0, 150)
  for (const late of ["x1", "x2", "x3"]) await original.service.decide(id, { decisionId: late }, "local")
  await original.service.reward(id, "x1", 1, "local")
  const path = join(temporaryFolder(), "copy.db")
  backupStore(original.path, path)
  const copy = await testService({ path, clockFrom: clock })
  const state = await readState(copy.service, id)
  for (const field of ["hidden", "hiddenCount", "hiddenWeight", "carried"] as const)
    expect(state[field]).toEqual([0, 0, 0])
  expect([state.received, state.sum]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
  expect(state.joinsFrom).toEqual(state.decided)
  expect(state.lines).toEqual(state.closed.map((count) => [count]))
  const before = await readState(original.service, id)
  expect(before.hidden.every((sum) => sum !== 0)).toBe(true)
  expect(state.sizes).toEqual(before.sizes)
  for (const late of ["x2", "x3"])
    await expect(copy.service.reward(id, late, 1, "local")).rejects.toMatchObject({ code: "reward_window_over" })
  // Both go on; releases of one never hold what those of the other do.
  for (const { service } of [original, copy]) await drive(service, id, 200, 400)
  const [old, fresh] = [original, copy].map(({ store }) => store.ledger(id, 0, 1000))
  const shared = old?.filter((entry, index) => entry.hash === fresh?.[index]?.hash) ?? []
  expect(shared.length).toBeGreaterThan(3)
  expect(new Set(old?.map(({ line }) => line))).toEqual(new Set([0]))
  expect(new Set(fresh?.slice(shared.length).map(({ line }) => line))).toEqual(new Set([1]))
  for (const { store, service } of [original, copy]) {
    const [verdict] = await verifyStore(store)
    expect(verdict?.problem).toBeNull()
    expect(service.live(id).spent()).toBeLessThanOrEqual(1)
  }
})

test("an arm that is excluded keeps what it carries and releases nothing; rewards that are late still find their batch", async () => {
  const { service, store } = await testService()
  const { id } = (await service.createExperiment(demo)).live.experiment
  await drive(service, id, 0, 100)
  await service.decide(id, { decisionId: "late" }, "local")
  const late = (await service.readDecision(id, "late")).arm
  const arm = demo.arms.indexOf(late as "a")
  const { hidden, closed } = JSON.parse(JSON.stringify(await readState(service, id))) as Residual
  for (let round = 100; round < 200; round++) {
    await service.decide(id, { decisionId: `d${round}`, excludeArms: [late] }, "local")
    await service.reward(id, `d${round}`, computeReward(round), "local")
  }
  const state = await readState(service, id)
  expect([state.hidden[arm], state.closed[arm]]).toEqual([hidden[arm], closed[arm]])
  await service.reward(id, "late", 1, "local")
  const [verdict] = await verifyStore(store)
  expect(verdict?.problem).toBeNull()
})

test("a promise of eta is kept with nothing added for the lattice", async () => {
  const { service } = await testService()
  const { live } = await service.createExperiment({ ...demo, privacy: { eta: 0.3 } })
  expect(live.experiment.guarantee.eta).toBe(0.3)
  expect(live.experiment.algorithm.parameters["eta"]).toBe(0.3)
  expect(computeCarriedSum("7", 0, { eta: 1, carried: 2 ** 39 })).toBe("3")
})
