// Section 3: the lower bounds that the paper cites, beside ours and what DP-TS-UCB loses.

import { powerLabel, publishedOrders, regretBound } from "@armistice/lab"
import { computedSeries, measurementRows, regretAxis, regretSeries } from "../chart-parts.ts"
import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber, formatWithInterval } from "../judging/format-number.ts"
import { computeInterval } from "../judging/interval.ts"
import { judgeAbove, judgeBelow } from "../judging/judgement.ts"
import type { Measurement } from "../judging/measurement.ts"
import { regretOrder } from "../published-bounds.ts"
import { paperAlphas, paperArms, paperHorizon, publishedEta } from "../setting.ts"
import { createDpTsUcbSetting } from "./trade-off.ts"

const { means } = paperArms
const etas = [0.1, 0.2, 0.5, 1, 2, 4, 8, 32, 128, 512] as const
const horizons = [1e4, 1e6, 1e8, 1e10, 1e12] as const

export interface LowerBoundResults {
  readonly rows: readonly {
    readonly eta: number
    readonly orders: readonly { readonly name: string; readonly value: number }[]
    readonly limit: number | null
    /** Theorem A of docs/theory.md, worst of neighbours. */
    readonly proved: number
  }[]
  /** The order of Theorem 4.2 over that of Wang and Zhu at its privacy, by α and T. */
  readonly ratios: readonly { readonly alpha: number; readonly horizon: number; readonly ratio: number }[]
  readonly measured: readonly Measurement[]
}

export const lowerBounds = exhibit<LowerBoundResults>({
  id: "lower-bounds",
  title: "Lower bounds that the paper cites, beside ours",
  claim: "The regret bound of DP-TS-UCB is compatible with the lower bounds for (ε, δ)-DP.",
  source: "Section 3, last paragraph",
  caption:
    "“Ω(Σ ln(T)/Δ_i + K ln(T)/ε)” (Shariff and Sheffet), “Ω(√(KT) + K/ε) … for (ε, 0)-DP” (Azize and Basu), “Ω(Σ ln(T)/Δ_i + (K/ε) ln(((e^ε-1)T + δT)/((e^ε-1) + δT)))” (Wang and Zhu).",
  choices: [
    "The cited bounds have no constants in the paper; they are drawn with 1, so they show growth and not a floor.",
    "At η, bounds for (ε, 0)-DP are drawn at the ε whose Laplace release is η-GDP, and that of Wang and Zhu at the ε of the curve (ε, δ(ε)) that asks most.",
  ],

  async simulate(laboratory, onShare) {
    const measured = await laboratory.measure(
      paperAlphas.map((alpha) => ({ ...createDpTsUcbSetting(alpha, laboratory.runs), curve: false })),
      onShare,
    )
    return {
      rows: etas.map((eta) => {
        const { asymptotic, proved } = regretBound({ means, horizon: paperHorizon, eta, runs: 0 })
        return {
          eta,
          orders: publishedOrders({ means, horizon: paperHorizon, eta }).map(({ name, value }) => ({ name, value })),
          limit: asymptotic,
          proved: proved.find(({ name }) => name === "Theorem A, worst of neighbours")?.value ?? 0,
        }
      }),
      ratios: paperAlphas.flatMap((alpha) =>
        horizons.map((horizon) => ({
          alpha,
          horizon,
          ratio:
            regretOrder(alpha, horizon, means) /
            (publishedOrders({ means, horizon, eta: publishedEta(alpha, horizon) }).at(-1)?.value ?? Number.NaN),
        })),
      ),
      measured,
    }
  },

  check: ({ rows, ratios, measured }) => {
    const nearest = measured
      .map((measurement) => ({ measurement, bound: boundAt(rows, measurement.eta) }))
      .reduce((a, b) => (b.bound / b.measurement.regret.mean > a.bound / a.measurement.regret.mean ? b : a))
    const { value, low, high } = computeInterval(nearest.measurement.regret)
    return [
      ...paperAlphas.map((alpha) => {
        const own = ratios.filter((one) => one.alpha === alpha)
        const least = own.reduce((a, b) => (b.ratio < a.ratio ? b : a))
        const [first, last] = [own[0], own[own.length - 1]]
        // Compatible: the upper order does not fall below the lower one as T grows.
        return judgeAbove(
          {
            id: `lower-bounds/compatible-${alpha}`,
            claim: `At α = ${alpha}, the order of Theorem 4.2 is at least that of Wang and Zhu at its privacy, for T to 10¹².`,
            paper: "“compatible with these established lower bounds”",
          },
          "smallest order of Theorem 4.2 / order of Wang and Zhu",
          least.ratio,
          1,
          `From ${formatNumber(first.ratio)} at T = ${powerLabel(first.horizon)} to ${formatNumber(last.ratio)} at T = ${powerLabel(last.horizon)} (orders, constants at 1).`,
        )
      }),
      judgeBelow(
        {
          id: "lower-bounds/above",
          claim:
            "At T = 10⁶ the measured regret of DP-TS-UCB is above the bound that is proved for its privacy, at every α.",
          by: "ours",
        },
        "largest proved bound / measured regret",
        { value: nearest.bound / value, low: nearest.bound / high, high: nearest.bound / low },
        1,
        `Nearest: ${formatNumber(nearest.bound)} against ${formatWithInterval(nearest.measurement)} of ${nearest.measurement.label}.`,
      ),
    ]
  },

  charts: ({ rows, measured }) =>
    onlyChart({
      title: "Lower bounds and DP-TS-UCB by privacy, T = 10⁶, the paper's arms",
      caption:
        "Orders from the literature with constants at 1, the constant of the limit T → ∞, and the bound that is proved for this T (docs/theory.md). DP-TS-UCB at α = 1, 0.75, 0.5, 0.25 and 0, by its tight η; bars are 99% intervals.",
      x: { label: "η", unit: "GDP", scale: "log" },
      y: { ...regretAxis, scale: "log" },
      legend: "top",
      series: [
        ...rows[0].orders.map(({ name }, place) =>
          computedSeries(`order of ${name}`, rows, ({ eta, orders }) => [eta, orders[place].value]),
        ),
        computedSeries("limit of many rounds", rows, ({ eta, limit }) => [eta, limit ?? Number.NaN]),
        computedSeries(
          "proved for this T",
          rows.filter(({ proved }) => proved > 0),
          ({ eta, proved }) => [eta, proved],
        ),
        regretSeries("DP-TS-UCB, measured", measured, (one) => [one.eta, one]),
      ],
    }),

  table: ({ rows, measured }) => {
    const bounds = rows.map(({ eta, orders, limit, proved }) => [
      formatNumber(eta),
      ...orders.map(({ value }) => formatNumber(value)),
      limit === null ? "" : formatNumber(limit),
      formatNumber(proved),
      "",
    ])
    const [, ...own] = measurementRows(measured)
    return [
      ["η", ...rows[0].orders.map(({ name }) => name), "limit of many rounds", "proved", "DP-TS-UCB"],
      ...bounds,
      ...measured.map((one, index) => [formatNumber(one.eta), "", "", "", "", "", own[index][3]]),
    ]
  },
})

/** A bound that is proved at one η holds at every smaller one. */
function boundAt(rows: LowerBoundResults["rows"], eta: number): number {
  return Math.max(0, ...rows.filter((row) => row.eta >= eta).map(({ proved }) => proved))
}
