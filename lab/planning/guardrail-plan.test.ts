import { computeMetricVerdict, createMetricSums, type SeededRandom, seededRandom } from "@armistice/core"
import { readReleasedSums } from "@armistice/core/estimates"
import { expect, test } from "vitest"
import { type GuardrailRequest, guardrailPlan } from "./guardrail-plan.ts"

const shared: GuardrailRequest = {
  people: 4000,
  armCount: 2,
  evenShare: 1,
  eta: 0.5,
  rate: 0.1,
  worse: "higher",
  sharing: 1,
}

/** The verdict on a whole experiment, dealt evenly, in the end. */
function judged(request: GuardrailRequest, harm: number, random: SeededRandom) {
  const { people, eta, rate, worse, margin = 0, sharing } = request
  const sums = createMetricSums(eta, people / 2)
  const state = sums.start(2)
  for (let person = 0; person < people; person++) {
    const arm = person % 2
    sums.decide(state, arm)
    const value = random.uniform() < rate + arm * harm ? 1 : 0
    sums.observe(state, arm, value, random, state.decided[arm] - 1)
  }
  const options = { min: 0, max: 1, worse, control: 0, margin, sharing, confidence: 0.95 }
  return computeMetricVerdict(readReleasedSums(sums as never, state) ?? [], options).differences[0].state
}

// 200 experiments have a standard error of .021 at .9: 5 of them are .1. Half of the margin, or of
// the harm, is the planted mistake.
test("nine of ten experiments settle the margin that is proposed, and find the harm that the plan says would show", () => {
  const share = (request: GuardrailRequest, harm: number, state: string) => {
    let found = 0
    for (let run = 0; run < 200; run++) if (judged(request, harm, seededRandom(run)) === state) found += 1
    return found / 200
  }
  const { margin, proposedMargin } = guardrailPlan(shared)
  expect(margin).toBe(proposedMargin)
  expect(share({ ...shared, margin }, 0, "fine")).toBeGreaterThan(0.8)
  expect(share({ ...shared, margin: margin / 2 }, 0, "fine")).toBeLessThan(0.5)
  const strict = { ...shared, margin: 0 }
  const harm = guardrailPlan(strict).shownHarm as number
  expect(share(strict, harm, "worse")).toBeGreaterThan(0.8)
  expect(share(strict, harm / 2, "worse")).toBeLessThan(0.5)
})

test("more people, an even split and fewer metrics settle smaller margins; a margin makes harm harder to find", () => {
  const margin = (change: Partial<GuardrailRequest>) => guardrailPlan({ ...shared, ...change }).proposedMargin ?? 1
  expect(margin({ people: 40_000 })).toBeLessThan(margin({}) / 2)
  expect(margin({ evenShare: 0.2 })).toBeGreaterThan(margin({}))
  expect(margin({ eta: 0.05 })).toBeGreaterThan(margin({}))
  expect(margin({ sharing: 4 })).toBeGreaterThan(margin({}))
  const shown = (allowed: number) => guardrailPlan({ ...shared, margin: allowed }).shownHarm ?? 1
  expect(shown(0.02)).toBeGreaterThan(shown(0) + 0.02)
})

test("harm can show after a few releases at the earliest, and never where nothing can be known", () => {
  const { earliest } = guardrailPlan(shared)
  expect(earliest).toBeGreaterThan(16)
  expect(earliest).toBeLessThan(200)
  expect(guardrailPlan({ ...shared, people: 20 })).toEqual({
    margin: 0,
    proposedMargin: null,
    shownHarm: null,
    earliest: null,
  })
  expect(guardrailPlan({ ...shared, evenShare: 0 })).toMatchObject({ proposedMargin: null, shownHarm: null })
  expect(() => guardrailPlan({ ...shared, rate: 1.2 })).toThrow("rate must be between 0 and 1, got 1.2")
})
