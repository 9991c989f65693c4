// A statement never says less than what one person can lose, says where nothing is promised, and
// quotes the threat model.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { attackSuccess, computeEpsilon } from "@armistice/core"
import { expect, test } from "vitest"
import type { Service } from "../service.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { readStatement } from "../store-commands/read-statement.ts"
import { testReplicas } from "../testing/test-replica.ts"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"
import { adversary, listNotCovered } from "./not-covered.ts"
import { makeStatement } from "./statement.ts"

const threatModel = readFileSync(new URL("../../docs/threat-model.md", import.meta.url), "utf8").replace(/\s+/g, " ")

async function created(service: Service, more: object): Promise<string> {
  return (await service.createExperiment({ ...demo, ...more })).live.experiment.id
}

async function played(service: Service, id: string): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await service.decide(id, { decisionId: `d${round}`, subject: `p${round}` }, "local")
    await service.reward(id, `d${round}`, round % 2, "local")
  }
}

test("an experiment that counts people: so many times what one reward loses", async () => {
  const { service, store, clock } = await testService()
  const id = await created(service, { subjectCap: 3, privacy: { eta: 0.5 }, rewardWindowSeconds: 10 })
  await played(service, id)
  const stated = await makeStatement(store, { experiment: id }, clock.now)
  expect(stated).toMatchObject({ scope: "experiment", name: "demo", eta: 1.5, onceEta: 0.5, populations: [] })
  expect(stated.rightOf100).toBe(Math.ceil(attackSuccess({ eta: 1.5 }) * 1e4) / 100)
  expect(stated.epsilons[1]).toEqual({ delta: 1e-6, epsilon: computeEpsilon(1.5, 1e-6) })
  const head = store.ledgerHead(id)
  expect(stated.experiments).toMatchObject([
    { id, eta: 0.5, cap: 3, personEta: 1.5, releases: head?.index, head: head?.hash, problem: null, purgedAt: null },
  ])
  // After a purge the chain has one entry more, which releases nothing.
  await service.changeStatus(id, "finish")
  clock.forward(10)
  await service.purge(id)
  const after = await makeStatement(store, { experiment: id }, clock.now)
  expect(after.experiments[0]).toMatchObject({ releases: head?.index, problem: null })
  expect(after.experiments[0]?.purgedAt).toBe(new Date(clock.now).toISOString())
  const without = (words: string) => listNotCovered(after).every((one) => !one.words.includes(words))
  expect(without("access to the database")).toBe(true)
})

test("a whole store composes its experiments; one that counts nobody leaves no limit, and says what one reward loses", async () => {
  const { service, store } = await testService()
  await created(service, { subjectCap: 2, privacy: { eta: 1.5 } })
  await created(service, { sticky: true, privacy: { eta: 4 } })
  const both = await makeStatement(store, {})
  expect(both).toMatchObject({ scope: "store", name: null })
  expect(both.eta).toBeGreaterThanOrEqual(5)
  expect(both.eta).toBeLessThan(5 + 1e-9)
  await created(service, { privacy: { eta: 1 } })
  const open = await makeStatement(store, {})
  expect(open).toMatchObject({ eta: null, rightOf100: 100, epsilons: [] })
  expect(open.onceEta).toBeCloseTo(Math.sqrt(1.5 ** 2 + 4 ** 2 + 1), 9)
  expect(listNotCovered(open).map(({ words }) => words)).toContain("nothing is promised for people who come often.")
  await created(service, {
    privacy: undefined,
    missing: "ignore" as const,
    algorithm: { name: "ucb1" },
    acceptWeakPrivacy: true,
    sticky: true,
  })
  expect(await makeStatement(store, {})).toMatchObject({ eta: null, onceEta: null })
})

test("a population: the highest limit that was ever in force, and its experiments count once, together", async () => {
  const { service, store, clock } = await testService()
  await service.putPopulation("patients", 3)
  const ids: string[] = []
  for (let index = 0; index < 3; index++)
    ids.push(await created(service, { sticky: true, privacy: { eta: 1 }, population: "patients" }))
  await service.putPopulation("patients", 2)
  const stated = await makeStatement(store, { population: "patients" })
  expect(stated).toMatchObject({ scope: "population", name: "patients", eta: 3 })
  expect(stated.populations).toEqual([{ name: "patients", highest: 3, restores: 0, personEta: 3 }])
  expect(stated.experiments.map(({ id }) => id)).toEqual(ids)
  // Beside it, one outside, and a population that nobody is in.
  await service.putPopulation("empty", 100)
  await created(service, { sticky: true, privacy: { eta: 4 } })
  const all = await makeStatement(store, {})
  expect(all.eta).toBeCloseTo(5, 9)
  expect(all.populations.map(({ name }) => name)).toEqual(["patients"])
  expect((await makeStatement(store, { experiment: ids[0] as string })).eta).toBe(1)
  await expect(makeStatement(store, { population: "none" })).rejects.toMatchObject({ code: "unknown_population" })
  const copy = join(temporaryFolder(), "copy.db")
  store.backup(copy)
  const restored = await testService({ path: copy, clockFrom: clock })
  expect((await makeStatement(restored.store, { population: "patients" })).eta).toBe(6)
})

test("a store without experiments loses nothing", async () => {
  const { store } = await testService()
  expect(await makeStatement(store, {})).toMatchObject({ eta: 0, rightOf100: 50, experiments: [] })
})

test("each restore counts people again, and the statement names the condition", async () => {
  const { service, store, path, clock } = await testService()
  const id = await created(service, { subjectCap: 2, privacy: { eta: 0.5 } })
  const copy = join(temporaryFolder(), "copy.db")
  await played(service, id)
  store.backup(copy)
  const restored = await testService({ path: copy, clockFrom: clock })
  expect(restored.service.restored).toBe(1)
  const stated = await makeStatement(restored.store, { experiment: id })
  expect(stated).toMatchObject({ eta: 2, onceEta: 0.5 })
  expect(listNotCovered(stated).map(({ words }) => words)).toContain(
    "if no other copy of the same backup is or was served.",
  )
  expect((await readStatement(path, { experiment: id })).eta).toBe(1)
})

test("an option that was stopped is no published figure", async () => {
  const { service, store } = await testService()
  const id = await created(service, { sticky: true, arms: ["a", "b", "c"] })
  await played(service, id)
  const before = (await makeStatement(store, { experiment: id })).experiments[0]?.releases ?? 0
  expect(before).toBeGreaterThan(0)
  await service.changeArms(id, { kind: "stop", arm: "b" })
  expect((await makeStatement(store, { experiment: id })).experiments[0]).toMatchObject({
    releases: before,
    problem: null,
  })
})

test("a statement reports a ledger that was changed", async () => {
  const { service, store, path } = await testService()
  const id = await created(service, { sticky: true })
  await played(service, id)
  await service.close()
  const changed = openSqliteStore(path)
  changed.database.exec(
    `DROP TRIGGER ledger_is_append_only; UPDATE ledger SET entry = replace(entry, '"spent":', '"spent":9') WHERE number = 2`,
  )
  changed.close()
  expect(store.path).toBeDefined()
  const { experiments } = await readStatement(path, {})
  expect(experiments[0]?.problem).toMatch(/^entry 2 must have the hash of its content/)
})

test("Postgres says the same, and an experiment that is not there is refused", async () => {
  const { replicas, url } = await testReplicas(1)
  const id = await created(replicas[0], { subjectCap: 2, privacy: { eta: 0.5 } })
  expect(await readStatement(url, { experiment: id })).toMatchObject({ eta: 1, experiments: [{ id, problem: null }] })
  await expect(readStatement(url, { experiment: "exp_none" })).rejects.toMatchObject({ code: "unknown_experiment" })
})

test("statements quote the threat model word for word", () => {
  const one = { arrivals: "public", restores: 1, purgedAt: null, cap: null, eta: 1, sticky: true }
  const all = { scope: "experiment", eta: null, experiments: [one], populations: [{ restores: 1 }] }
  const words = listNotCovered(all as never).map((quoted) => quoted.words)
  expect(words.length).toBe(11)
  for (const sentence of [...words, adversary.words]) expect(threatModel).toContain(sentence.replace(/\.$/, ""))
})
