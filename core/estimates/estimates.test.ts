import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { catalogue } from "../catalogue.ts"
import { seededRandom } from "../random/seeded-random.ts"
import { exampleParameters } from "../testing/example-parameters.ts"
import { runAlgorithm } from "../testing/run-algorithm.ts"
import { isProvedPossible, provedInterval } from "./confidence.ts"
import { estimateArms } from "./estimates.ts"
import type { ReleasedSum, SumPart } from "./released-sum.ts"
import { summariseSum } from "./released-sum.ts"
import { readReleasedSums, readReleasedValue } from "./released-sums.ts"
import { scoreInterval } from "./score-interval.ts"

const horizon = 3000
const means = [0.85, 0.5, 0.2]
const withSums = ["gdp-imed", "gdp-ts", "adac-ucb", "adap-ucb", "adap-kl-ucb", "dp-kl-ucb", "dp-imed", "dp-se"]

function played(name: string, rounds: number, seed: number) {
  const entry = catalogue.find((candidate) => candidate.name === name)
  if (entry === undefined) throw new Error(name)
  const algorithm = entry.create(exampleParameters(entry, horizon))
  const state = algorithm.start(3)
  runAlgorithm(algorithm, state, means, rounds, seededRandom(seed))
  return { algorithm, state }
}

/** Secret fields: sums of open batches, and the sums that residual releases carry on. */
interface Hidden {
  sum: number[]
  received: number[]
  open: { sum: number; received: number }[][]
  hidden: number[]
}

describe("estimates are a function of releases alone", () => {
  test.each([...withSums, "anytime-lazy-ucb", "lazy-dp-ts"])("%s: rewards of the open batch change nothing", (name) => {
    const { algorithm, state } = played(name, 2000, 1)
    const before = JSON.stringify(estimateArms(algorithm, state))
    const { sum, received, open, hidden } = state as unknown as Partial<Hidden>
    for (let arm = 0; arm < 3; arm++) {
      if (sum !== undefined && received !== undefined) sum[arm] = sum[arm] === 0 ? received[arm] : 0
      for (const batch of open?.[arm] ?? []) batch.sum = batch.sum === 0 ? batch.received : 0
      if (hidden !== undefined) hidden[arm] += 7
    }
    expect(JSON.stringify(estimateArms(algorithm, state))).toBe(before)
    expect(JSON.stringify(estimateArms(algorithm, JSON.parse(JSON.stringify(state))))).toBe(before)
  })

  test("algorithms that draw around exact means, or promise nothing, have none", () => {
    for (const name of ["dp-ts-ucb", "dp-ts-ucb-calibrated", "dp-ts-ucb-anytime", "m-ts-gaussian", "ucb1", "uniform"]) {
      const { algorithm, state } = played(name, 100, 2)
      expect(estimateArms(algorithm, state), name).toBeNull()
    }
  })
})

test("every algorithm that keeps sums recommends the best arm here, with means near the truth", () => {
  for (const name of withSums) {
    const { algorithm, state } = played(name, horizon, 3)
    const estimates = estimateArms(algorithm, state)
    expect(estimates?.arms).toHaveLength(3)
    expect(estimates?.probabilityBest.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
    for (const { mean, low, high } of estimates?.arms ?? []) {
      expect(low).toBeLessThanOrEqual(high)
      if (mean !== null) expect(mean >= low && mean <= high).toBe(true)
    }
    if (name !== "dp-se") expect(estimates?.recommended, name).toBe(0)
  }
})

test("the value of one arm's sum is that of all sums, in every algorithm", () => {
  for (const { name } of catalogue)
    for (const rounds of [0, 3, 200]) {
      const { algorithm, state } = played(name, rounds, 5)
      const sums = readReleasedSums(algorithm, state)
      for (const arm of [0, 1, 2]) expect(readReleasedValue(algorithm, state, arm)).toBe(sums?.[arm].value ?? null)
    }
})

test("before the first release nothing is known: the whole range, and all arms alike", () => {
  const { algorithm, state } = played("gdp-imed", 0, 1)
  const estimates = estimateArms(algorithm, state)
  expect(estimates?.arms).toEqual(Array(3).fill({ mean: null, low: 0, high: 1, confidence: 0.95, rewards: 0 }))
  for (const chance of estimates?.probabilityBest ?? []) expect(chance).toBeCloseTo(1 / 3, 3)
  expect(() => estimateArms(algorithm, state, { confidence: 1 })).toThrow("confidence must be in (0, 1), got 1")
})

const part = (count: number, noise: SumPart["noise"], scale: number): SumPart => ({ count, weight: 1, noise, scale })

describe("intervals", () => {
  const sums = fc
    .record({
      count: fc.integer({ min: 1, max: 1e6 }),
      batches: fc.integer({ min: 1, max: 6 }),
      share: fc.double({ min: -0.2, max: 1.2, noNaN: true }),
      noise: fc.constantFrom("gaussian" as const, "laplace" as const),
      scale: fc.double({ min: 0.1, max: 10, noNaN: true }),
      kind: fc.constantFrom("running" as const, "replaced" as const),
    })
    .map(({ count, batches, share, noise, scale, kind }): ReleasedSum => {
      const parts = Array.from({ length: kind === "running" ? batches : 1 }, () => part(count, noise, scale))
      return { value: share * count * parts.length, parts, kind, look: batches }
    })

  test("the proved one holds just the means that are not refused", () => {
    fc.assert(
      fc.property(sums, fc.double({ min: 0, max: 1, noNaN: true }), (sum, mean) => {
        const [low, high] = provedInterval(sum, 0.95)
        expect(low >= 0 && high <= 1 && low <= high).toBe(true)
        if (Math.abs(mean - low) < 1e-9 || Math.abs(mean - high) < 1e-9 || low === high) return
        expect(isProvedPossible(sum, mean, 0.95)).toBe(mean > low && mean < high)
      }),
      { numRuns: 200, seed: 1 },
    )
  })

  test("batches of one weight tell what one batch of all their rewards and all their noise would", () => {
    const shared = { value: 90, kind: "running", look: 3, first: { count: 50, scale: 3 } } as const
    const parts = [part(50, "gaussian", 3), part(60, "gaussian", 4), part(90, "gaussian", 12)]
    const one = provedInterval({ ...shared, parts: [part(200, "gaussian", 13)] }, 0.95)
    expect(provedInterval({ ...shared, parts }, 0.95)).toEqual(one)
    // Other weights stay apart.
    const blunt = parts.map((each) => ({ ...each, weight: each.count === 60 ? 0.5 : 1 }))
    expect(provedInterval({ ...shared, parts: blunt }, 0.95)).not.toEqual(one)
  })

  test("a look that has no share left of the error says nothing", () => {
    const residual = { kind: "running", look: 2, passing: 2, passes: 0.5, first: { count: 100, scale: 2 } } as const
    const parts = [part(100, "gaussian", 1), part(50, "gaussian", 0)]
    expect(provedInterval({ ...residual, value: 70, parts, most: 150 }, 0.95)[1]).toBeLessThan(1)
    expect(provedInterval({ ...residual, value: 70, parts, most: 100 }, 0.95)).toEqual([0, 1])
  })

  test("more confidence is wider, and the proved one holds the measured one where there is much data", () => {
    const sum: ReleasedSum = { value: 300, parts: [part(1000, "gaussian", 2)], kind: "running", look: 1 }
    const [low, high] = provedInterval(sum, 0.95)
    const [lower, higher] = provedInterval(sum, 0.99)
    expect(lower < low && higher > high).toBe(true)
    const [inner, outer] = scoreInterval(sum, 0.95)
    expect(inner > low && outer < high).toBe(true)
  })

  test("a running sum fails at any of forty looks no oftener than stated; a fixed-size interval fails far oftener", () => {
    const random = seededRandom(4)
    const [runs, mean, scale] = [1500, 0.3, 1]
    let [failures, naive] = [0, 0]
    for (let run = 0; run < runs; run++) {
      const parts: SumPart[] = []
      let [value, failed, naivelyFailed] = [0, false, false]
      for (let look = 1; look <= 40; look++) {
        const count = Math.ceil(1.25 ** look)
        parts.push(part(count, "gaussian", scale))
        value += random.binomial(count, mean) + scale * random.gaussian()
        const sum: ReleasedSum = { value, parts, kind: "running", look }
        failed ||= !isProvedPossible(sum, mean, 0.9)
        const { mean: found, rewards, noise } = summariseSum(sum)
        naivelyFailed ||= Math.abs(found - mean) > 1.645 * Math.sqrt((mean * (1 - mean)) / rewards + noise)
      }
      if (failed) failures++
      if (naivelyFailed) naive++
    }
    const standardError = Math.sqrt((0.1 * 0.9) / runs)
    expect(failures / runs).toBeLessThan(0.1 + 5 * standardError)
    expect(naive / runs).toBeGreaterThan(0.1 + 5 * standardError)
  })
})

test("the weighted sums of GDP-TS are read with the weights they were made with", () => {
  const { algorithm, state } = played("gdp-ts", 1000, 5)
  const { weightedSum, count } = state as unknown as { weightedSum: number[]; count: number[] }
  for (const [arm, sum] of (readReleasedSums(algorithm, state) ?? []).entries()) {
    expect(sum.value).toBe(weightedSum[arm])
    expect(sum.parts.reduce((total, { count }) => total + count, 0)).toBe(count[arm])
    expect(Math.abs(summariseSum(sum).mean - means[arm])).toBeLessThan(0.6)
  }
})
