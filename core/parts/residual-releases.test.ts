// The lemmas of docs/theory.md about residual releases: exact where they are, and with a planted
// mistake where they are of chance.

import { expect, test } from "vitest"
import { normalCdf } from "../numerics/normal.ts"
import { seededRandom } from "../random/seeded-random.ts"

const random = seededRandom("residual releases")
const between = (low: number, high: number) => low + (high - low) * random.uniform()

/**
 * The largest distance of a sample's distribution from the standard normal one, times the root of
 * its size.
 */
function distanceToNormal(sample: number[]): number {
  const sorted = [...sample].sort((a, b) => a - b)
  const gaps = sorted.map((value, index) => Math.abs((index + 0.5) / sorted.length - normalCdf(value)))
  return Math.max(...gaps) * Math.sqrt(sorted.length)
}

/** A sum of normals with weights that look at the sum so far; their squares add up to `budget`. */
function adaptiveSum(budget: number): number {
  let [sum, left] = [0, budget]
  for (let k = 0; k < 6; k++) {
    const share = k === 5 ? left : left * (sum > 0 ? 0.8 : 0.2)
    sum += Math.sqrt(share) * random.gaussian()
    left -= share
  }
  return sum
}

test("Lemma 1: weights chosen by looking give a standard normal as long as their squares add up to 1 on every path", () => {
  const sums = Array.from({ length: 40_000 }, () => adaptiveSum(1))
  // Kolmogorov's distribution is above 1.95 with chance 0.001; six per cent more deviation is seen.
  expect(distanceToNormal(sums)).toBeLessThan(1.95)
  expect(distanceToNormal(Array.from({ length: 40_000 }, () => adaptiveSum(1.12)))).toBeGreaterThan(1.95)
})

/** Public side of residual releases: what each carries on, its weight H, and n. */
function line(sizes: readonly number[], share: number) {
  let [count, left] = [0, 0]
  return sizes.map((size) => {
    const weight = left + size
    count += size
    left = share * count
    return { size, count, weight, carried: left / weight }
  })
}

const randomSizes = () =>
  Array.from({ length: 1 + random.integer(80) }, () =>
    random.integer(2) === 0 ? 1 : 1 + random.integer(10 ** (1 + random.integer(4))),
  )

test("Lemma 2: no reward spends more than the whole, whatever the sizes; with a decay of one step less it would", () => {
  for (let trial = 0; trial < 300; trial++) {
    const releases = line(randomSizes(), between(0.02, 0.98))
    const spentFrom = (first: number, forgets: number) => {
      let [spent, left] = [0, 1]
      for (const { carried } of releases.slice(first)) {
        spent += left * (1 - carried * carried)
        left *= (carried * forgets) ** 2
      }
      return spent
    }
    for (let first = 0; first < releases.length; first += 7) expect(spentFrom(first, 1)).toBeLessThanOrEqual(1 + 1e-9)
    // A hidden sum that decays less than its releases say spends more.
    if (releases.length > 30) expect(spentFrom(0, 1.05)).toBeGreaterThan(1 + 1e-9)
  }
})

test("Lemma 3: J = x0(1-x0)n² + (1-x0)Σb², weights are at most 1/√J and sum to 1, whatever the sizes", () => {
  for (let trial = 0; trial < 500; trial++) {
    const share = between(0.02, 0.98)
    const releases = line(randomSizes(), share)
    const information = releases.reduce((sum, { weight, carried }) => sum + (1 - carried ** 2) * weight ** 2, 0)
    const { count } = releases[releases.length - 1]
    const squares = releases.reduce((sum, { size }) => sum + size * size, 0)
    const stated = share * (1 - share) * count ** 2 + (1 - share) * squares
    expect(Math.abs(information - stated)).toBeLessThan(1e-9 * stated)
    let [later, total, largest] = [0, 0, 0]
    for (const { size, weight, carried } of [...releases].reverse()) {
      later = (1 - carried ** 2) * weight + carried * later
      total += (size * later) / information
      largest = Math.max(largest, later / information)
    }
    expect(total).toBeCloseTo(1, 8)
    expect(largest * Math.sqrt(information)).toBeLessThanOrEqual(1 + 1e-9)
  }
})

test("Lemma 5: two worlds in whole numbers, one reward apart: rounding adds at most one step per release to the loss", () => {
  let worst = 0
  for (let trial = 0; trial < 20_000; trial++) {
    const bits = [1, 2, 4, 8, 30][random.integer(5)]
    const unit = 2 ** bits
    const releases = 1 + random.integer(40)
    const apart = [1, 2, 5, 16, 1024][random.integer(5)]
    let one = BigInt(random.integer(10 ** (1 + random.integer(7))))
    let two = one + BigInt(apart)
    let [loss, sum] = [0, 0]
    for (let release = 0; release < releases; release++) {
      const difference = Number(two - one)
      if (difference < 0) expect.fail("a larger sum became the smaller one")
      const carried = random.integer(2) === 0 ? random.integer(unit) : Math.max(0, unit - 1 - random.integer(4))
      loss += (1 - (carried / unit) ** 2) * difference ** 2
      if (release > 0) sum += difference
      const joined = BigInt(random.integer(50))
      one = ((one * BigInt(carried)) >> BigInt(bits)) + joined
      two = ((two * BigInt(carried)) >> BigInt(bits)) + joined
    }
    if (loss > (apart * apart + 2 * sum) * (1 + 1e-9)) expect.fail(`${loss} is beyond e² + 2Σe`)
    worst = Math.max(worst, (Math.sqrt(loss) - apart) / releases)
  }
  expect(worst).toBeLessThanOrEqual(1)
  // Rounding is not free: the loss does pass that of exact arithmetic.
  expect(worst).toBeGreaterThan(0)
})
