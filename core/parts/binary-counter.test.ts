import fc from "fast-check"
import { expect, test } from "vitest"
import { seededRandom } from "../random/seeded-random.ts"
import { recordingRandom } from "../testing/recording-random.ts"
import { addToCounter, type BinaryCounter, counterLevels } from "./binary-counter.ts"

const empty = (): BinaryCounter => ({ exact: [], noisy: [] })

test("levels are ⌊log2 T⌋ + 1: one more than ⌈log2 T⌉ exactly at powers of two", () => {
  expect([1, 2, 3, 4, 7, 8, 1e5, 2 ** 17, 2 ** 53 - 1].map(counterLevels)).toEqual([1, 2, 2, 3, 3, 4, 17, 18, 53])
})

test("without noise it is the running sum, with one draw per reward", () => {
  const rewards = fc.array(fc.integer({ min: 0, max: 64 }), { maxLength: 300 })
  fc.assert(
    fc.property(rewards, (parts) => {
      const counter = empty()
      const random = recordingRandom(1)
      let sum = 0
      parts.forEach((part, count) => {
        sum += part / 64
        expect(addToCounter(counter, count, part / 64, 3, random)).toBe(sum)
      })
      expect(random.laplaceScales).toEqual(parts.map(() => 3))
      expect(counter.noisy.length).toBe(parts.length === 0 ? 0 : counterLevels(parts.length))
    }),
    { seed: 1 },
  )
})

test("a reward enters at most as many noisy blocks as there are levels, and the first enters that many", () => {
  const capacity = 64
  for (let special = 0; special < capacity; special++) {
    const counter = empty()
    const random = recordingRandom(1)
    let blocks = 0
    for (let count = 0; count < capacity; count++) {
      const before = [...counter.noisy]
      addToCounter(counter, count, count === special ? 1 : 0, 1, random)
      blocks += counter.noisy.filter((value, level) => value === 1 && value !== before[level]).length
    }
    expect(blocks).toBeLessThanOrEqual(counterLevels(capacity))
    if (special === 0) expect(blocks).toBe(counterLevels(capacity))
  }
})

test("the noise of the sum of n rewards has variance 2·scale² per block in use", () => {
  const random = seededRandom(5)
  const scale = 2
  const runs = 4000
  const squares: number[] = []
  for (let run = 0; run < runs; run++) {
    const counter = empty()
    let sum = 0
    // 7 = 4 + 2 + 1: three blocks.
    for (let count = 0; count < 7; count++) sum = addToCounter(counter, count, 1, scale, random)
    squares.push((sum - 7) ** 2)
  }
  const mean = squares.reduce((a, b) => a + b) / runs
  const standardError = Math.sqrt(squares.reduce((a, b) => a + (b - mean) ** 2, 0) / runs / (runs - 1))
  expect(Math.abs(mean - 3 * 2 * scale ** 2)).toBeLessThan(5 * standardError)
  expect(Math.abs(mean - 7 * 2 * scale ** 2)).toBeGreaterThan(5 * standardError)
})
