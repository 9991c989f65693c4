import { expect, test } from "vitest"
import { spreadLabels } from "./plot.tsx"

test("labels are moved apart in their order, within the plot", () => {
  expect(spreadLabels([50, 51, 10], 5)).toEqual([48, 53, 10])
  expect(spreadLabels([99, 100, 98], 5)).toEqual([95, 100, 90])
})

test("labels are moved apart as little as needed and stay inside", () => {
  expect(spreadLabels([50, 10], 7)).toEqual([50, 10])
  const moved = spreadLabels([98, 99, 97], 7)
  const sorted = [...moved].sort((one, other) => one - other)
  expect(Math.max(...moved)).toBeLessThanOrEqual(100)
  for (const [index, place] of sorted.entries())
    if (index > 0) expect(place - (sorted[index - 1] as number)).toBeGreaterThanOrEqual(7 - 1e-9)
  // In the order they were in.
  expect(moved[2]).toBeLessThan(moved[0] as number)
})

test("labels without room for all of them stay where they are", () => {
  expect(spreadLabels([50, 51, 10], 51)).toEqual([50, 51, 10])
})
