// The fact and lemmas of the appendices, computed, because what they bound is rare.

import { seededRandom } from "@armistice/core"
import { computedSeries } from "../chart-parts.ts"
import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { judgeBelow } from "../judging/judgement.ts"
import {
  type ArmModel,
  boundInverseChance,
  computeMisled,
  computeOverdraw,
  inverseChance,
  largestFactRatio,
  largestScaledInverseChance,
  proofSums,
  pullRatio,
} from "../lemma-bounds.ts"
import { paperAlphas, paperArms } from "../setting.ts"

const horizons = [1e3, 1e4, 1e5, 1e6, 1e8, 1e10, 1e12] as const
const histories = 300

export interface LemmaNumbers {
  readonly factRatio: number
  /** Lemma C.1: reached by Bernoulli rewards, bound for any, and the second part times TΔ². */
  readonly inverseReached: number
  readonly inverseBound: number
  readonly inverseScaled: number
  readonly firstSum: number
  readonly secondSum: number
  /** Lemmas D.1 and D.2 times Δ², by horizon. */
  readonly rows: readonly { readonly horizon: number; readonly overdraw: number; readonly misled: number }[]
  readonly pullRatio: number
}

export const lemmas = exhibit<LemmaNumbers>({
  id: "lemmas",
  title: "The fact and lemmas of the appendices, each by its number",
  claim: "Fact A.1 and Lemmas C.1, D.1, D.2 and D.3 hold, with room to spare.",
  source: "Fact A.1; Lemmas C.1, D.1, D.2 and D.3",
  caption:
    "Fact A.1: ln^(1-α) T ≤ (1-α) ln T + 1. Lemma C.1: E[1/P(θ > μ₁) - 1] ≤ 12.34, and ≤ 72/(TΔ²) for a level Δ/2 lower and enough rewards. Lemmas D.1 and D.2: ω₂ and ω₃ are O(1/Δ²). Lemma D.3: the chance of a pull of arm i is at most (1/P(θ₁ > μ₁ - Δ/2) - 1) times that of arm 1.",
  choices: [
    "Lemma C.1 assumes TΔ² > e, and so do Lemmas D.1 and D.2 here; the paper says so before Lemma C.1 only.",
    "The paper leaves the constants of Lemmas D.1 and D.2 inside an O; judged are the constants that their proofs give, 2 and 8/e.",
  ],

  async simulate({ seed }, onShare) {
    const gaps = paperArms.means.slice(1).map((mean) => ({ mean, gap: paperArms.means[0] - mean }))
    const rows = horizons.map((horizon, index) => {
      onShare?.(index / horizons.length)
      return {
        horizon,
        overdraw: Math.max(
          ...paperAlphas.flatMap((alpha) => gaps.map(({ gap }) => computeOverdraw(alpha, horizon, gap))),
        ),
        misled: Math.max(...gaps.map(({ mean, gap }) => computeMisled(horizon, gap, mean))),
      }
    })
    const { first, second } = proofSums()
    return {
      factRatio: largestFactRatio(),
      inverseReached: largestReached(),
      inverseBound: boundInverseChance(1, 0),
      inverseScaled: largestScaledInverseChance(),
      firstSum: first,
      secondSum: second,
      rows,
      pullRatio: largestPullRatio(seed),
    }
  },

  check: (found) => [
    judgeBelow(
      { id: "lemmas/fact-a1", claim: "Fact A.1 holds for every T > e³ and every α." },
      "largest left side / right side",
      // Both sides are 1 at α = 1.
      found.factRatio,
      1 + 1e-12,
      "Both sides are 1 at α = 1; elsewhere the left one is smaller, because a power is convex in its exponent.",
    ),
    judgeBelow(
      { id: "lemmas/c1-first", claim: "Lemma C.1, first part: the expectation is at most 12.34.", paper: "12.34" },
      "largest expectation",
      { value: found.inverseBound, low: found.inverseReached, high: found.inverseBound },
      12.34,
      `At least ${formatNumber(found.inverseReached)} (Bernoulli rewards), at most ${formatNumber(found.inverseBound)} (any rewards in [0, 1], any number of them).`,
    ),
    judgeBelow(
      {
        id: "lemmas/c1-second",
        claim: "Lemma C.1, second part: the expectation is at most 72/(TΔ²) with enough rewards.",
        paper: "72",
      },
      "largest TΔ² times a bound on the expectation",
      found.inverseScaled,
      72,
      `At most ${formatNumber(found.inverseScaled)} for TΔ² from e to e³⁰, for any rewards in [0, 1].`,
    ),
    judgeBelow(
      {
        id: "lemmas/c1-sums",
        claim: "The sums in the proof of Lemma C.1 are at most those it prints.",
        paper: "3.176 and 7.034",
      },
      "larger of the two sums / the printed one",
      Math.max(found.firstSum / 3.176, found.secondSum / 7.034),
      1,
      `To infinity they are ${formatNumber(found.firstSum)} and ${formatNumber(found.secondSum)}.`,
    ),
    judgeBelow(
      { id: "lemmas/d1", claim: "Lemma D.1: Δ²ω₂ stays below the constant of its proof, at every T.", paper: "O(1)" },
      "largest Δ²ω₂",
      Math.max(...found.rows.map(({ overdraw }) => overdraw)),
      2,
      "The largest over the paper's arms, five α and T from 10³ to 10¹², with exact normal tails; the proof gives 2.",
    ),
    judgeBelow(
      { id: "lemmas/d2", claim: "Lemma D.2: Δ²ω₃ stays below the constant of its proof, at every T.", paper: "O(1)" },
      "largest Δ²ω₃",
      Math.max(...found.rows.map(({ misled }) => misled)),
      8 / Math.E,
      `The largest over the paper's arms and T from 10³ to 10¹², with exact binomial tails; the proof gives 8/(TΔ²), at most ${formatNumber(8 / Math.E)}.`,
    ),
    judgeBelow(
      { id: "lemmas/d3", claim: "Lemma D.3: given any history, the chances of two pulls are related as it says." },
      "largest left side / right side",
      found.pullRatio,
      1 + 1e-9,
      `Over ${histories} histories of 2 to 6 arms, with drawn and reused models, integrated numerically.`,
    ),
  ],

  charts: ({ rows }) =>
    onlyChart({
      title: "Lemmas D.1 and D.2: what is hidden in O(1/Δ²)",
      caption:
        "Δ² times ω₂ and ω₃, the largest over the paper's arms and α. Computed. Neither grows with T, and both are far below the constants of the proofs, 2 and 2.94.",
      x: { label: "horizon T", unit: "rounds", scale: "log" },
      y: { label: "Δ² times the expected number of rounds", scale: "log" },
      series: [
        computedSeries("Lemma D.1, Δ²ω₂", rows, ({ horizon, overdraw }) => [horizon, overdraw]),
        computedSeries("Lemma D.2, Δ²ω₃", rows, ({ horizon, misled }) => [horizon, misled]),
      ],
    }),

  table: ({ rows, ...found }) => [
    ["statement", "number", "must be at most"],
    ["Fact A.1, left / right", formatNumber(found.factRatio), "1"],
    ["Lemma C.1, reached by Bernoulli rewards", formatNumber(found.inverseReached), "12.34"],
    ["Lemma C.1, bound for any rewards", formatNumber(found.inverseBound), "12.34"],
    ["Lemma C.1, second part, times TΔ²", formatNumber(found.inverseScaled), "72"],
    ["Lemma C.1, first sum of the proof", formatNumber(found.firstSum), "3.176"],
    ["Lemma C.1, second sum of the proof", formatNumber(found.secondSum), "7.034"],
    ...rows.flatMap(({ horizon, overdraw, misled }) => [
      [`Lemma D.1, Δ²ω₂ at T = ${formatNumber(horizon)}`, formatNumber(overdraw), "2"],
      [`Lemma D.2, Δ²ω₃ at T = ${formatNumber(horizon)}`, formatNumber(misled), formatNumber(8 / Math.E)],
    ]),
    ["Lemma D.3, left / right", formatNumber(found.pullRatio), "1"],
  ],
})

/** The largest over numbers and means of Bernoulli rewards, with the smallest variance, 1. */
function largestReached(): number {
  let largest = 0
  for (const count of [1, 2, 3, 4, 8, 16, 64, 256, 1024])
    for (let step = 1; step < 60; step++) largest = Math.max(largest, inverseChance(count, step / 60, 1))
  return largest
}

/** Histories by chance: means in [0, 1], 1 to 512 rewards; half of the others reuse models. */
function largestPullRatio(seed: number): number {
  const random = seededRandom(`histories ${seed}`)
  let largest = 0
  for (let history = 0; history < histories; history++) {
    const count = 2 + Math.floor(5 * random.uniform())
    const models: ArmModel[] = Array.from({ length: count }, (_, arm) => {
      const deviation = Math.sqrt(1 / 2 ** Math.floor(10 * random.uniform()))
      const centre = random.uniform()
      const isReused = arm > 0 && random.uniform() < 0.5
      return isReused ? { centre: centre + 2 * deviation * random.uniform(), deviation: 0 } : { centre, deviation }
    })
    const ratio = pullRatio(models, 1, random.uniform())
    if (Number.isFinite(ratio)) largest = Math.max(largest, ratio)
  }
  return largest
}
