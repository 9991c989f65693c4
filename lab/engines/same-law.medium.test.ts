// Every algorithm that draws its choices, at the length of `npm test`; and two mistakes that these very tests have to find.

import { type Algorithm, catalogue } from "@armistice/core"
import { afterEach, expect, test, vi } from "vitest"
import { playLeap } from "./leap.ts"
import {
  algorithmOf,
  certainCases,
  drawnCases,
  driftingCases,
  evenCases,
  level,
  sameLaw,
  sample,
  short,
  smallestPValue,
  tiedCases,
  timedCases,
} from "./same-law.contract.ts"
import { playStep } from "./step.ts"
import { UnseenDraws } from "./unseen-draws.ts"

const drawn = [...drawnCases, ...driftingCases, ...timedCases, ...evenCases, ...tiedCases]
// One that is certain too: rewards, noise and engine together.
sameLaw([...drawn, ["gdp-imed", { eta: 1 }]], short, 4000)

test("the cases cover the whole catalogue but dp-ucb, whose tree moves every round", () => {
  const covered = new Set([...[...drawn, ...certainCases].map(([name]) => name), "dp-ucb"])
  expect(catalogue.map((entry) => entry.name).filter((name) => !covered.has(name))).toEqual([])
})

afterEach(() => void vi.restoreAllMocks())
const algorithm = algorithmOf(["dp-ts-ucb", { alpha: 0.5, horizon: 0 }], short)
const stepped = sample(playStep, algorithm, short, 31)

test("a leap that draws the best of m draws as if it were one draw is found out", () => {
  const honest = UnseenDraws.prototype.addBelow
  vi.spyOn(UnseenDraws.prototype, "addBelow").mockImplementation(function (this: UnseenDraws, bound) {
    honest.call(this, bound, 1)
  })
  expect(smallestPValue(stepped, sample(playLeap, algorithm, short, 32))).toBeLessThan(level)
})

test("a leap that forgets the end of a draw budget is found out", () => {
  const forgetful: Algorithm = {
    ...algorithm,
    laws(state) {
      const law = algorithm.laws(state)
      if (law.kind !== "drawn") return law
      const { drawsLeft: _forgotten, best: _unused, ...rest } = law
      return rest
    },
  }
  expect(smallestPValue(stepped, sample(playLeap, forgetful, short, 34))).toBeLessThan(level)
})
