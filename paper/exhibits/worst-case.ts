// Theorem 4.2 and Corollary 4.3: the worst-case order √(KT) ln^((1+α)/2) T over all gaps, and the
// problem-dependent order beside those of UCB1 and TS-Gaussian, which the discussion compares it
// with.

import { powerLabel } from "@armistice/lab"
import { boundRows, measuredBeside, regretAxis } from "../chart-parts.ts"
import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber, formatWithInterval } from "../judging/format-number.ts"
import { computeInterval, exactly, type Interval } from "../judging/interval.ts"
import { judgeBelow, judgeSmaller } from "../judging/judgement.ts"
import type { Measurement } from "../judging/measurement.ts"
import { dpTsUcbOrder, worstCaseOrder, worstProvenBound } from "../published-bounds.ts"

const armCount = 5
const alphas = [0, 0.5, 1] as const
const horizons = [1e4, 1e6, 1e8] as const
/** Gaps as multiples of the proof's critical one, √(K ln^(1+α) T / T); none above 1/2. */
const multiples = [0.25, 0.5, 1, 2, 4, 8] as const
/** The gaps of the claim about UCB1: that of the paper's first two arms, and a small one. */
const gaps = [0.2, 0.01] as const

export interface WorstCaseResults {
  /** The bound with all constants beside the order, at horizons beyond simulation. */
  readonly limits: readonly { readonly alpha: number; readonly bound: number; readonly order: number }[]
  readonly points: readonly {
    readonly alpha: number
    readonly horizon: number
    /** The gap with the most regret, and the regret there. */
    readonly gap: number
    readonly regret: Measurement
    readonly order: number
    /** The largest, over all gaps, of the smaller of ΔT and the proof's bound with constants. */
    readonly bound: number
  }[]
  readonly orders: readonly {
    readonly horizon: number
    readonly gap: number
    readonly dpTsUcb: number
    readonly withoutLoglog: number
    readonly ucb1: number
    readonly tsGaussian: number
  }[]
}

const listGaps = (alpha: number, horizon: number): number[] =>
  multiples
    .map((multiple) => Number((multiple * (worstCaseOrder(alpha, horizon, armCount) / horizon)).toPrecision(4)))
    .filter((gap) => gap <= 0.5)

export const worstCase = exhibit<WorstCaseResults>({
  id: "worst-case",
  title: "The worst-case regret, and the order beside UCB1 and TS-Gaussian",
  claim:
    "Over all gaps regret is O(√(KT) ln^((1+α)/2) T), and the order at α = 0 is between those of TS-Gaussian and UCB1.",
  source: "Theorem 4.2, Corollary 4.3 and the discussion after it",
  caption:
    "“The worst-case regret bound of DP-TS-UCB with trade-off parameter α ∈ [0, 1] is O(√(KT) ln^(0.5(1+α)) T).” “DP-TS-UCB with trade-off parameter α = 0 achieves … O(√(KT ln T)) worst-case regret bounds.”",
  choices: [
    "Five arms, four of them Δ below the best at 0.75; Δ is a multiple of √(K ln^(1+α) T/T), the critical gap of the proof.",
    "Measured is Algorithm 1; “Two choices that the paper leaves open” has the budget refilled at every pull.",
    "Orders have their constants at 1. The claim about UCB1 is judged at Δ = 0.2 and 0.01, without ln ln T, which would only make it less true.",
  ],

  async simulate(laboratory, onShare) {
    const settings = alphas.flatMap((alpha) =>
      horizons.flatMap((horizon) => listGaps(alpha, horizon).map((gap) => ({ alpha, horizon, gap }))),
    )
    const measured = await laboratory.measure(
      settings.map(({ alpha, horizon, gap }) => ({
        algorithm: "dp-ts-ucb",
        parameters: { alpha },
        environment: { kind: "bernoulli", means: [0.75, ...new Array<number>(armCount - 1).fill(0.75 - gap)] },
        horizon,
        runs: 10 * laboratory.runs,
        label: `DP-TS-UCB, α = ${alpha}, Δ = ${formatNumber(gap)}`,
      })),
      onShare,
    )
    return {
      points: alphas.flatMap((alpha) =>
        horizons.map((horizon) => {
          const own = settings
            .map((setting, index) => ({ ...setting, regret: measured[index] }))
            .filter((one) => one.alpha === alpha && one.horizon === horizon)
          const { gap, regret } = own.reduce((a, b) => (b.regret.regret.mean > a.regret.regret.mean ? b : a))
          return {
            alpha,
            horizon,
            gap,
            regret,
            order: worstCaseOrder(alpha, horizon, armCount),
            bound: worstProvenBound(alpha, horizon, armCount),
          }
        }),
      ),
      limits: alphas.flatMap((alpha) =>
        [1e12, 1e20].map((horizon) => ({
          alpha,
          bound: worstProvenBound(alpha, horizon, armCount),
          order: worstCaseOrder(alpha, horizon, armCount),
        })),
      ),
      orders: horizons.flatMap((horizon) =>
        gaps.map((gap) => ({
          horizon,
          gap,
          dpTsUcb: dpTsUcbOrder(0, horizon, gap),
          withoutLoglog: Math.log(horizon ** 1.5 * gap * gap) / gap,
          ucb1: Math.log(horizon) / gap,
          tsGaussian: Math.log(horizon * gap * gap) / gap,
        })),
      ),
    }
  },

  check: ({ points, orders, limits }) => [
    ...alphas.flatMap((alpha) => {
      const own = points.filter((point) => point.alpha === alpha)
      const above = own.reduce((a, b) => (b.regret.regret.mean / b.order > a.regret.regret.mean / a.order ? b : a))
      const shareOfOrder = divide(computeInterval(above.regret.regret), above.order)
      const nearest = own.reduce((a, b) => (b.regret.regret.mean / b.bound > a.regret.regret.mean / a.bound ? b : a))
      const share = divide(computeInterval(nearest.regret.regret), nearest.bound)
      const [early, late] = limits.filter((limit) => limit.alpha === alpha).map(({ bound, order }) => bound / order)
      const growth = exactly((late ?? Number.NaN) / (early ?? Number.NaN))
      return [
        judgeBelow(
          {
            id: `worst-case/follows-${alpha}`,
            claim: `At α = ${alpha}, the worst case of the problem-dependent bound grows no faster than √(KT) ln^${(1 + alpha) / 2} T.`,
            paper: `O(√(KT) ln^${(1 + alpha) / 2} T)`,
          },
          "(bound / order) at T = 10²⁰ / the same at T = 10¹²",
          growth,
          1,
          `With the constants of the proof, the largest over gaps of the smaller of ΔT and the bound is ${formatNumber(early ?? Number.NaN)} times the order at T = 10¹² and ${formatNumber(late ?? Number.NaN)} times at 10²⁰.`,
        ),
        judgeBelow(
          {
            id: `worst-case/order-${alpha}`,
            claim: `At α = ${alpha}, the largest measured regret over gaps is below the order with its constant at 1, at every T.`,
            by: "ours",
          },
          "largest measured regret / order",
          shareOfOrder,
          1,
          `Largest regret: ${own.map(({ regret, horizon, gap }) => `${formatNumber(regret.regret.mean)} at T = ${powerLabel(horizon)} (Δ = ${formatNumber(gap)})`).join(", ")}; the order: ${own.map(({ order }) => formatNumber(order)).join(", ")}.`,
        ),
        judgeBelow(
          {
            id: `worst-case/below-${alpha}`,
            claim: `At α = ${alpha}, the largest regret over all gaps is below the worst case of the bound with the proof's constants.`,
          },
          "largest measured regret / bound",
          share,
          1,
          `At T = ${powerLabel(nearest.horizon)}: ${formatWithInterval(nearest.regret)} against ${formatNumber(nearest.bound)}.`,
        ),
      ]
    }),
    ...orders
      .filter(({ horizon }) => horizon === 1e6)
      .flatMap(({ gap, withoutLoglog, ucb1, tsGaussian, dpTsUcb }) => [
        judgeSmaller(
          {
            id: `worst-case/ucb1-${gap}`,
            claim: `At T = 10⁶ and Δ = ${gap}, the order ln(T^1.5 Δ²)/Δ at α = 0 is better than ln(T)/Δ of UCB1.`,
            paper: "“better than the Σ O(ln(T)/Δ) bound of UCB1”",
          },
          "ln(T^1.5 Δ²) / ln T",
          withoutLoglog,
          ucb1,
          `${formatNumber(withoutLoglog * gap)} against ln T = ${formatNumber(ucb1 * gap)}; it is better only for Δ < T^(-1/4) = ${formatNumber(1e6 ** -0.25)}.`,
        ),
        judgeSmaller(
          {
            id: `worst-case/ts-gaussian-${gap}`,
            claim: `At T = 10⁶ and Δ = ${gap}, the order at α = 0 is worse than ln(TΔ²)/Δ of TS-Gaussian.`,
            paper: "“slightly worse”",
          },
          "order of TS-Gaussian / order at α = 0",
          tsGaussian,
          dpTsUcb,
          `${formatNumber(tsGaussian * gap)} against ${formatNumber(dpTsUcb * gap)} with ln ln T, each divided by Δ.`,
        ),
      ]),
    judgeBelow(
      {
        id: "worst-case/corollary",
        claim: "At α = 0 the problem-dependent order is O(ln T/Δ): its share of ln T/Δ does not grow with T.",
        paper: "optimal O(K ln(T)/Δ) (Section 6)",
      },
      "share at T = 10⁸ / share at T = 10⁴, Δ = 0.2",
      shareOfLog(orders, 1e8) / shareOfLog(orders, 1e4),
      1,
      `${formatNumber(shareOfLog(orders, 1e4))} times ln T/Δ at T = 10⁴, ${formatNumber(shareOfLog(orders, 1e8))} times at T = 10⁸, and 1.5 times in the limit.`,
    ),
  ],

  charts: ({ points }) =>
    onlyChart({
      title: "The largest regret over gaps, and the worst-case order",
      caption:
        "Measured on five arms with one gap, the largest mean over six gaps; bars are 99% intervals. The order √(KT) ln^((1+α)/2) T has its constant at 1. Regret stays below it.",
      x: { label: "horizon T", unit: "rounds", scale: "log" },
      y: { ...regretAxis, scale: "log" },
      legend: "top",
      series: alphas.flatMap((alpha) => measuredBeside("order", ({ order }) => order, points, alpha)),
    }),

  table: ({ points }) => boundRows("worst-case order", points),
})

const divide = ({ value, low, high }: Interval, by: number): Interval => ({
  value: value / by,
  low: low / by,
  high: high / by,
})

function shareOfLog(orders: WorstCaseResults["orders"], horizon: number): number {
  const found = orders.find((one) => one.horizon === horizon && one.gap === 0.2)
  return found === undefined ? Number.NaN : found.dpTsUcb / found.ucb1
}
