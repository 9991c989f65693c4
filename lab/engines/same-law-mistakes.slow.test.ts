// The test that leap and step have one law must itself be able to fail: two mistakes it has to find.

import { type Algorithm, createAlgorithm } from "@armistice/core"
import { afterEach, expect, test, vi } from "vitest"
import { playLeap } from "./leap.ts"
import { horizon, level, sample, smallestPValue } from "./same-law.contract.ts"
import { playStep } from "./step.ts"
import { UnseenDraws } from "./unseen-draws.ts"

afterEach(() => void vi.restoreAllMocks())
const algorithm = createAlgorithm("dp-ts-ucb", { alpha: 0.5, horizon })

test("a leap that draws the best of m draws as if it were one draw is found out", { timeout: 900_000 }, () => {
  const honest = UnseenDraws.prototype.addBelow
  vi.spyOn(UnseenDraws.prototype, "addBelow").mockImplementation(function (this: UnseenDraws, bound) {
    honest.call(this, bound, 1)
  })
  expect(smallestPValue(sample(playStep, algorithm, 31), sample(playLeap, algorithm, 32))).toBeLessThan(level)
})

test("a leap that forgets the end of a draw budget is found out", { timeout: 900_000 }, () => {
  const forgetful: Algorithm = {
    ...algorithm,
    laws(state) {
      const law = algorithm.laws(state)
      if (law.kind !== "drawn") return law
      const { drawsLeft: _forgotten, best: _unused, ...rest } = law
      return rest
    },
  }
  expect(smallestPValue(sample(playStep, algorithm, 33), sample(playLeap, forgetful, 34))).toBeLessThan(level)
})
