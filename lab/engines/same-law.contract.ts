// Leap against step: regret and pulls must have one law, at level 1e-4 for each algorithm. `npm
// test` detects a difference of 0.23 standard deviations with 98 %, `npm run test:slow` one of 0.1
// (testing/two-samples.medium.test.ts). Deterministic algorithms are compared exactly
// (same-path.test.ts).

import { type Algorithm, createAlgorithm, type Parameters, seededRandom } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { bernoulliEnvironment } from "../environments/bernoulli.ts"
import { haveOneLaw, sameLawPValue } from "../testing/two-samples.ts"
import type { Engine } from "./engine.ts"
import { runLeap } from "./leap.ts"
import { runStep } from "./step.ts"

export interface Size {
  readonly horizon: number
  readonly runs: number
}

export const short: Size = { horizon: 1000, runs: 1650 }
export const long: Size = { horizon: 10_000, runs: 8800 }
const level = 1e-4
export const means = [0.9, 0.8, 0.55, 0.4]
/** Two that are tied, and one that nearly is. */
export const alike = [0.6, 0.6, 0.57]

/** A horizon that is given stands for the one that is played. */
export type LawCase = readonly [name: string, parameters: Parameters]

const horizon = long.horizon

/** Indices drawn from laws that hold still: Gaussian leaps. */
export const drawnCases: readonly LawCase[] = [
  ["dp-ts-ucb", { alpha: 0, horizon }],
  ["dp-ts-ucb", { alpha: 0.5, horizon }],
  ["dp-ts-ucb", { alpha: 1, horizon }],
  ["dp-ts-ucb-calibrated", { eta: 1, horizon }],
  ["dp-ts-ucb-anytime", { eta: 1 }],
  ["gdp-ts", { eta: 1 }],
]

/** Indices drawn from laws that drift: thinning. */
export const driftingCases: readonly LawCase[] = [
  ["ts-gaussian", { horizon }],
  ["ts-gaussian", { horizon, variance: "paper" }],
  ["m-ts-gaussian", { horizon, prePulls: 20, varianceScale: 3 }],
  ["m-ts-gaussian", { horizon, prePulls: 0, varianceScale: 5, variance: "paper" }],
  ["ts-beta", {}],
]

/** Indices drawn from laws that drift with time. */
export const timedCases: readonly LawCase[] = [
  ["lazy-dp-ts", { epsilon: 1 }],
  ["lazy-dp-ts", { epsilon: 0.2, logBase: "2" }],
]

/** Choices that are all drawn alike. */
export const evenCases: readonly LawCase[] = [["uniform", {}]]

/** Choices that draw only to break ties, which two values of a reward make often. */
export const tiedCases: readonly LawCase[] = [
  ["ucb1", {}],
  ["kl-ucb", {}],
  ["imed", {}],
]

/** Choices that need no draw: whole batches and certified stretches. */
export const certainCases: readonly LawCase[] = [
  ["gdp-imed", { eta: 1 }],
  ["dp-se", { epsilon: 1, horizon }],
  ["anytime-lazy-ucb", { epsilon: 1 }],
  ["adap-ucb", { epsilon: 1 }],
  ["adap-kl-ucb", { epsilon: 1 }],
  ["adac-ucb", { eta: 1 }],
  ["dp-kl-ucb", { epsilon: 1 }],
  ["dp-imed", { epsilon: 1 }],
  ...tiedCases,
]

export function createCaseAlgorithm([name, parameters]: LawCase, { horizon }: Size): Algorithm {
  return createAlgorithm(name, "horizon" in parameters ? { ...parameters, horizon } : parameters)
}

/** The first `count` runs, each run once: a row has the regret, then the pulls of each arm. */
export type Sample = (count: number) => number[][]

export function sample(
  engine: Engine,
  algorithm: Algorithm,
  { horizon }: Size,
  seed: number,
  arms: readonly number[] = means,
): Sample {
  const random = seededRandom(seed)
  const environment = bernoulliEnvironment(arms)
  const rows: number[][] = []
  return (count) => {
    while (rows.length < count) {
      const { regret, pulls } = engine({
        algorithm,
        environment,
        horizon,
        checkpoints: [],
        random: random.fork(rows.length),
      })
      rows.push([regret, ...pulls])
    }
    return rows.slice(0, count)
  }
}

/** Whether nothing speaks against one law, by the smallest p-value over regret and pulls. */
export function isOneLaw(one: Sample, other: Sample, { runs }: Size): boolean {
  const column = (rows: number[][], index: number) => rows.map((row) => row[index])
  const smallestPValue = (count: number, isLast: boolean) => {
    const [first, second] = [one(count), other(count)]
    const pValues = first[0].map((_, index) =>
      sameLawPValue(column(first, index), column(second, index), index, isLast),
    )
    return Math.min(...pValues)
  }
  return haveOneLaw(smallestPValue, runs, level)
}

export function sameLaw(cases: readonly LawCase[], size: Size, seed: number, arms: readonly number[] = means): void {
  describe(`leap and step have one law on ${arms.join(", ")}`, () => {
    for (const [index, one] of cases.entries())
      test(`${one[0]} ${JSON.stringify(one[1])}`, { timeout: 900_000 }, () => {
        const algorithm = createCaseAlgorithm(one, size)
        const stepped = sample(runStep, algorithm, size, seed + 2 * index, arms)
        const leapt = sample(runLeap, algorithm, size, seed + 2 * index + 1, arms)
        expect(isOneLaw(stepped, leapt, size)).toBe(true)
      })
  })
}
