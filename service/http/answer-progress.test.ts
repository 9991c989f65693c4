// Public facts about answers with public arrivals: shares by age, and the age that is proposed for
// ripeSeconds.

import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"
import { answerProgress } from "./answer-progress.ts"

/** Twenty decisions, all answered at this age, and then the end of their windows of 100 seconds. */
async function answeredAt(age: number, missing: number | "ignore") {
  const { service, clock } = await testService()
  const request = { ...demo, arms: ["a", "b"], rewardWindowSeconds: 100, missing }
  const { live } = await service.createExperiment(request)
  const { id } = live.experiment
  for (let n = 0; n < 20; n++) await service.decide(id, { decisionId: `d${n}` }, "k")
  clock.forward(age)
  for (let n = 0; n < 20; n++) await service.reward(id, `d${n}`, 1, "k")
  clock.forward(100 - age)
  await service.closeWindows()
  return { service, id, progress: answerProgress(live, "", clock.now) }
}

test("an answer counts for every age from its own on", async () => {
  const { progress } = await answeredAt(25, "ignore")
  const ages = progress.answeredShares?.[0]?.ages.filter(({ seconds }) => seconds > 10)
  expect(ages).toEqual([
    { seconds: 12.5, share: 0 },
    { seconds: 25, share: 1 },
    { seconds: 50, share: 1 },
    { seconds: 100, share: 1 },
  ])
  expect(progress.proposedRipeSeconds).toBe(25)
})

test.each([
  [0, 95],
  ["ignore", 100],
] as const)(
  "the proposal can be set: with missing %s, answers at the end of the window propose %d",
  async (missing, proposed) => {
    const { service, id, progress } = await answeredAt(99, missing)
    expect(progress.proposedRipeSeconds).toBe(proposed)
    expect((await service.raiseRipe(id, proposed)).ripeSeconds).toBe(proposed)
  },
)
