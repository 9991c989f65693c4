import { expect, test } from "vitest"
import { longestHorizon, rewardOfSteps, stepsOfReward } from "./reward-lattice.ts"

test("a reward between its bounds is a whole number of steps of 2^-20, and back", () => {
  const bounds = { min: -2, max: 6 }
  expect(stepsOfReward(-2, bounds)).toBe(0)
  expect(stepsOfReward(6, bounds)).toBe(2 ** 20)
  expect(stepsOfReward(0, bounds)).toBe(2 ** 18)
  expect(stepsOfReward(-2 + 8 * 2 ** -20 * 1.6, bounds)).toBe(2)
  expect(rewardOfSteps(2 ** 18)).toBe(0.25)
  expect(rewardOfSteps(2 ** 20)).toBe(1)
  expect(longestHorizon * 2 ** 20).toBeLessThan(Number.MAX_SAFE_INTEGER)
  expect(longestHorizon).toBe(4294967296)
})

test("bounds so wide that a share is not a number below 1 still give steps between 0 and all", () => {
  const wide = { min: -Number.MAX_VALUE / 2, max: Number.MAX_VALUE / 2 }
  expect(stepsOfReward(wide.max, wide)).toBe(2 ** 20)
  expect(stepsOfReward(wide.min, wide)).toBe(0)
})

test.each([-0.001, 1.001, Number.NaN, Number.POSITIVE_INFINITY, "0.5", null])(
  "a reward out of bounds is refused without its value: %s",
  (value) => {
    expect(() => stepsOfReward(value as number, { min: 0, max: 1 })).toThrow(
      expect.objectContaining({ code: "reward_out_of_bounds", message: expect.not.stringContaining(String(value)) }),
    )
  },
)
