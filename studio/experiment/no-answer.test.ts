import { expect, test } from "vitest"
import { shareWithin } from "./no-answer.ts"

test("Wilson's interval, by its known answers", () => {
  // Brown, Cai and DasGupta (2001) have .0 to .278 for 0 of 10, and the textbook 81 of 263 gives .2553 to .3662.
  const none = shareWithin(0, 10)
  expect([none.low, none.high.toFixed(4)]).toEqual([0, "0.2775"])
  const some = shareWithin(81, 263)
  expect([some.low.toFixed(4), some.high.toFixed(4)]).toEqual(["0.2553", "0.3662"])
  expect(shareWithin(10, 10).high).toBe(1)
})
