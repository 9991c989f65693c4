import { expect, test } from "vitest"
import { betaCdf } from "./beta-law.ts"
import { studentQuantile } from "./student-quantile.ts"

test.each([
  [0.95, 1, 12.7062],
  [0.95, 9, 2.2622],
  [0.95, 19, 2.093],
  [0.95, 999, 1.9623],
  [0.99, 1, 63.6567],
  [0.99, 19, 2.8609],
  [0.99, 999, 2.5808],
])("at level %f with %i degrees of freedom it is %f, as in the tables", (level, freedom, quantile) => {
  expect(studentQuantile(freedom, level)).toBeCloseTo(quantile, 4)
})

test("it undoes the law of |t|, also between whole degrees of freedom", () => {
  for (const level of [0.5, 0.95, 0.99, 1 - 1e-9])
    for (const freedom of [0.5, 1, 2.5, 33.7, 1e3, 1e6]) {
      const q = studentQuantile(freedom, level)
      const beyond = betaCdf(freedom / 2, 0.5, freedom / (freedom + q * q))
      expect(Math.abs(beyond / (1 - level) - 1)).toBeLessThan(1e-9)
    }
})
