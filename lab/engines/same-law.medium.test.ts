// Every algorithm that draws its choices, at the length of `npm test`; and mistakes that these very
// tests have to find.

import { type Algorithm, catalogue } from "@armistice/core"
import { afterEach, expect, test, vi } from "vitest"
import { GaussianArms } from "./gaussian-arms.ts"
import { runLeap } from "./leap.ts"
import {
  alike,
  certainCases,
  createCaseAlgorithm,
  drawnCases,
  driftingCases,
  evenCases,
  isOneLaw,
  type LawCase,
  sameLaw,
  sample,
  short,
  tiedCases,
  timedCases,
} from "./same-law.contract.ts"
import { runStep } from "./step.ts"
import { WinChances } from "./win-chances.ts"

const drawn = [...drawnCases, ...driftingCases, ...timedCases, ...evenCases, ...tiedCases]
// One case of each algorithm with laws that drift; the slow tests have them all. One that is
// certain too: rewards, noise and engine together.
const isFirst = ([name]: LawCase, place: number, cases: readonly LawCase[]) =>
  cases.findIndex((other) => other[0] === name) === place
const moving = [...driftingCases, ...timedCases].filter(isFirst)
sameLaw([...drawnCases, ...moving, ...evenCases, ...tiedCases, ["gdp-imed", { eta: 1 }]], short, 4000)
// Arms that are alike, where nearly every round is counted instead of played: one case of each
// algorithm, as the slow tests have them all.
sameLaw(drawnCases.filter(isFirst), short, 5000, alike)

test("the cases cover the whole catalogue but dp-ucb, whose tree moves every round", () => {
  const covered = new Set([...[...drawn, ...certainCases].map(([name]) => name), "dp-ucb"])
  expect(catalogue.map((entry) => entry.name).filter((name) => !covered.has(name))).toEqual([])
})

afterEach(() => void vi.restoreAllMocks())
const algorithm = createCaseAlgorithm(["dp-ts-ucb", { alpha: 0.5, horizon: 0 }], short)
const stepped = sample(runStep, algorithm, short, 31)

test("a leap that takes the largest of all draws for one draw is found out", () => {
  const honest = GaussianArms.prototype.passPeak
  vi.spyOn(GaussianArms.prototype, "passPeak").mockImplementation(function (this: GaussianArms, arm) {
    honest.call(this, arm)
    this.best[arm] = this.mean[arm]
  })
  expect(isOneLaw(stepped, sample(runLeap, algorithm, short, 33), short)).toBe(false)
})

test("in short runs, where one draw counts for much, a leap in which the largest draw never comes is found out", () => {
  const brief = { horizon: 30, runs: 20_000 }
  const one = createCaseAlgorithm(["dp-ts-ucb", { alpha: 1, horizon: 0 }], brief)
  const plain = sample(runStep, one, brief, 37, alike)
  expect(isOneLaw(plain, sample(runLeap, one, brief, 38, alike), brief)).toBe(true)
  vi.spyOn(GaussianArms.prototype, "draw").mockImplementation(function (this: GaussianArms, arm, random) {
    for (;;) {
      const value = this.mean[arm] + this.deviation[arm] * random.gaussian()
      if (value <= this.ceiling[arm]) return value
    }
  })
  expect(isOneLaw(plain, sample(runLeap, one, brief, 38, alike), brief)).toBe(false)
})

test("a leap that counts with twice the chance for one arm is found out where arms are alike", () => {
  const honest = WinChances.prototype.measure
  vi.spyOn(WinChances.prototype, "measure").mockImplementation(function (
    this: WinChances,
    arms,
    drawing,
    count,
    floor,
  ) {
    honest.call(this, arms, drawing, count, floor)
    this.chance[0] *= 2
  })
  const one = createCaseAlgorithm(["gdp-ts", { eta: 1 }], short)
  const [plain, counted] = [sample(runStep, one, short, 35, alike), sample(runLeap, one, short, 36, alike)]
  expect(isOneLaw(plain, counted, short)).toBe(false)
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
  expect(isOneLaw(stepped, sample(runLeap, forgetful, short, 34), short)).toBe(false)
})
