// Bounds against policies whose regret is known exactly: private ones stay above, and one that is
// less private than it says goes below.

import { normalCdf } from "@armistice/core/numerics"
import { expect, test } from "vitest"
import {
  computeLeastPulls,
  computeLeastWorstRegret,
  computeLinearRegret,
  computeRegretGiven,
  worstOfNeighbours,
} from "./proved-bounds.ts"
import { asymptoticRegret, regretBound } from "./regret-bound.ts"

function binomial(n: number, p: number): number[] {
  if (p === 0 || p === 1) return Array.from({ length: n + 1 }, (_, k) => (k === p * n ? 1 : 0))
  const list = [(1 - p) ** n]
  for (let k = 0; k < n; k++) list.push((list[k] * (n - k) * p) / ((k + 1) * (1 - p)))
  return list
}

/** Exact regret of n pulls of each of two arms, one release with noise 1/η, then the better one. */
function exploreThenCommit(
  [first, second]: readonly [number, number],
  horizon: number,
  eta: number,
  n: number,
): number {
  let chance = 0
  const ones = binomial(n, first)
  const twos = binomial(n, second)
  for (let i = 0; i <= n; i++)
    for (let j = 0; j <= n; j++) chance += ones[i] * twos[j] * normalCdf(((j - i) * eta) / Math.SQRT2)
  const gap = Math.abs(first - second)
  const wrong = first > second ? chance : 1 - chance
  return gap * (n + wrong * (horizon - 2 * n))
}

/** The largest regret over ½, ½-Δ and the second raised by 2Δ. */
const worst = (gap: number, horizon: number, eta: number, n: number): number =>
  Math.max(exploreThenCommit([0.5, 0.5 - gap], horizon, eta, n), exploreThenCommit([0.5, 0.5 + gap], horizon, eta, n))

const cases = [0.05, 0.2, 0.5].flatMap((gap) =>
  [10, 60, 400].flatMap((horizon) => [0.02, 0.1, 0.5, 2].map((eta) => ({ gap, horizon, eta }))),
)

test("Proposition A1: no such policy of two arms has less regret on both instances, computed exactly", () => {
  for (const { gap, horizon, eta } of cases)
    for (const n of [1, 2, 5, 20, 60].filter((pulls) => 2 * pulls <= horizon))
      expect(worst(gap, horizon, eta, n)).toBeGreaterThanOrEqual(computeLeastWorstRegret(2, horizon, eta, gap))
})

test("a policy that loses a hundred times as much privacy as it says goes below it somewhere", () => {
  const below = cases.filter(({ gap, horizon, eta }) =>
    [1, 2, 5, 20].some(
      (n) => 2 * n <= horizon && worst(gap, horizon, 100 * eta, n) < computeLeastWorstRegret(2, horizon, eta, gap),
    ),
  )
  expect(below.length).toBeGreaterThan(0)
})

test("Theorem A at finite T: exact policies keep to it, given their own regret elsewhere", () => {
  let closest = 0
  for (const horizon of [200, 2000])
    for (const eta of [0.1, 0.4, 1.5])
      for (const n of [3, 10, 30]) {
        const [best, mean] = [0.6, 0.4]
        const here = exploreThenCommit([best, mean], horizon, eta, n)
        for (const raised of [0.65, 0.75, 0.9]) {
          const elsewhere = exploreThenCommit([best, raised], horizon, eta, n)
          const least = (best - mean) * computeLeastPulls(mean, raised, best, horizon, eta, elsewhere)
          expect(least).toBeLessThanOrEqual(here)
          closest = Math.max(closest, least / here)
        }
      }
  // It is worth something: for one of these policies it explains a sixth of its regret.
  expect(closest).toBeGreaterThan(1 / 6)
})

/** Σ over n < T of the least chance of more than n pulls (Theorem A, inverted), term by term. */
function leastPullsInFull(mean: number, raised: number, best: number, horizon: number, eta: number, elsewhere: number) {
  let sum = 0
  for (let n = 0; n < horizon; n++) {
    const chance = elsewhere / ((raised - best) * (horizon - n))
    if (chance >= 1) continue
    const [ones, more] = [binomial(n, mean), binomial(n, raised)]
    const noisy = (weights: readonly number[], c: number): number =>
      weights.reduce((total, weight, count) => total + weight * normalCdf(c - eta * count), 0)
    let [low, high] = [-40, 40 + eta * n]
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2
      if (noisy(more, middle) < chance) low = middle
      else high = middle
    }
    sum += Math.max(0, 1 - (n === 0 ? chance : noisy(ones, high)))
  }
  return sum
}

test("the pulls that Theorem A asks for are those summed in full, and never more", () => {
  for (const horizon of [60, 120])
    for (const eta of [0.7, 2])
      for (const elsewhere of [0.5, 2, 5]) {
        const [mean, raised, best] = [0.3, 0.8, 0.5]
        const full = leastPullsInFull(mean, raised, best, horizon, eta, elsewhere)
        const found = computeLeastPulls(mean, raised, best, horizon, eta, elsewhere)
        expect(found).toBeLessThanOrEqual(full * (1 + 1e-9))
        // Only pulls that hardly ever happen are left out.
        expect(found).toBeGreaterThan(0.98 * full)
      }
  // Here not every n is looked at.
  const full = leastPullsInFull(0.3, 0.8, 0.5, 400, 0.08, 4)
  const found = computeLeastPulls(0.3, 0.8, 0.5, 400, 0.08, 4)
  expect(found).toBeGreaterThan(0.95 * full)
  expect(found).toBeLessThanOrEqual(full)
})

test("constants of the bounds: each arm of a mean counts, and the smaller of two terms is stated, a little lower", () => {
  const one = computeRegretGiven([0.6, 0.4], 500, 0.5, 3).value
  expect(computeRegretGiven([0.6, 0.4, 0.4], 500, 0.5, 3).value).toBeCloseTo(2 * one, 9)
  // √(2π)/32 = 0.0783321 for each further arm and η = 1; ΔT/8.
  expect(computeLeastWorstRegret(4, 1e9, 1, 0.5)).toBeCloseTo(3 * 0.0783321, 6)
  expect(computeLeastWorstRegret(4, 1e9, 0.1, 0.5)).toBeCloseTo(30 * 0.0783321, 5)
  expect(computeLeastWorstRegret(4, 8, 1e-3, 0.25)).toBeCloseTo(0.25, 6)
  expect(computeLinearRegret(8, 100, 1)).toBeNull()
  // With so many rounds the gap is what they allow: a quarter of 8·√(2π)/(32η), whatever T.
  expect(computeLinearRegret(9, 1e6, 1)?.value).toBeCloseTo((8 * 0.0783321) / 4, 6)
})

test("where means are too close for anything to be shown, nothing is claimed", () => {
  expect(computeRegretGiven([0.5, 0.5 - 1e-9], 10, 1, 1e-6).value).toBeLessThan(1e-6)
  expect(worstOfNeighbours([0.5, 0.5 - 1e-9], 10, 1)?.value).toBe(0)
})

test("the same bound at a hundredth of the loss a policy really has is contradicted", () => {
  const [horizon, eta, n] = [2000, 1.5, 60]
  const elsewhere = exploreThenCommit([0.6, 0.9], horizon, eta, n)
  const here = exploreThenCommit([0.6, 0.4], horizon, eta, n)
  expect(0.2 * computeLeastPulls(0.4, 0.9, 0.6, horizon, eta / 100, elsewhere)).toBeGreaterThan(here)
})

test("the worst of neighbours is where the bound given a regret elsewhere meets that regret", () => {
  const means = [0.6, 0.45, 0.45, 0.3]
  const bound = worstOfNeighbours(means, 1e4, 0.5)
  if (bound === null) throw new Error("a best mean below 1 has better neighbours")
  expect(computeRegretGiven(means, 1e4, 0.5, bound.value).value).toBeGreaterThanOrEqual(bound.value)
  expect(computeRegretGiven(means, 1e4, 0.5, 1.01 * bound.value).value).toBeLessThan(1.01 * bound.value)
  expect(bound.condition).toContain("0.45 to ")
})

test("a request gets the asymptotic bound, proved bounds with their conditions, and methods above them", () => {
  const found = regretBound({ means: [0.95, 0.75, 0.55, 0.35, 0.15], horizon: 1e6, eta: 1, runs: 40 })
  // Σ Δ n*(1, ln 1e6), computed independently of this code.
  expect(found.asymptotic).toBeCloseTo(39.9, 1)
  expect(found.proved.map(({ name }) => name)).toEqual([
    "Theorem A, worst of neighbours",
    "Theorem A, given regret elsewhere",
    "Proposition A1",
  ])
  for (const { value, condition } of found.proved) {
    expect(value).toBeGreaterThan(0)
    expect(value).toBeLessThan(found.methods[0].regret)
    expect(condition).toContain("1-GDP")
  }
  expect(found.methods[0].regret).toBeLessThan(found.methods[1].regret)
})

test.each([
  [10, 31.9],
  [2.875, 33],
  [0.25, 94.5],
  [0.1, 218.4],
  [0.01, 2109.6],
])("the asymptotic bound at eta %d is %d, as another program computed it", (eta, expected) => {
  expect(asymptoticRegret([0.95, 0.75, 0.55, 0.35, 0.15], 1e6, eta)).toBeCloseTo(expected, 1)
})

test("nothing is claimed where nothing is known", () => {
  expect(asymptoticRegret([1, 0.5], 1e4, 1)).toBeNull()
  expect(asymptoticRegret([0.5, 0.5], 1e4, 1)).toBe(0)
  const certain = regretBound({ means: [1, 0.5], horizon: 1e4, eta: 1, runs: 0 })
  expect(certain.proved.map(({ name }) => name)).toEqual(["Proposition A1"])
  const tied = regretBound({ means: [0.5, 0.5], horizon: 1e4, eta: 1, runs: 0 })
  expect(tied.proved.slice(0, 2).map(({ value }) => value)).toEqual([0, 0])
  const many = regretBound({ means: [0.9, ...new Array<number>(19).fill(0.5)], horizon: 40, eta: 0.05, runs: 0 })
  const linear = many.proved.find(({ name }) => name === "linear regret")
  // T ≤ (K-1)√(2π)/(32ηΔ) holds with Δ = 1/2: a quarter of that is lost in every round.
  expect(linear?.value).toBeCloseTo(40 / 8, 6)
  expect(() => regretBound({ means: [0.5, 0.4], horizon: 1e4, eta: 0 })).toThrow(
    "eta must be a finite number greater than 0, got 0",
  )
})
