import fc from "fast-check"
import { expect, test } from "vitest"
import { checkCheckpoints, logSpacedRounds } from "./checkpoints.ts"

test("log-spaced rounds increase from 1 to the horizon, eight to a decade", () => {
  const horizon = fc.integer({ min: 2, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(horizon, (end) => {
      const rounds = logSpacedRounds(end)
      expect(checkCheckpoints(rounds, end)).toEqual(rounds)
      expect(rounds[0]).toBe(1)
      expect(rounds.at(-1)).toBe(end)
      expect(rounds.length).toBeLessThanOrEqual(8 * Math.log10(end) + 2)
    }),
  )
  expect(logSpacedRounds(1e6)).toContain(1000)
})
