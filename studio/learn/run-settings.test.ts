import fc from "fast-check"
import { expect, test } from "vitest"
import { readRunSettings, writeRunSettings } from "./run-settings.ts"

test("the run is read back from the address, and invalid parts take their defaults", () => {
  const any = fc.record({
    alpha: fc.integer({ min: 0, max: 20 }).map((place) => place / 20),
    rounds: fc.constantFrom(100, 500, 2000, 5000),
    round: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(any, (unrolled) => {
      expect(readRunSettings(writeRunSettings(unrolled))).toEqual(unrolled)
    }),
  )
  expect(readRunSettings("?alpha=7&rounds=1&round=0")).toEqual(readRunSettings(""))
  expect(writeRunSettings(readRunSettings(""))).toBe("")
})
