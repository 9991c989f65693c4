import * as R from "lib-r-math.js"
import { describe, expect, test } from "vitest"
import { exactMean, logBinomialProbability } from "./binomial-probability.ts"

/** [count, trials, p, ln P(count)]: mpmath at 60 digits, nearest doubles. */
const table: [number, number, number, number][] = [
  [10, 20, 0.5, -1.7361522965964518],
  [17, 20, 0.5, -6.824160069810365],
  [0, 100, 0.3, -35.667494393873234],
  [30, 100, 0.3, -2.444334564532973],
  [39, 100, 0.3, -4.3435429418990505],
  [0, 1000, 0.01, -10.05033585350144],
  [10, 1000, 0.01, -2.0735373169590643],
  [26, 1000, 0.01, -11.511314720528652],
  [298167, 1000000, 0.3, -15.053697047866864],
  [300000, 1000000, 0.3, -7.046370251546539],
  [301375, 1000000, 0.3, -11.545243668890667],
  [500000000, 1000000000, 0.5, -10.587424271367933],
  [500079057, 1000000000, 0.5, -23.0874428089514],
  [249997401924, 1000000000000, 0.25, -31.897496051116043],
  [250000000000, 1000000000000, 0.25, -13.897460874383473],
  [250000433013, 1000000000000, 0.25, -14.39746194773368],
  [250001299038, 1000000000000, 0.25, -18.3974566781419],
  [10, 1000000000000, 1e-11, -2.0785616431300586],
  [23, 1000000000000, 1e-11, -8.647218428974323],
  [2702159645947754, 9007199254740992, 0.3, -23.00701494773126],
  [2702159798168055, 9007199254740992, 0.3, -18.632014948232392],
  [2702160037371386, 9007199254740992, 0.3, -36.50701475225547],
  [900719868530340, 9007199254740992, 0.1, -20.083366014334207],
  [900720039361618, 9007199254740992, 0.1, -26.083365770328356],
  [2702159558964691, 9007199254740881, 0.3, -31.007015126970618],
  [2702159950388322, 9007199254740881, 0.3, -26.507014803547612],
  [900720067833486, 9007199254740881, 0.1, -30.583365395614514],
  [1109999894222876, 3000000000000001, 0.37, -26.009489120309603],
  [90, 9007199254740992, 1e-14, -3.169798069177678],
  [137, 9007199254740992, 1e-14, -13.905446970224434],
]

describe("the logarithm of a binomial probability", () => {
  test.each(table)("of %d in %d trials at %d is right to 1e-14", (count, trials, p, expected) => {
    expect(Math.abs(logBinomialProbability(count, trials, p) - expected)).toBeLessThan(1e-14 * Math.max(1, -expected))
  })

  test.each([
    [1e6, 0.3],
    [1e12, 0.3],
    [2 ** 53, 1e-3],
    [1e9, 1e-9],
  ])("of one success, and of one failure, in %d trials at %d is right however far the mean is", (trials, p) => {
    const success = Math.log(trials) + Math.log(p) + (trials - 1) * Math.log1p(-p)
    const failure = Math.log(trials) + Math.log1p(-p) + (trials - 1) * Math.log(p)
    expect(Math.abs(logBinomialProbability(1, trials, p) / success - 1)).toBeLessThan(1e-14)
    expect(Math.abs(logBinomialProbability(trials - 1, trials, p) / failure - 1)).toBeLessThan(1e-14)
  })

  test("from log-gamma functions would be off by more than 1e-5 at 1e12 trials", () => {
    const [count, trials, p, expected] = table[14]
    const naive =
      R.lgamma(trials + 1) -
      R.lgamma(count + 1) -
      R.lgamma(trials - count + 1) +
      count * Math.log(p) +
      (trials - count) * Math.log(1 - p)
    expect(Math.abs(naive - expected)).toBeGreaterThan(1e-5)
  })

  test.each([
    [1, 0.3],
    [7, 0.5],
    [60, 0.02],
    [500, 0.41],
  ])("sums to 1 over all counts of %d trials at %d", (trials, p) => {
    let sum = 0
    for (let count = 0; count <= trials; count++) sum += Math.exp(logBinomialProbability(count, trials, p))
    expect(Math.abs(sum - 1)).toBeLessThan(1e-13)
  })
})

test("the mean of a binomial law is an exact sum of two numbers", () => {
  const whole = (x: number) => BigInt(x * 2 ** 53)
  for (const trials of [3, 12345678901, 2 ** 53 - 1])
    for (const p of [0.1, 0.3, 1 / 3, 0.4999]) {
      const { value, error } = exactMean(trials, p)
      const product = BigInt(trials) * BigInt(p * 2 ** 60)
      expect((whole(value) << 7n) + BigInt(error * 2 ** 60)).toBe(product)
    }
})
