// Lemma 4.1: the best of φ draws exceeds the true mean with probability 1 - O(1/T). Computed,
// because it is far too rare to measure: the largest failure probability over n and μ lies between
// the largest found and a bound for all of them.

import { samplingBudget } from "@armistice/core"
import { computedSeries } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { chainBound, failureBound, failureLimit, findFewestDraws, findWorstFailure } from "../failure-probability.ts"
import { formatNumber } from "../judging/format-number.ts"
import type { Interval } from "../judging/interval.ts"
import { judgeBelow } from "../judging/judgement.ts"
import { paperAlphas, paperHorizon } from "../setting.ts"

export interface LemmaResults {
  readonly horizon: number
  readonly rows: readonly LemmaRow[]
}

export interface LemmaRow {
  readonly alpha: number
  /** ⌊φ⌋. */
  readonly draws: number
  /** The largest failure probability: at least `low`, at most `high`. */
  readonly failure: Interval
  /** Where the largest for finitely many rewards was found, and the limit for many. */
  readonly n: number
  readonly mean: number
  readonly limit: number
  /** The smallest budget that would do: at least `low`, at most `high` draws. */
  readonly enough: Interval
  /** The bound of the proof's chain, and the bound as printed. */
  readonly chain: number
  readonly printedChain: number
}

/** With more rewards the failure probability only comes nearer to its limit, computed by itself. */
const mostRewards = 1024

export const optimismLemma = exhibit<LemmaResults>({
  id: "lemma",
  title: "The best of φ draws exceeds the true mean",
  claim: "The best of φ draws falls short of the true mean with probability at most 3/T, for every n and μ.",
  source: "Lemma 4.1 and Appendix B",
  caption:
    "“Fix any observation number s ≥ 1 and let θ^(1), …, θ^(φ) be i.i.d. according to N(μ̂_{i,s}, ln^α(T)/s). We have P{max θ^(h) ≥ μ_i} ≥ 1 - O(1/T).”",
  choices: [
    "The lemma says 1 - O(1/T); judged is the constant that its proof arrives at, 3/T.",
    "The number of draws is φ rounded down.",
  ],

  async simulate(_laboratory, onShare) {
    const rows: LemmaRow[] = []
    for (const [index, alpha] of paperAlphas.entries()) {
      rows.push(computeLemmaRow(alpha, paperHorizon))
      onShare?.((index + 1) / paperAlphas.length)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return { horizon: paperHorizon, rows }
  },

  check: ({ horizon, rows }) =>
    rows.flatMap(({ alpha, draws, failure, n, enough, chain }) => [
      judgeBelow(
        {
          id: `lemma/failure-${alpha}`,
          claim: `At α = ${alpha} and T = 10⁶, the failure probability is at most 3/T = ${formatNumber(3 / horizon)}.`,
          paper: "at most 3/T",
        },
        "largest failure probability",
        failure,
        3 / horizon,
        `With ⌊φ⌋ = ${formatNumber(draws)} draws: at least ${formatNumber(failure.low)} (Bernoulli rewards, largest at n = ${formatNumber(n)} or in the limit), at most ${formatNumber(failure.high)} (any rewards in [0, 1]). ${formatNumber(enough.low)} to ${formatNumber(enough.high)} draws would do.`,
      ),
      judgeBelow(
        {
          id: `lemma/proof-${alpha}`,
          claim: `At α = ${alpha}, the chain of the proof, without its wrong-direction step, arrives at 3/T.`,
          by: "ours",
        },
        "what the corrected chain gives",
        chain,
        3 / horizon,
        `${formatNumber(chain)} against ${formatNumber(3 / horizon)}.`,
      ),
    ]),

  charts: ({ horizon, rows }) => [
    {
      name: "failure",
      chart: {
        title: "Probability that the best of φ draws falls short of the true mean, T = 10⁶",
        caption:
          "Computed. The lemma holds with many orders of magnitude to spare: the true worst case lies between the two lower curves, far below 3/T. The chain of its proof, corrected, is above 3/T for α > 0 and so does not show it.",
        x: { label: "α", scale: "linear" },
        y: { label: "probability", scale: "log" },
        legend: "top",
        series: [
          {
            name: "3/T",
            points: rows.map(({ alpha }) => ({ x: alpha, y: 3 / horizon })),
            markers: "none",
            isReference: true,
          },
          computedSeries("the proof's chain, corrected", rows, ({ alpha, chain }) => [alpha, chain]),
          computedSeries("bound for any rewards", rows, ({ alpha, failure }) => [alpha, failure.high]),
          computedSeries("worst Bernoulli rewards", rows, ({ alpha, failure }) => [alpha, failure.low]),
        ],
      },
    },
    {
      name: "draws",
      chart: {
        title: "Draws that would do, against the paper's budget, T = 10⁶",
        caption:
          "The smallest budget that keeps the failure probability at 3/T, for the worst Bernoulli rewards and for any rewards in [0, 1]: at α = 0 a few hundred draws instead of 212,220. Fewer draws are more privacy.",
        x: { label: "α", scale: "linear" },
        y: { label: "draws in an epoch", scale: "log" },
        legend: "top",
        series: [
          computedSeries("φ, the paper's budget", rows, ({ alpha, draws }) => [alpha, draws]),
          computedSeries("enough for any rewards", rows, ({ alpha, enough }) => [alpha, enough.high]),
          computedSeries("needed for the worst Bernoulli rewards", rows, ({ alpha, enough }) => [alpha, enough.low]),
        ],
      },
    },
  ],

  table: ({ rows }) => [
    [
      "α",
      "⌊φ⌋",
      "failure at least",
      "at n",
      "at μ",
      "limit n → ∞",
      "failure at most",
      "draws that do",
      "corrected chain",
      "printed chain",
    ],
    ...rows.map((row) => [
      String(row.alpha),
      formatNumber(row.draws),
      formatNumber(row.failure.low),
      formatNumber(row.n),
      formatNumber(row.mean),
      formatNumber(row.limit),
      formatNumber(row.failure.high),
      `${formatNumber(row.enough.low)} to ${formatNumber(row.enough.high)}`,
      formatNumber(row.chain),
      formatNumber(row.printedChain),
    ]),
  ],
})

export function computeLemmaRow(alpha: number, horizon: number): LemmaRow {
  const variance = Math.log(horizon) ** alpha
  const draws = Math.floor(samplingBudget(alpha, horizon))
  const worst = findWorstFailure(variance, draws, mostRewards)
  const limit = failureLimit(variance, draws)
  const low = Math.max(Math.exp(worst.log), limit)
  const needed = findFewestDraws(3 / horizon, (m) =>
    Math.max(failureLimit(variance, m), Math.exp(findWorstFailure(variance, m, 64).log)),
  )
  const enough = findFewestDraws(3 / horizon, (m) => failureBound(variance, m))
  return {
    alpha,
    draws,
    failure: { value: low, low, high: failureBound(variance, draws) },
    n: worst.n,
    mean: worst.mean,
    limit,
    enough: { value: enough, low: needed, high: enough },
    chain: chainBound(alpha, horizon, draws, false),
    printedChain: chainBound(alpha, horizon, draws, true),
  }
}
