// What the metrics of an experiment say, and that a leader which harms is no clear verdict.

import { expect, test } from "vitest"
import { wholeSegment } from "../experiment.ts"
import { standingBody } from "../results/result-body.ts"
import { testService } from "../testing/test-service.ts"

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

/** Complaints come with one arm. Where that arm is to lead, rewards must differ less than complaints, or it is clear before it is harmful. */
async function played(complaintsOf: "a" | "b", rewardOf: (arm: string, n: number) => number) {
  const { service, store } = await testService()
  const { id } = (await service.createExperiment(request)).live.experiment
  for (let n = 0; n < 250; n++) {
    const { arm } = await service.decide(id, { decisionId: `d${n}` }, "k")
    const metrics = { complaint: arm === complaintsOf ? 1 : 0, minutes: 30 }
    await service.reward(id, `d${n}`, { value: rewardOf(arm, n), metrics }, "k")
  }
  return { live: service.live(id), events: store.events(id, 0, 1000) }
}

test("where the leader is surely worse by a metric the state is guardrail, and the experiment goes on", async () => {
  const { live, events } = await played("b", (arm, n) => Number(n % 4 < (arm === "b" ? 3 : 2)))
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
  const { live } = await played("a", (arm) => Number(arm === "b"))
  expect(standingBody(live, wholeSegment)).toMatchObject({
    verdict: { state: "clear" },
    metrics: [{ harmed: false }, {}],
  })
  expect(live.status).toBe("finished")
})
