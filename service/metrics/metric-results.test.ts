// What the metrics of an experiment say, and that a leader which harms is no clear verdict.

import { expect, test } from "vitest"
import { wholeSegment } from "../experiment.ts"
import { standingBody } from "../results/result-body.ts"
import { testService } from "../testing/test-service.ts"
import type { Outcome } from "./outcome.ts"

const request = {
  name: "guarded",
  arms: ["a", "b"],
  horizon: 2000,
  privacy: { eta: 5 },
  evenShare: 0.5,
  stopWhen: "clear",
  metrics: [
    { name: "complaint", eta: 5 },
    { name: "minutes", min: 0, max: 60, eta: 5, worse: "lower", default: 0 },
  ],
} as const

/** Arm b always has the reward; complaints come with it or with a, and are known before any reward is. */
async function played(complaintsOf: "a" | "b") {
  const { service, store } = await testService()
  const { id } = (await service.createExperiment(request)).live.experiment
  // All of a kind at once, in one transaction: arms are dealt in turn as long as nothing is known.
  const decided = await Promise.all(Array.from({ length: 200 }, () => service.decide(id, {}, "k")))
  const give = (outcome: (arm: string) => Outcome) =>
    Promise.all(decided.map(({ decisionId, arm }) => service.reward(id, decisionId, outcome(arm), "k")))
  await give((arm) => ({ metrics: { complaint: arm === complaintsOf ? 1 : 0, minutes: 30 } }))
  await give((arm) => ({ value: arm === "b" ? 1 : 0 }))
  return { live: service.live(id), events: store.rowsAfter("events", id, 0, 1000) }
}

test("where the leader is surely worse by a metric the state is guardrail, and the experiment goes on", async () => {
  const { live, events } = await played("b")
  const { verdict, metrics } = standingBody(live, wholeSegment)
  expect(verdict).toMatchObject({ state: "guardrail", leader: 1 })
  expect(live.status).toBe("running")
  const [complaint, minutes] = metrics
  expect(complaint).toMatchObject({ name: "complaint", harmed: true, arms: [{ arm: "a" }, { arm: "b" }] })
  expect(complaint?.differences).toMatchObject([{ arm: "a" }])
  expect(complaint?.differences[0]?.low).toBeGreaterThan(0)
  expect(complaint?.arms[1]?.low).toBeGreaterThan(complaint?.arms[0]?.high as number)
  expect(minutes).toMatchObject({ name: "minutes", harmed: false })
  expect(minutes?.arms[0]?.mean).toBeGreaterThan(15)
  expect(minutes?.arms[0]?.mean).toBeLessThan(45)
  const states = events.filter(({ kind }) => kind === "verdict").map(({ body }) => JSON.parse(body).state)
  expect(states.at(-1)).toBe("guardrail")
})

test("where another arm is worse by it, a clear verdict stays clear and finishes the experiment", async () => {
  const { live } = await played("a")
  expect(standingBody(live, wholeSegment)).toMatchObject({
    verdict: { state: "clear" },
    metrics: [{ harmed: false }, {}],
  })
  expect(live.status).toBe("finished")
})
