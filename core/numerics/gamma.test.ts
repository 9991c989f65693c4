// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: a reference table.

import { describe, expect, test } from "vitest"
import { logGamma, stirlingError } from "./gamma.ts"

/**
 * [x, ln Γ(x), ln x! - (x ln x - x + ½ ln 2πx)]: mpmath 1.3 at 80 digits; nearest doubles.
 */
const table = [
  [0.001, 6.907178885383853, 2.5422704679670947],
  [0.3, 1.0957979948180756, 0.2360649007482156],
  [0.999, 0.0005780385328913802, 0.08113875499467682],
  [1.0, 0.0, 0.08106146679532726],
  [1.0000001, -5.772155829918507e-8, 0.08106145907376149],
  [1.25, -0.09827183642181316, 0.06543196688785678],
  [1.4616321449683622, -0.12148629053584961, 0.056216264449475584],
  [1.9999, -4.227520877215346e-5, 0.04134273233963063],
  [2.0, 0.0, 0.0413406959554093],
  [2.3, 0.15418945495963046, 0.03601450047177063],
  [2.9999, 0.6930549041011312, 0.027678841843915523],
  [3.0, 0.6931471805599453, 0.02767792568499834],
  [3.1, 0.7873750832738625, 0.026791060192328246],
  [4.5, 2.4537365708424423, 0.018488450532673187],
  [7.9, 8.32426586800881, 0.010542914704115187],
  [8.0, 8.525161361065415, 0.010411265261972096],
  [8.1, 8.72738826343204, 0.010282861471580359],
  [15.5, 26.536914491115613, 0.005375599032926835],
  [100.25, 360.28455963776423, 0.0008312524383751668],
  [1000000.0, 12815504.569147611, 8.333333333333056e-8],
  [1000000000000.0, 26631021115915.652, 8.333333333333334e-14],
  [1000000000000000.0, 3.3538776394910668e16, 8.333333333333333e-17],
] as const

const relativeError = (got: number, want: number) => (got === want ? 0 : Math.abs(got / want - 1))

describe("gamma functions", () => {
  test.each(table)("at %f are right to 2e-15", (x, log, stirling) => {
    expect(relativeError(logGamma(x), log)).toBeLessThan(2e-15)
    expect(relativeError(stirlingError(x), stirling)).toBeLessThan(2e-15)
  })

  test("ln Γ satisfies its recurrence across the seams", () => {
    for (let x = 0.05; x < 12; x += 0.05)
      expect(Math.abs(logGamma(x + 1) - logGamma(x) - Math.log(x))).toBeLessThan(1e-14)
  })

  test("refuse arguments that are not positive", () => {
    for (const f of [logGamma, stirlingError])
      for (const x of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
        expect(() => f(x)).toThrow("positive finite number")
  })
})
