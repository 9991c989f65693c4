import { describe, expect, test } from "vitest"
import { arrangeDots, drawDots } from "./dots.ts"
import { computeAverageLoss, countBest, options, people, pickMiddleRun } from "./simulate-example.ts"

describe("people as dots", () => {
  test("a column has ten dots in the proportions of its fifty people", () => {
    const given = Uint8Array.from({ length: 100 }, (_, person) => (person < 23 ? 0 : person < 45 ? 1 : 2))
    expect(arrangeDots(given, 3)).toEqual([
      [5, 4, 1],
      [0, 0, 10],
    ])
    expect(drawDots([[1, 0, 1]])).toEqual(["M5 105h0", "", "M5 94h0"])
  })
})

describe("the experiment of the first page", () => {
  test("shows a simulated run in which more and more people are given the best option", () => {
    const given = pickMiddleRun(1)
    expect(given.length).toBe(people)
    expect(new Set(given)).toEqual(new Set(options.keys()))
    const [early, late] = [given.subarray(0, 300), given.subarray(-300)].map(countBest)
    expect(late).toBeGreaterThan(early as number)
    expect(countBest(given)).toBeGreaterThan(people / 2)
  })

  test("stricter privacy loses more", () => {
    const [strict, none] = [computeAverageLoss(0.25, 400), computeAverageLoss(null, 400)]
    // About 18 answers, more than five standard errors.
    expect(strict.mean - none.mean).toBeGreaterThan(5 * Math.hypot(strict.standardError, none.standardError))
  })
})
