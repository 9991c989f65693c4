// Operations of one transaction see what earlier ones of it did.

import { expect, test } from "vitest"
import { demo, testService } from "../testing/test-service.ts"

test("decisions of one subject in one transaction are counted one by one, and the last count is kept", async () => {
  const { service, store } = await testService()
  const { id } = (await service.createExperiment({ ...demo, subjectCap: 3 })).live.experiment
  let commits = 0
  service.storeEvents.on("committed", () => {
    commits += 1
  })
  const subjects = ["a", "b", "a", "a", "b", "a", "a"]
  await Promise.all(
    subjects.map((subject, number) => service.decide(id, { decisionId: `d${number}`, subject }, "local")),
  )
  expect(commits).toBe(1)
  const learned = store.rowsAfter("decisions", id, 0, 10).map(({ pull }) => pull !== null)
  expect(learned).toEqual([true, true, true, true, true, false, false])
  expect(
    store
      .rowsAfter("subjects", id, "", 10)
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
  expect(store.rowsAfter("decisions", id, 0, 10)).toHaveLength(1)
  expect(store.rowsAfter("rewards", id, 0, 10)).toMatchObject([{ steps: 2 ** 20 }])
  expect(store.rowsAfter("observations", id, 0, 10)).toHaveLength(1)
})

test("operations that take too long share their work among several transactions, and everyone is answered", async () => {
  const { service, store } = await testService({ batchMs: 0 })
  const { id } = (await service.createExperiment(demo)).live.experiment
  let commits = 0
  service.storeEvents.on("committed", () => {
    commits += 1
  })
  const made = await Promise.all(["a", "b", "c"].map((decisionId) => service.decide(id, { decisionId }, "local", true)))
  expect(made.map(({ decisionId }) => decisionId)).toEqual(["a", "b", "c"])
  expect(commits).toBe(3)
  expect(store.rowsAfter("decisions", id, 0, 10).map((row) => row.id)).toEqual(["a", "b", "c"])
})

test("a transaction ends once verdicts have enough to look at: releases, or arms", async () => {
  const arms = Array.from({ length: 1000 }, (_, arm) => `arm ${arm}`)
  const { service } = await testService()
  const segments = ["north", "south"]
  const many = (await service.createExperiment({ ...demo, arms, horizon: 4000, segments })).live.experiment.id
  const few = (await service.createExperiment({ ...demo, horizon: 8, segments })).live.experiment.id
  const commits: number[] = []
  service.storeEvents.on("committed", ({ rewards }) => {
    if (rewards > 0) commits.push(rewards)
  })
  for (const id of [many, few]) {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        service.decide(id, { segment: segments[number % 2] as string }, "local"),
      ),
    )
    await Promise.all(made.map(({ decisionId }) => service.reward(id, decisionId, 1, "local")))
  }
  // Each reward is a release here; of a thousand arms two segments are enough.
  expect(commits).toEqual([2, 2, 2, 2, 8])
})
