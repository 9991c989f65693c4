// A load reads more than the snapshot: restores, their acceptances, and the spend up to its entry.

import { join } from "node:path"
import { expect, test } from "vitest"
import { backupStore } from "../store/sqlite/copy-store.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"
import { loadExperiment } from "./load-experiment.ts"

function loaded(store: SqliteStore, id: string) {
  const stored = store.experiment(id)
  if (stored === undefined) throw new Error("the experiment must be stored")
  return loadExperiment(store, stored)
}

test("restores and what was accepted of them are known with a snapshot and without", async () => {
  const first = await testService({ snapshotEvery: 1 })
  const { id } = (await first.service.createExperiment({ ...demo, subjectCap: 1 })).live.experiment
  const copy = join(temporaryFolder(), "copy.db")
  backupStore(first.path, copy)
  await first.service.close()
  const { service, store } = await testService({ path: copy, snapshotEvery: 1 })
  const live = () => service.live(id)
  expect([loaded(store, id).restores, loaded(store, id).accepted]).toEqual([1, 0])
  // A snapshot at the very entry of the restore.
  await service.eraseSubject(id, "nobody")
  expect(store.snapshot(id)?.sequence).toBe(1)
  expect([loaded(store, id).restores, loaded(store, id).accepted]).toEqual([1, 0])
  await service.acceptRestore(id, 2 * (live().experiment.guarantee.eta as number), "k")
  expect(store.snapshot(id)?.sequence).toBe(2)
  expect([loaded(store, id).restores, loaded(store, id).accepted, loaded(store, id).isStopped]).toEqual([1, 1, false])
  await service.decide(id, { subject: "s" }, "k")
  await service.eraseSubject(id, "nobody")
  expect([loaded(store, id).restores, loaded(store, id).accepted, loaded(store, id).sequence]).toEqual([1, 1, 3])
})

test("a release at the very entry of the snapshot is counted once", async () => {
  const { service, store } = await testService({ snapshotEvery: 1 })
  const { id } = (await service.createExperiment(demo)).live.experiment
  for (let round = 0; service.live(id).ledgerIndex === 0; round++) {
    await service.decide(id, { decisionId: `d${round}` }, "k")
    await service.reward(id, `d${round}`, 1, "k")
  }
  await service.eraseSubject(id, "nobody")
  const [entry] = store.ledger(id, 0, 10)
  expect(store.snapshot(id)?.sequence).toBe(entry?.sequence)
  expect(loaded(store, id).spent()).toBe(entry?.spent)
  expect(entry?.spent).toBeGreaterThan(0)
})

test("after a restore, shares of answers are counted from its own decisions on, also once loaded again", async () => {
  const first = await testService()
  const { id } = (await first.service.createExperiment({ ...demo, arms: ["a", "b"] })).live.experiment
  const answer = async (service: typeof first.service, name: string, isSilent: boolean): Promise<void> => {
    await service.decide(id, { decisionId: name, excludeArms: ["b"] }, "k")
    if (!isSilent) await service.reward(id, name, 1, "k")
  }
  for (let n = 0; n < 12; n++) await answer(first.service, `d${n}`, false)
  const copy = join(temporaryFolder(), "copy.db")
  backupStore(first.path, copy)
  await first.service.close()
  const { service, store, clock } = await testService({ path: copy, clockFrom: first.clock })
  for (let n = 0; n < 4; n++) await answer(service, `e${n}`, n === 0)
  clock.forward(604_801)
  await service.closeWindows()
  for (const live of [service.live(id), loaded(store, id)])
    expect(live.segment("").known[0]).toEqual({ decided: 4, answered: 3, fromDecided: 12, fromGiven: 12 })
})
