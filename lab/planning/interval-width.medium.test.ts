import { expect, test } from "vitest"
import { intervalWidth, type WidthRequest, widthWarning } from "./interval-width.ts"

const shared: WidthRequest = { horizon: 4000, means: [0.5, 0.4], eta: 1, evenShare: 1, seed: 1 }
const width = (change: Partial<WidthRequest>) => intervalWidth({ ...shared, ...change }).halfWidth

test("intervals are narrower with more people, an even split and less privacy; small means have narrow ones", () => {
  // About 2 sqrt(.25 / 2000 + noise) for two halves of 4,000, and half as much again for looking at
  // any time.
  expect(width({})).toBeGreaterThan(0.03)
  expect(width({})).toBeLessThan(0.12)
  expect(width({ horizon: 16_000 })).toBeLessThan(0.7 * width({}))
  expect(width({ evenShare: 0.1 })).toBeGreaterThan(1.2 * width({}))
  expect(width({ eta: 0.1 })).toBeGreaterThan(width({}))
  expect(width({ means: [0.02, 0.015] })).toBeLessThan(width({}))
})

test("beyond what is simulated, width falls with the root of people", () => {
  const [long, longer] = [1e6, 4e6].map((horizon) => width({ horizon }))
  expect(longer / long).toBeGreaterThan(0.4)
  expect(longer / long).toBeLessThan(0.6)
})

test("wide bounds give a warning where the interval exceeds the difference that matters", () => {
  const bounds = { min: 0, max: 100 }
  expect(widthWarning({ halfWidth: 0.05 }, bounds, 6)).toBeNull()
  expect(widthWarning({ halfWidth: 0.05 }, bounds, 0)).toBeNull()
  expect(widthWarning({ halfWidth: 0.05 }, bounds, 1)).toBe(
    "Intervals swamp the difference that matters: it is known to within 5, and 1 matters. Closer bounds, an even split or about 25 times the people would help.",
  )
  expect(() => width({ means: [1.2, 0.5] })).toThrow("means must be at least two in [0, 1]")
})
