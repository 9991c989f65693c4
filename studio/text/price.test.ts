import { expect, test } from "vitest"
import { abbreviate, answers, formatPrice, formatWhole } from "./price.ts"

const measured = (mean: number, standardError: number | null = 0) => ({ mean, standardError })

test("a price is named only where noise does not explain it", () => {
  expect(formatPrice(measured(43.2, 1), measured(31.8, 1))).toBe("about 11 answers")
  expect(formatPrice(measured(33, 2), measured(32, 2))).toBe("fewer than 7 answers")
  // Less was lost than without privacy, by chance: no gain is claimed.
  expect(formatPrice(measured(30, 2), measured(32, 2))).toBe("fewer than 6 answers")
  expect(formatPrice(measured(32.4, 0.01), measured(32, 0.01))).toBe("less than one answer")
  expect(formatPrice(measured(33.1, null), measured(32, null))).toBe("about 1 answer")
})

test("only known digits are shown", () => {
  expect([0.4, 8.6, 966.7, 12_345, 2_345_678].map(formatWhole)).toEqual(["0", "9", "967", "12,300", "2.35 million"])
  expect(answers(1.2)).toBe("1 answer")
  expect(abbreviate(formatWhole(107e6))).toBe("107\u00a0M")
})
