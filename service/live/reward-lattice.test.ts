import { expect, test } from "vitest"
import { longestHorizon, rewardToSteps, stepsToReward } from "./reward-lattice.ts"

test("a reward between its bounds is a whole number of steps of 2^-20, and back", () => {
  const bounds = { min: -2, max: 6 }
  expect(rewardToSteps(-2, bounds)).toBe(0)
  expect(rewardToSteps(6, bounds)).toBe(2 ** 20)
  expect(rewardToSteps(0, bounds)).toBe(2 ** 18)
  expect(rewardToSteps(-2 + 8 * 2 ** -20 * 1.6, bounds)).toBe(2)
  expect(stepsToReward(2 ** 18)).toBe(0.25)
  expect(stepsToReward(2 ** 20)).toBe(1)
  expect(longestHorizon * 2 ** 20).toBeLessThan(Number.MAX_SAFE_INTEGER)
  expect(longestHorizon).toBe(4294967296)
})

test("bounds so wide that a share is not a number below 1 still give steps between 0 and all", () => {
  const wide = { min: -Number.MAX_VALUE / 2, max: Number.MAX_VALUE / 2 }
  expect(rewardToSteps(wide.max, wide)).toBe(2 ** 20)
  expect(rewardToSteps(wide.min, wide)).toBe(0)
})

test.each([-0.001, 1.001, Number.NaN, Number.POSITIVE_INFINITY, "0.5", null])(
  "a reward out of bounds is refused without its value: %s",
  (value) => {
    expect(() => rewardToSteps(value as number, { min: 0, max: 1 })).toThrow(
      expect.objectContaining({ code: "reward_out_of_bounds", message: expect.not.stringContaining(String(value)) }),
    )
  },
)
