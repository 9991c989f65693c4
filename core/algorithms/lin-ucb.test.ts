import { expect, test } from "vitest"
import type { LinearState } from "../context/linear-arms.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { linTs } from "./lin-ts.ts"
import { linUcb, linUcbIndex } from "./lin-ucb.ts"

const attributes = { device: { levels: ["phone", "desk"] } }
const points = [[0], [1]]
const means = [
  [0.9, 0.2],
  [0.3, 0.7],
]

/**
 * The regression by the normal equations: (I/4 + Σ z z')⁻¹ (prior + Σ z r) for features (1, phone,
 * desk).
 */
function regress(rows: readonly (readonly [number, number])[]): number[] {
  const gram = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? 1 / 4 : 0)))
  const right = [0.5 / 4, 0, 0]
  for (const [level, reward] of rows) {
    const z = [1, level === 0 ? 1 : 0, level === 1 ? 1 : 0]
    for (let i = 0; i < 3; i++) {
      right[i] += z[i] * reward
      for (let j = 0; j < 3; j++) gram[i][j] += z[i] * z[j]
    }
  }
  for (let i = 0; i < 3; i++)
    for (let row = 0; row < 3; row++) {
      if (row === i) continue
      const factor = gram[row][i] / gram[i][i]
      for (let j = 0; j < 3; j++) gram[row][j] -= factor * gram[i][j]
      right[row] -= factor * right[i]
    }
  return right.map((value, i) => value / gram[i][i])
}

test("coefficients are those of the ridge regression by hand", () => {
  const algorithm = linUcb.create({ attributes })
  const state = algorithm.start(2) as LinearState
  const rows: [number, number][] = [
    [0, 1],
    [0, 1],
    [1, 0],
    [1, 1],
    [0, 0],
  ]
  for (const [level, reward] of rows) algorithm.observe(state, 1, reward, seededRandom(1), undefined, points[level])
  const byHand = regress(rows)
  for (const [place, value] of state.coefficients[1].entries()) expect(value).toBeCloseTo(byHand[place], 12)
  expect(state.coefficients[0]).toEqual([0.5, 0, 0])
})

test("the index by hand: mean + deviation √(2 ln(t + 2))", () => {
  expect(linUcbIndex(0.4, 0.1, 98, seededRandom(1))).toBeCloseTo(0.4 + 0.1 * Math.sqrt(2 * Math.log(100)), 14)
})

test.each([linUcb, linTs])("$name learns the best arm of each level", (entry) => {
  const algorithm = entry.create({ attributes })
  const state = algorithm.start(2)
  const random = seededRandom(5)
  let wrong = 0
  for (let round = 0; round < 3000; round++) {
    const level = round % 2
    const arm = algorithm.choose(state, random, undefined, points[level])
    if (round >= 1000 && arm !== level) wrong += 1
    algorithm.observe(state, arm, random.uniform() < means[level][arm] ? 1 : 0, random, undefined, points[level])
  }
  expect(wrong).toBeLessThan(60)
  expect(algorithm.guarantee(2).eta).toBeNull()
  expect(algorithm.releases(state)).toEqual([])
})

test.each([linUcb, linTs])("$name refuses a missing point, a bad reward and sums, and changes nothing", (entry) => {
  const algorithm = entry.create({ attributes })
  const state = algorithm.start(2)
  const before = JSON.stringify(state)
  const random = seededRandom(1)
  expect(() => algorithm.choose(state, random)).toThrow("a point must have")
  expect(() => algorithm.observe(state, 0, 1, random)).toThrow("a point must have")
  expect(() => algorithm.observe(state, 0, 1.5, random, undefined, [0])).toThrow("[0, 1]")
  expect(() => algorithm.observeMany(state, 0, 2, 1, random)).toThrow("needs the context of each reward")
  expect(JSON.stringify(state)).toBe(before)
})
