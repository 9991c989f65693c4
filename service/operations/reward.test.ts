// The refusals of a reward, their order, and the stored part of a reward.

import { join } from "node:path"
import { expect, test } from "vitest"
import type { ExperimentRequest } from "../experiment-request.ts"
import { backupStore } from "../store/sqlite/copy-store.ts"
import { demo, temporaryFolder, testService } from "../testing/test-service.ts"

async function decided(more: Partial<ExperimentRequest> = {}) {
  const { service, store, clock, path } = await testService()
  const { live } = await service.createExperiment({ ...demo, rewardWindowSeconds: 10, ...more })
  const { id } = live.experiment
  for (const decisionId of ["d1", "d2", "d3"]) await service.decide(id, { decisionId }, "k")
  const later = () => service.eraseSubject(id, "nobody")
  const refused = (decision: string, value: number, code: string, key = "k") =>
    expect(service.reward(id, decision, value, key)).rejects.toMatchObject({ name: "ServiceError", code })
  return { service, store, clock, path, live, id, later, refused }
}

test.each(["public", "private"] as const)(
  "with %s arrivals: bounds come first, then the archive, then whether the decision is known",
  async (arrivals) => {
    const { service, id, refused } = await decided({ arrivals })
    await refused("x", 2, "reward_out_of_bounds")
    await refused("d1", -1, "reward_out_of_bounds")
    await refused("d1", Number.NaN, "reward_out_of_bounds")
    await refused("x", 1, "unknown_decision")
    await service.changeStatus(id, "archive")
    await refused("x", 2, "reward_out_of_bounds")
    await refused("x", 1, "experiment_archived")
    await refused("d1", 1, "experiment_archived")
  },
)

test("with public arrivals the first is learned at once and kept, and later ones are answered so, also after the window", async () => {
  const { service, store, clock, id, later, refused } = await decided()
  expect(await service.reward(id, "d1", 0.5, "other")).toEqual({ repeated: false })
  expect(await service.reward(id, "d1", 1, "k")).toEqual({ repeated: true })
  clock.forward(9.999)
  expect(await service.reward(id, "d2", 1, "k")).toEqual({ repeated: false })
  const at = clock.now
  clock.forward(0.001)
  await refused("d3", 1, "reward_window_over")
  expect(await service.reward(id, "d1", 1, "k")).toEqual({ repeated: true })
  await later()
  expect(store.rowsAfter("rewards", id, 0, 10)).toEqual([
    { experiment: id, decision: 1, steps: 2 ** 19, key: "other", at: at - 9999 },
    { experiment: id, decision: 2, steps: 2 ** 20, key: "k", at },
  ])
  expect(store.rowsAfter("observations", id, 0, 10)).toMatchObject([
    { decision: 1, steps: 2 ** 19, source: "caller" },
    { decision: 2, steps: 2 ** 20, source: "caller" },
  ])
})

test("with private arrivals only the deciding key may, nothing is learned before the window ends, and answers are all alike", async () => {
  const { service, store, clock, id, later, refused } = await decided({ arrivals: "private", tickSeconds: 1 })
  await refused("d1", 1, "reward_conflict", "other")
  expect(await service.reward(id, "d1", 0.5, "k")).toEqual({ repeated: false })
  expect(await service.reward(id, "d1", 1, "k")).toEqual({ repeated: false })
  await refused("d1", 0.5, "reward_conflict", "other")
  await later()
  expect(store.rowsAfter("rewards", id, 0, 10)).toMatchObject([{ decision: 1, steps: 2 ** 19 }])
  expect(store.rowsAfter("observations", id, 0, 10)).toEqual([])
  clock.forward(11)
  for (const decision of ["d1", "d2"])
    for (const key of ["k", "other"]) await refused(decision, 1, "reward_window_over", key)
})

test("a private reward that comes again is written as the first was: where nothing can be written it fails alike", async () => {
  const { service, id, store } = await decided({ arrivals: "private", tickSeconds: 1 })
  await service.reward(id, "d1", 0.5, "k")
  let commits = 0
  service.storeEvents.on("committed", () => {
    commits += 1
  })
  await service.reward(id, "d1", 1, "k")
  expect(commits).toBe(1)
  store.close()
  await expect(service.reward(id, "d1", 1, "k")).rejects.toThrow()
})

test("a slot that has the constant in it stays closed, also when the clock is set back", async () => {
  const { service, clock, refused } = await decided()
  clock.forward(11)
  await service.closeWindows()
  clock.forward(-6)
  await refused("d1", 1, "reward_window_over")
})

test("slots that a restore discarded are closed; of decisions without a slot a reward is kept and not learned", async () => {
  const { service, id, path, clock } = await decided()
  await service.changeStatus(id, "finish")
  await service.decide(id, { decisionId: "unlearned" }, "k")
  const copy = join(temporaryFolder(), "copy.db")
  await service.close()
  backupStore(path, copy)
  const restored = await testService({ path: copy, clockFrom: clock })
  for (const decision of ["d1", "d3"])
    await expect(restored.service.reward(id, decision, 1, "k")).rejects.toMatchObject({ code: "reward_window_over" })
  expect(await restored.service.reward(id, "unlearned", 1, "k")).toEqual({ repeated: false })
  await restored.service.eraseSubject(id, "nobody")
  expect(restored.store.rowsAfter("rewards", id, 0, 10)).toMatchObject([{ decision: 4 }])
  expect(restored.store.rowsAfter("observations", id, 0, 10)).toEqual([])
})
