import { expect, test } from "vitest"
import { describePersonalisation } from "./describe-personalisation.ts"

test("personalising is described with both ends, rounded outwards, and a gain never as 0", () => {
  const told = { reward: { min: 0, max: 1 }, arms: ["a", "b"], worthwhile: 0.02, attribute: "device" }
  const value = { low: 0.0037, high: 0.149 }
  const policy = [0, 1]
  expect(describePersonalisation({ state: "helps", value, best: 1, policy }, told)).toBe(
    "Yes, by at least 0.3 points. Giving each device its own option does 0.3 to 14.9 points better than b for everyone (95 % interval, valid whenever you look).",
  )
  expect(
    describePersonalisation({ state: "too_early", value: { low: -0.018, high: 0.0391 }, best: 0, policy }, told),
  ).toBe(
    "Not known yet. Between 1.8 points worse and 4.0 better than a for everyone (95 % interval, valid whenever you look). Nothing to do yet.",
  )
  const small = { state: "does_not_help_by_more_than", value: { low: -0.004, high: 0.011 }, best: 0, policy } as const
  expect(describePersonalisation(small, told)).toBe(
    "No difference worth naming. Between 0.4 points worse and 1.1 better than a for everyone: inside the 2 points that matter to you. One option for everyone is simpler.",
  )
  expect(describePersonalisation({ state: "same_for_all", value, best: 0, policy: [0, 0] }, told)).toBe(
    "One option is best for all. Every device is given a.",
  )
  expect(describePersonalisation({ state: "too_early", value: null, best: null, policy: [] }, told)).toBe(
    "Not known yet. Not every option has figures for every device.",
  )
})
