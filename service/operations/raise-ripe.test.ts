// Raising the age from which answers count: what was due by the rule so far joins by it, everything
// else by the new one.

import { expect, test } from "vitest"
import { localActor } from "../activity/activity.ts"
import { demo, testService } from "../testing/test-service.ts"

async function held(ripeSeconds: number) {
  const { service, store, clock } = await testService()
  const request = { ...demo, arms: ["a", "b"], rewardWindowSeconds: 100, ripeSeconds }
  const { id } = (await service.createExperiment(request)).live.experiment
  const joined = () => store.rowsAfter("observations", id, 0, 100).map(({ decision }) => decision)
  return { service, clock, id, joined }
}

test("an answer that was due before joins by the rule so far, though the sweep had not come to it", async () => {
  const { service, clock, id, joined } = await held(10)
  await service.decide(id, { decisionId: "d1" }, "k")
  await service.reward(id, "d1", 1, "k")
  clock.forward(10)
  await service.raiseRipe(id, 50, localActor)
  expect(joined()).toEqual([1])
})

test("a decision that had reached the former age, and not the new one, is held again until it does", async () => {
  const { service, clock, id, joined } = await held(10)
  await service.decide(id, { decisionId: "d1" }, "k")
  clock.forward(12)
  await service.closeWindows()
  await service.raiseRipe(id, 50, localActor)
  await service.reward(id, "d1", 1, "k")
  await service.closeWindows()
  expect(joined()).toEqual([])
  clock.forward(38)
  await service.closeWindows()
  expect(joined()).toEqual([1])
})
