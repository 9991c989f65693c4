// The results of an experiment's metrics; a leader that harms is no clear verdict.

import { join } from "node:path"
import { expect, test } from "vitest"
import { wholeSegment } from "../experiment.ts"
import { createCurrentResultBody } from "../results/result-body.ts"
import { backupStore } from "../store/sqlite/copy-store.ts"
import { temporaryFolder, testService } from "../testing/test-service.ts"
import type { Outcome } from "./outcome.ts"

const request = {
  name: "guarded",
  arms: ["a", "b"],
  horizon: 2000,
  answers: "all" as const,
  privacy: { eta: 5 },
  evenShare: 0.5,
  stopWhen: "clear",
  onHarm: "notify",
  metrics: [
    { name: "complaint", eta: 5 },
    { name: "minutes", min: 0, max: 60, eta: 5, worse: "lower", default: 0 },
  ],
} as const

const known = {
  ...request,
  metrics: request.metrics.map((metric) => ({ ...metric, windowSeconds: 60 })),
}

/**
 * Arm b always has the reward; complaints come with it or with a, and are known at the end of their
 * window.
 */
async function played(complaintsOf: "a" | "b") {
  const { service, store, clock } = await testService()
  const { id } = (await service.createExperiment(request)).live.experiment
  // All of a kind at once, in one transaction: arms are dealt in turn as long as nothing is known.
  const decided = await Promise.all(Array.from({ length: 200 }, () => service.decide(id, {}, "k")))
  const give = (outcome: (arm: string) => Outcome) =>
    Promise.all(decided.map(({ decisionId, arm }) => service.reward(id, decisionId, outcome(arm), "k")))
  await give((arm) => ({ metrics: { complaint: arm === complaintsOf ? 1 : 0, minutes: 30 } }))
  await give((arm) => ({ value: arm === "b" ? 1 : 0 }))
  // However clear it is: nothing finishes before the metrics are known.
  expect(store.currentResults(id)).toMatchObject([{ state: "clear" }])
  expect(service.live(id).status).toBe("running")
  clock.forward(service.live(id).experiment.rewardWindowSeconds)
  await service.closeWindows()
  return { live: service.live(id), events: store.rowsAfter("events", id, 0, 1000) }
}

test("where the leader is surely worse by a metric the state is guardrail, and the experiment goes on", async () => {
  const { live, events } = await played("b")
  const { verdict, metrics } = createCurrentResultBody(live, wholeSegment)
  expect(verdict).toMatchObject({ state: "guardrail", leader: 1 })
  expect(live.status).toBe("running")
  const [complaint, minutes] = metrics
  expect(complaint).toMatchObject({ name: "complaint", arms: [{ arm: "a" }, { arm: "b" }] })
  expect(complaint?.differences).toMatchObject([{ arm: "b", state: "worse" }])
  expect(complaint?.differences[0]?.low).toBeGreaterThan(0)
  expect(complaint?.arms[1]?.low).toBeGreaterThan(complaint?.arms[0]?.high as number)
  expect(minutes).toMatchObject({ name: "minutes", differences: [{ state: "unknown" }] })
  expect(minutes?.arms[0]?.mean).toBeGreaterThan(15)
  expect(minutes?.arms[0]?.mean).toBeLessThan(45)
  const states = events.filter(({ kind }) => kind === "verdict").map(({ body }) => JSON.parse(body).state)
  expect(states.at(-1)).toBe("guardrail")
})

test("where another arm is worse by it, a clear verdict stays clear and finishes the experiment", async () => {
  const { live } = await played("a")
  expect(createCurrentResultBody(live, wholeSegment)).toMatchObject({
    verdict: { state: "clear" },
    metrics: [{ differences: [{ state: "fine" }] }, {}],
  })
  expect(live.status).toBe("finished")
})

test("later decisions and a restart keep nothing from finishing once the metrics of the decisions before are known", async () => {
  const first = await testService()
  const { id } = (await first.service.createExperiment(known)).live.experiment
  const play = async ({ service }: Pick<typeof first, "service">, count: number, isAnswered: boolean) => {
    const decided = await Promise.all(Array.from({ length: count }, () => service.decide(id, {}, "k")))
    if (!isAnswered) return
    const answers = decided.map(({ decisionId, arm }) => service.reward(id, decisionId, arm === "b" ? 1 : 0, "k"))
    await Promise.all(answers)
  }
  await play(first, 200, true)
  expect(first.store.currentResults(id)).toMatchObject([{ state: "clear" }])
  first.clock.forward(50)
  await play(first, 10, false)
  await first.service.closeWindows()
  first.store.close()
  const second = await testService({ path: first.path, clockFrom: first.clock })
  await play(second, 10, false)
  expect(second.service.live(id)).toMatchObject({ status: "running" })
  expect(second.service.live(id).passed.clearFrom).toBeGreaterThan(200)
  second.clock.forward(10)
  await second.service.closeWindows()
  expect(second.service.live(id).status).toBe("finished")
  expect(second.store.currentResults(id)).toMatchObject([{ state: "clear", fixed: 1 }])
})

test("a restored copy, which will never know the metrics of decisions before it, does not finish by their verdict", async () => {
  const first = await testService()
  const { id } = (await first.service.createExperiment(known)).live.experiment
  const decided = await Promise.all(Array.from({ length: 200 }, () => first.service.decide(id, {}, "k")))
  for (const { decisionId, arm } of decided) await first.service.reward(id, decisionId, arm === "b" ? 1 : 0, "k")
  expect(first.service.live(id).passed.clearFrom).toBeGreaterThan(0)
  const copy = join(temporaryFolder(), "copy.db")
  backupStore(first.path, copy)
  const { service, clock } = await testService({ path: copy, clockFrom: first.clock })
  clock.forward(60)
  await service.closeWindows()
  expect(service.live(id)).toMatchObject({ status: "running", passed: { clearFrom: null } })
})
