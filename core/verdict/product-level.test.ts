import { expect, test } from "vitest"
import { productLevel } from "./product-level.ts"

test("the level has the stated error", () => {
  for (const error of [0.9, 0.5, 0.25, 0.05, 1e-4, 1e-9]) {
    const level = productLevel(error)
    expect((1 + Math.log(level)) / level / error).toBeCloseTo(1, 6)
    expect((1 + Math.log(level)) / level).toBeLessThanOrEqual(error)
  }
})

test("two games that double or end, each taken at its best, reach it oftener than one game, and not oftener than stated", () => {
  for (let doublings = 1; doublings <= 30; doublings++) {
    const level = 2 ** doublings
    // The first ends after exactly i doublings with chance 2^-(i+1), and then the second needs the
    // others.
    let chance = 2 ** -doublings
    for (let i = 0; i < doublings; i++) chance += 2 ** -(i + 1) * 2 ** -(doublings - i)
    expect(chance).toBeGreaterThan(1 / level)
    expect(chance).toBeLessThan((1 + Math.log(level)) / level)
  }
})
