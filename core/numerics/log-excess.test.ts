import { expect, test } from "vitest"
import { logExcess } from "./log-excess.ts"

/** [u, u - ln(1+u)]: mpmath 1.3 at 60 digits; nearest doubles. */
const table = [
  [-0.999999, 12.815511557935519],
  [-0.5, 0.19314718055994531],
  [-0.2, 0.023143551314209757],
  [-0.19, 0.020721031315652602],
  [-0.001, 5.003335835335002e-7],
  [-1e-9, 5.000000003333334e-19],
  [1e-200, 0.0],
  [1e-12, 4.999999999996667e-25],
  [0.0001, 4.999666691664667e-9],
  [0.1999, 0.017661780011793842],
  [0.2001, 0.017695113344741373],
  [3.0, 1.6137056388801094],
  [1000000.0, 999986.184488442],
] as const

test.each(table)("u - ln(1+u) at %f is right to 2e-15, however small u is", (u, excess) => {
  expect(Math.abs(logExcess(u) - excess)).toBeLessThanOrEqual(2e-15 * excess)
})
