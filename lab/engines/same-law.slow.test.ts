// Leap against step, for every algorithm: final regret and each arm's pulls must have one law. 8,000 runs per engine at
// T = 1e4 see a difference of 0.1 standard deviations at level 1e-4 (two-samples.test.ts); seeds are fixed.

import { type Algorithm, catalogue, createAlgorithm, seededRandom } from "@armistice/core"
import { afterEach, describe, expect, test, vi } from "vitest"
import { bernoulliEnvironment } from "../environments/bernoulli.ts"
import { sameLawPValue } from "../testing/two-samples.ts"
import type { Engine } from "./engine.ts"
import { playLeap } from "./leap.ts"
import { playStep } from "./step.ts"
import { UnseenDraws } from "./unseen-draws.ts"

const horizon = 10_000
const runs = 8000
const level = 1e-4
const means = [0.9, 0.8, 0.55, 0.4]

/** One row per run: the regret, then the pulls of each arm. */
function sample(engine: Engine, algorithm: Algorithm, seed: number, count = runs): number[][] {
  const random = seededRandom(seed)
  const environment = bernoulliEnvironment(means)
  return Array.from({ length: count }, (_, run) => {
    const result = engine({ algorithm, environment, horizon, checkpoints: [], random: random.fork(run) })
    return [result.regret, ...result.pulls]
  })
}

/** The smallest p-value over regret and pulls. */
function smallestPValue(first: number[][], second: number[][]): number {
  const values = first[0].map((_, column) =>
    sameLawPValue(
      first.map((row) => row[column]),
      second.map((row) => row[column]),
      column,
    ),
  )
  return Math.min(...values)
}

const cases: [string, Record<string, number | string>][] = [
  ["dp-ts-ucb", { alpha: 0, horizon }],
  ["dp-ts-ucb", { alpha: 0.5, horizon }],
  ["dp-ts-ucb", { alpha: 1, horizon }],
  ["dp-ts-ucb-calibrated", { eta: 1, horizon }],
  ["gdp-imed", { eta: 1 }],
  ["gdp-ts", { eta: 1 }],
  ["ts-gaussian", { horizon }],
  ["ts-gaussian", { horizon, variance: "paper" }],
  ["m-ts-gaussian", { horizon, prePulls: 20, varianceScale: 3 }],
  ["m-ts-gaussian", { horizon, prePulls: 0, varianceScale: 5, variance: "paper" }],
  ["dp-se", { epsilon: 1, horizon }],
  ["anytime-lazy-ucb", { epsilon: 1 }],
  ["lazy-dp-ts", { epsilon: 1 }],
  ["lazy-dp-ts", { epsilon: 0.2, logBase: "2" }],
  ["adap-ucb", { epsilon: 1 }],
  ["adap-kl-ucb", { epsilon: 1 }],
  ["adac-ucb", { eta: 1 }],
  ["dp-kl-ucb", { epsilon: 1 }],
  ["dp-imed", { epsilon: 1 }],
  ["uniform", {}],
  ["ucb1", {}],
  ["kl-ucb", {}],
  ["ts-beta", {}],
  ["imed", {}],
]

describe("leap and step have one law", () => {
  for (const [index, [name, parameters]] of cases.entries())
    test(`${name} ${JSON.stringify(parameters)}`, () => {
      const algorithm = createAlgorithm(name, parameters)
      const stepped = sample(playStep, algorithm, 1000 + index)
      const leapt = sample(playLeap, algorithm, 2000 + index)
      expect(smallestPValue(stepped, leapt)).toBeGreaterThan(level)
    })

  test("covers the whole catalogue but dp-ucb, whose tree moves every round", () => {
    const covered = new Set([...cases.map(([name]) => name), "dp-ucb"])
    expect(catalogue.map((entry) => entry.name).filter((name) => !covered.has(name))).toEqual([])
  })
})

describe("a leap engine with one mistake is found out", () => {
  afterEach(() => void vi.restoreAllMocks())
  const algorithm = createAlgorithm("dp-ts-ucb", { alpha: 0.5, horizon })

  test("when it draws the best of m draws as if it were one draw", () => {
    const honest = UnseenDraws.prototype.addBelow
    vi.spyOn(UnseenDraws.prototype, "addBelow").mockImplementation(function (this: UnseenDraws, bound) {
      honest.call(this, bound, 1)
    })
    expect(smallestPValue(sample(playStep, algorithm, 31), sample(playLeap, algorithm, 32))).toBeLessThan(level)
  })

  test("when it forgets the end of a draw budget", () => {
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
})
