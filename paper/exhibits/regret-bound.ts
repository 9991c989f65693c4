// Ours: the regret bound of Theorem 4.2 beside the regret that is measured.

import { powerLabel } from "@armistice/lab"
import { boundRows, measuredBeside, regretAxis } from "../chart-parts.ts"
import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber, formatWithInterval } from "../judging/format-number.ts"
import { computeInterval, computeRatio, type Interval } from "../judging/interval.ts"
import { judgeBelow } from "../judging/judgement.ts"
import type { Measurement } from "../judging/measurement.ts"
import { provenRegretBound, regretOrder } from "../published-bounds.ts"
import { paperArms } from "../setting.ts"
import { createDpTsUcbSetting } from "./trade-off.ts"

const alphas = [0, 0.5, 1] as const
const horizons = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const

export interface RegretBoundResults {
  readonly points: readonly {
    readonly alpha: number
    readonly horizon: number
    readonly regret: Measurement
    /** With the constants of the proof, and the order alone. */
    readonly bound: number
    readonly order: number
  }[]
}

export const regretBound = exhibit<RegretBoundResults>({
  id: "regret-bound",
  title: "The regret bound beside the measured regret",
  claim: "Measured regret is below the bound, and grows no faster than its order.",
  source: "Theorem 4.2 and Appendix D; the comparison is not in the paper",
  caption:
    "“The problem-dependent regret bound of DP-TS-UCB with trade-off parameter α ∈ [0,1] is Σ O(ln(T^(0.5(3-α)) Δ_i²) ln^α(T)/Δ_i + (3-α) ln ln(T) · ln^α(T)/Δ_i).”",
  choices: [
    "The constants are those of the proof, with the 4(√2+1)² that L_i needs instead of the (√2+1)²/4 that is printed.",
    "Measured is Algorithm 1, whose regret the theorem bounds; “Two choices that the paper leaves open” has the budget refilled at every pull.",
    "“Measured regret is below the order” has no constant that could decide it; its growth is judged.",
  ],

  async simulate(laboratory, onShare) {
    const pairs = alphas.flatMap((alpha) => horizons.map((horizon) => ({ alpha, horizon })))
    const measured = await laboratory.measure(
      pairs.map(({ alpha, horizon }) => ({ ...createDpTsUcbSetting(alpha, laboratory.runs, horizon), curve: false })),
      onShare,
    )
    return {
      points: pairs.map(({ alpha, horizon }, index) => ({
        alpha,
        horizon,
        regret: measured[index],
        bound: provenRegretBound(alpha, horizon, paperArms.means),
        order: regretOrder(alpha, horizon, paperArms.means),
      })),
    }
  },

  check: ({ points }) =>
    alphas.flatMap((alpha) => {
      const own = points.filter((point) => point.alpha === alpha)
      const [early, late] = [own.find(({ horizon }) => horizon === 1e6), own.find(({ horizon }) => horizon === 1e9)]
      const worst = own.reduce((a, b) => (b.regret.regret.mean / b.bound > a.regret.regret.mean / a.bound ? b : a))
      const share = scaled(computeInterval(worst.regret.regret), 1 / worst.bound)
      if (early === undefined || late === undefined) return []
      const growth = scaled(computeRatio(late.regret.regret, early.regret.regret), early.order / late.order)
      return [
        judgeBelow(
          {
            id: `regret-bound/below-${alpha}`,
            claim: `At α = ${alpha}, regret is below the bound with the proof's constants, at every T.`,
          },
          "largest measured regret / bound",
          share,
          1,
          `At T = ${powerLabel(worst.horizon)}: ${formatWithInterval(worst.regret)} against ${formatNumber(worst.bound)}.`,
        ),
        judgeBelow(
          {
            id: `regret-bound/growth-${alpha}`,
            claim: `At α = ${alpha}, regret grows no faster than the order of the bound from T = 10⁶ to 10⁹.`,
          },
          "growth of regret / growth of the order",
          growth,
          1,
          `Regret grows ${formatNumber(late.regret.regret.mean / early.regret.regret.mean)} times, the order ${formatNumber(late.order / early.order)} times.`,
        ),
      ]
    }),

  charts: ({ points }) =>
    onlyChart({
      title: "Measured regret, and the bound with the proof's constants",
      caption:
        "The bound is hundreds to a thousand times the regret: its constants are loose, its growth is right. Bars are 99% intervals (smaller than the markers).",
      x: { label: "horizon T", unit: "rounds", scale: "log" },
      y: { ...regretAxis, scale: "log" },
      series: alphas.flatMap((alpha) => measuredBeside("bound", ({ bound }) => bound, points, alpha)),
    }),

  table: ({ points }) => boundRows("order", points),
})

const scaled = ({ value, low, high }: Interval, factor: number): Interval => ({
  value: value * factor,
  low: low * factor,
  high: high * factor,
})
