import { describe, expect, test } from "vitest"
import { createUnits, formatCertainty } from "./units.ts"

const share = createUnits({ min: 0, max: 1 })
const money = createUnits({ min: 0, max: 500 })

describe("figures in the reward's units", () => {
  test("rewards from 0 to 1 are percentages and points, all others plain numbers", () => {
    expect([share.formatValue(0.5421), money.formatValue(123.4)]).toEqual(["54.2\u00a0%", "123"])
    expect([share.addUnit("8.3"), share.addUnit("1"), money.addUnit("8.3")]).toEqual(["8.3 points", "1 point", "8.3"])
    expect([share.formatAmount(0.01), share.formatAmount(0.025), money.formatAmount(5)]).toEqual([
      "1 point",
      "2.5 points",
      "5",
    ])
  })

  test("ends of intervals are rounded outwards, and round numbers stay", () => {
    expect(share.formatInterval(0.5261, 0.5579)).toBe("52.6 to 55.8")
    expect(share.formatInterval(0.5269, 0.5571)).toBe("52.6 to 55.8")
    expect(share.formatInterval(0.3, 0.7)).toBe("30.0 to 70.0")
    expect(share.formatInterval(0.00004, 0.99999)).toBe("0.0 to 100.0")
    expect(share.formatDifferenceInterval(-0.2301, 0.2699, true)).toBe("\u221223.1 to +27.0")
  })

  test("an end above or below 0 is not shown as 0", () => {
    expect(share.formatDifferenceInterval(0.0004, 0.1)).toBe("0.04 to 10.00")
    expect(share.formatDifferenceInterval(-0.1, -0.00004)).toBe("\u221210.000 to \u22120.004")
    expect(share.formatDifferenceInterval(0, 0.1)).toBe("0.0 to 10.0")
  })

  test("narrow intervals get the digits that tell their ends apart", () => {
    expect(share.formatDifferenceInterval(0.00012, 0.00034)).toBe("0.012 to 0.034")
  })

  test("a certainty is never rounded up", () => {
    expect([0.919, 0.9969, 0.9991, 1].map(formatCertainty)).toEqual([
      "91\u00a0%",
      "99.6\u00a0%",
      "more than 99.9\u00a0%",
      "more than 99.9\u00a0%",
    ])
  })
})
