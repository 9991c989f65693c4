// The accountant of a list refuses more releases of an arm's coordinates than rounding is covered
// for, as the filter does: a list that is long enough for the limit takes seconds.

import { expect, test } from "vitest"
import { composeReleases } from "./compose.ts"
import type { Release } from "./release.ts"
import { leastDeviation } from "./residual-loss.ts"
import { refusal } from "./testing/refusal.ts"

test("2^20 releases of one coordinate leave none for another of the arm, and all for another arm", () => {
  const deviation = leastDeviation(1, 0n, 60).toString()
  const release = (arm: number, coordinate: number, block: number): Release => {
    const terms = { mechanism: "residual", eta: 1, line: 0, carried: "0", deviation, step: 60 } as const
    return { arm, coordinate, block, count: 1, ...terms }
  }
  const one = Array.from({ length: 2 ** 20 }, (_, block) => release(0, 0, block))
  expect(composeReleases([...one, release(1, 1, 0)]).eta).toBe(1)
  expect(refusal(() => composeReleases([...one, release(0, 1, 0)])).code).toBe("budget_exhausted")
})
