import { expect, test } from "vitest"
import { findProvedBound, listProvedSteps } from "./proved-steps.ts"

const points = [
  { eta: 1, value: 10, condition: "" },
  { eta: 0.1, value: 26, condition: "" },
  { eta: 8, value: 9, condition: "" },
]

test("a bound is drawn up to the η that it was proved for", () => {
  expect(listProvedSteps(points, 0.05)).toEqual([
    { from: 0.05, to: 0.1, value: 26 },
    { from: 0.1, to: 1, value: 10 },
    { from: 1, to: 8, value: 9 },
  ])
})

test("nothing is proved beyond the last η, and a bound of 0 is none", () => {
  expect(findProvedBound(points, 0.5)?.value).toBe(10)
  expect(findProvedBound(points, 9)).toBeNull()
  expect(listProvedSteps([{ eta: 1, value: 0, condition: "" }], 0.1)).toEqual([])
})
