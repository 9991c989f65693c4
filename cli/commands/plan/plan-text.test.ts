import { findStrongestPrivacy, planExperiment } from "@armistice/lab"
import { expect, test } from "vitest"
import { defined } from "../../options/option-spec.ts"
import { readBounds, readGuess, readPlanTarget } from "./plan-request.ts"
import { formatPlan, formatStrongest, formatTraffic } from "./plan-text.ts"

const shared = { horizon: 3000, guess: { means: [0.7, 0.4] }, seed: 1, runs: 20 }

test("a plan says the privacy in three ways, what to take, how long it takes and what a wrong guess costs", () => {
  const text = formatPlan(planExperiment({ ...shared, privacy: { eta: 1 }, traffic: 100 }), 100)
  expect(text).toContain("privacy η = 1 (ε = 4.8866 at δ = 1e-6)")
  expect(text).toContain("at most 69.15 % of the time")
  expect(text).toContain("Take GDP-IMED (gdp-imed): about")
  expect(text).toContain("At 100 decisions a day it takes 30 days.")
  expect(text).toContain("gaps are half as large")
  expect(text).toContain("DP-UCB is charged more than it loses")
  expect(text).toMatch(/DP-TS-UCB: the nearest it can be is η = 2/)
})

test("a plan states the precision of the difference, and warns if it is too low", () => {
  const request = { ...shared, privacy: { eta: 1 }, evenShare: 1, ...defined({ bounds: readBounds([0, 100]) }) }
  const text = formatPlan(planExperiment({ ...request, worthwhile: 1 }), undefined)
  expect(text).toMatch(/With 100 % dealt evenly the difference of the two best is known to within [4-9]\.\d/)
  expect(text).toMatch(/Intervals swamp the difference that matters: .*, and 1 matters\./)
  expect(formatPlan(planExperiment({ ...request, worthwhile: 20 }), undefined)).not.toContain("swamp")
  expect(() => readBounds([3, 1])).toThrow("--bounds must be two numbers that rise, as 0,100, got 3,1")
})

test("remarks explain surprising rows", () => {
  const hopeless = formatPlan(planExperiment({ ...shared, privacy: { eta: 1e-6 } }), undefined)
  expect(hopeless).toContain("At this privacy nothing can be learnt in so many rounds")
  const [found] = findStrongestPrivacy({ ...shared, mostRegret: 60 })
  if (found === undefined) throw new Error("nothing was found")
  expect(formatStrongest([found], 60, null)).not.toContain("hardly anything is protected")
  expect(formatStrongest([{ ...found, eta: 20 }], 60, null)).toContain("hardly anything is protected")
  expect(formatTraffic(1e6, 100)).toBe("At 100 decisions a day it takes 27.38 years.")
})

test("the strongest privacy is named, and the text says plainly which bound nobody can keep", () => {
  const request = { ...shared, mostRegret: 60 }
  expect(formatStrongest(findStrongestPrivacy(request), 60, null)).toMatch(
    /^The strongest privacy that loses at most 60 rewards is η = /,
  )
  const hopeless = formatStrongest(findStrongestPrivacy({ ...request, mostRegret: 0.01 }), 0.01, null)
  expect(hopeless).toMatch(/^No algorithm loses at most 0\.01 rewards here, at any privacy: the least is /)
})

test("a bound that everyone keeps is not taken for a strongest privacy", () => {
  // All there is to lose are 900.
  const found = findStrongestPrivacy({ ...shared, mostRegret: 1000 })
  expect(found[0]).toMatchObject({ isMet: true, isLeastTried: true, eta: 1e-3 })
  const text = formatStrongest(found, 1000, null)
  expect(text).toMatch(
    /^At most 1,000 rewards are lost here at any privacy: even at η = 0\.001, the least that was tried/,
  )
  expect(text).not.toContain("The strongest privacy")
})

test("both a privacy and a regret that cannot be had together give the nearest", () => {
  const plan = planExperiment({ ...shared, privacy: { eta: 0.02 } })
  const text = formatStrongest(findStrongestPrivacy({ ...shared, mostRegret: 30 }), 30, plan)
  expect(text).toMatch(/Both together cannot be had: at η = 0\.02 the least is .*the nearest privacy within 30 is η = /)
})

test("contradictory or incomplete options are refused", () => {
  expect(() => readGuess({})).toThrow("plan needs --means, or --arms with --range")
  expect(() => readGuess({ means: [0.1, 0.2], arms: 3 })).toThrow("without --arms and --range")
  expect(() => readGuess({ arms: 3, range: [0.1] })).toThrow("--range must be two numbers")
  expect(readGuess({ arms: 3, range: [0.1, 0.2] })).toEqual({ armCount: 3, low: 0.1, high: 0.2 })
  expect(readPlanTarget({})).toBeNull()
  expect(() => readPlanTarget({ eta: 1, attack: 0.6 })).toThrow("plan takes one privacy target")
  expect(() => readPlanTarget({ epsilon: 1 })).toThrow("--epsilon needs --delta")
})
