// Operations of one transaction see what earlier ones of it did.

import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"

test("decisions of one subject in one transaction are counted one by one, and the last count is kept", async () => {
  const { service, store } = await testService()
  const { id } = (await service.createExperiment({ ...demo, subjectCap: 3 })).live.experiment
  let commits = 0
  service.happenings.on("committed", () => {
    commits += 1
  })
  const subjects = ["a", "b", "a", "a", "b", "a", "a"]
  await Promise.all(
    subjects.map((subject, number) => service.decide(id, { decisionId: `d${number}`, subject }, "local")),
  )
  expect(commits).toBe(1)
  const learned = store.decisionsAfter(id, 0, 10).map(({ pull }) => pull !== null)
  expect(learned).toEqual([true, true, true, true, true, false, false])
  expect(
    store
      .subjectsAfter(id, "", 10)
      .map((row) => row.learned)
      .sort((one, other) => one - other),
  ).toEqual([2, 3])
})

test("a decision, its repetition, its reward and that again in one transaction are one decision and one reward", async () => {
  const { service, store } = await testService()
  const { id } = (await service.createExperiment(demo)).live.experiment
  const answers = await Promise.allSettled([
    service.decide(id, { decisionId: "d" }, "local"),
    service.decide(id, { decisionId: "d" }, "local"),
    service.reward(id, "d", 1, "local"),
    service.reward(id, "d", 1, "local"),
    service.reward(id, "d", 0, "local"),
    service.reward(id, "e", 1, "local"),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ])
  expect(store.decisionsAfter(id, 0, 10)).toHaveLength(1)
  expect(store.rewardsAfter(id, 0, 10)).toMatchObject([{ steps: 2 ** 20 }])
  expect(store.observationsAfter(id, 0, 10)).toHaveLength(1)
})
