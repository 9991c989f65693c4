// Theorem 4.6: the guarantee as (ε, δ), and the theorems of Dong, Roth and Su behind it.

import { computeDelta, computeEpsilon, samplingBudget } from "@armistice/core"
import { normalCdf, normalPdf } from "@armistice/core/numerics"
import { computedSeries } from "../chart-parts.ts"
import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { judgeBelow, judgeSmaller } from "../judging/judgement.ts"
import { integrate } from "../lemma-bounds.ts"
import { paperAlphas, paperHorizon, publishedEta, tightEta } from "../setting.ts"

const epsilons = Array.from({ length: 41 }, (_, step) => step * 2)
const delta = 1e-6

export interface ApproximateResults {
  readonly rows: readonly {
    readonly alpha: number
    /** √(2φ), √(2φ / ln^α T) and √(⌊φ⌋ / ln^α T). */
    readonly printed: number
    readonly published: number
    readonly tight: number
  }[]
  /** Largest differences from a direct integration. */
  readonly dualityError: number
  readonly compositionError: number
  /** The largest δ after rounding the output, over the δ before. */
  readonly processed: number
}

export const approximateDp = exhibit<ApproximateResults>({
  id: "approximate-dp",
  title: "The guarantee as (ε, δ)",
  claim: "DP-TS-UCB is (ε, δ(ε))-DP for every ε ≥ 0.",
  source: "Theorem 4.6, with Theorems 2.4, 4.7 and 4.8",
  caption:
    "“DP-TS-UCB is (ε, δ(ε))-DP for all ε ≥ 0, where δ(ε) = Φ(-ε/√(2φ) + √(2φ)/2) - e^ε Φ(-ε/√(2φ) - √(2φ)/2), where φ = c₀ T^(0.5(1-α)) ln^(0.5(3-α)) T.”",
  choices: ["The theorem is judged as printed, with √(2φ), and as Theorem 4.4 implies it, with √(2φ / ln^α T)."],

  async simulate() {
    return {
      rows: paperAlphas.map((alpha) => ({
        alpha,
        printed: Math.sqrt(2 * samplingBudget(alpha, paperHorizon)),
        published: publishedEta(alpha, paperHorizon),
        tight: tightEta(alpha, paperHorizon),
      })),
      dualityError: largestDualityError(),
      compositionError: largestCompositionError(),
      processed: largestProcessed(),
    }
  },

  check: ({ rows, dualityError, compositionError, processed }) => {
    const most = rows.find(({ alpha }) => alpha === 1) as (typeof rows)[0]
    return [
      judgeSmaller(
        { id: "approximate-dp/printed", claim: "What Theorem 4.6 prints is true: it claims no less δ than is proved." },
        "largest η of Theorem 4.4 / η in Theorem 4.6",
        Math.max(...rows.map(({ published, printed }) => published / printed)),
        1 + 1e-12,
        "δ(ε) grows with η, and √(2φ) is at least √(2φ / ln^α T); both are equal at α = 0.",
      ),
      judgeSmaller(
        {
          id: "approximate-dp/as-strong",
          claim: `At α = 1 and T = 10⁶, Theorem 4.6 says as much as Theorem 4.4 does by Theorem 2.4 (at δ = 10⁻⁶).`,
          by: "ours",
        },
        "ε of Theorem 4.6 / ε that Theorem 4.4 implies",
        computeEpsilon(most.printed, delta),
        computeEpsilon(most.published, delta) * (1 + 1e-9),
        `ε = ${formatNumber(computeEpsilon(most.printed, delta))} against ${formatNumber(computeEpsilon(most.published, delta))}, and ${formatNumber(computeEpsilon(most.tight, delta))} by the tight η.`,
      ),
      judgeBelow(
        { id: "approximate-dp/duality", claim: "Theorem 2.4: δ(ε) is what integrating the densities gives." },
        "largest difference in δ",
        dualityError,
        1e-10,
        "Over η from 0.2 to 4 and ε from 0 to 5.",
      ),
      judgeBelow(
        { id: "approximate-dp/composition", claim: "Theorem 4.7: two releases compose to √(η₁² + η₂²)-GDP." },
        "largest difference in δ",
        compositionError,
        1e-10,
        "The δ of two releases, integrated over the loss of the first, against that of one with √(η₁² + η₂²).",
      ),
      judgeBelow(
        { id: "approximate-dp/post-processing", claim: "Theorem 4.8: rounding a release gives no larger δ." },
        "largest δ after / δ before",
        processed,
        1 + 1e-9,
        "A release rounded to steps of 0.1 to 2 standard deviations, at η = 1 and ε from 0 to 3.",
      ),
    ]
  },

  charts: ({ rows }) =>
    onlyChart({
      title: "δ(ε) of DP-TS-UCB at α = 1, T = 10⁶",
      caption:
        "As Theorem 4.6 prints it, as Theorem 4.4 implies it, and with the loss counted tightly: lower is more private. Computed.",
      x: { label: "ε", scale: "linear" },
      y: { label: "δ", scale: "log", from: 1e-12 },
      legend: "top",
      series: (["printed", "published", "tight"] as const).map((name) => {
        const eta = rows.find(({ alpha }) => alpha === 1)?.[name] ?? Number.NaN
        const words = { printed: "Theorem 4.6, √(2φ)", published: "from Theorem 4.4", tight: "counted tightly" }
        return computedSeries(
          words[name],
          epsilons.filter((epsilon) => computeDelta(eta, epsilon) > 1e-12),
          (epsilon) => [epsilon, computeDelta(eta, epsilon)],
        )
      }),
    }),

  table: ({ rows }) => [
    ["α", "η in Theorem 4.6", "ε at δ = 10⁻⁶", "η of Theorem 4.4", "ε at δ = 10⁻⁶", "η tight", "ε at δ = 10⁻⁶"],
    ...rows.map(({ alpha, printed, published, tight }) => [
      String(alpha),
      ...[printed, published, tight].flatMap((eta) => [formatNumber(eta), formatNumber(computeEpsilon(eta, delta))]),
    ]),
  ],
})

/** δ of N(η, 1) against N(0, 1): the integral of the positive difference of densities. */
function integrateDelta(eta: number, epsilon: number): number {
  // The ratio of densities is above e^ε from here on.
  const from = epsilon / eta + eta / 2
  return integrate((x) => normalPdf(x - eta) - Math.exp(epsilon) * normalPdf(x), from, from + 40, 8000)
}

const someEtas = [0.2, 0.5, 1, 2, 4]
const someEpsilons = [0, 0.5, 1, 2, 5]

const largestDualityError = (): number =>
  Math.max(
    ...someEtas.flatMap((eta) =>
      someEpsilons.map((epsilon) => Math.abs(integrateDelta(eta, epsilon) - computeDelta(eta, epsilon))),
    ),
  )

/** Given the first release at x, the loss that is left for the second is ε less that of x. */
function largestCompositionError(): number {
  const composed = (first: number, second: number, epsilon: number): number =>
    integrate(
      (x) => {
        const left = epsilon - first * (x - first / 2)
        const threshold = left / second + second / 2
        return (
          normalPdf(x - first) * normalCdf(second - threshold) -
          Math.exp(epsilon) * normalPdf(x) * normalCdf(-threshold)
        )
      },
      -12,
      16,
      8000,
    )
  return Math.max(
    ...someEtas.flatMap((first) =>
      someEpsilons.map((epsilon) =>
        Math.abs(composed(first, 0.7, epsilon) - computeDelta(Math.hypot(first, 0.7), epsilon)),
      ),
    ),
  )
}

function largestProcessed(): number {
  let largest = 0
  for (const step of [0.1, 0.5, 1, 2])
    for (const epsilon of [0, 0.5, 1, 2, 3]) {
      let delta = 0
      for (let place = -200; place <= 200; place++) {
        const [from, to] = [place * step, (place + 1) * step]
        const [changed, same] = [normalCdf(to - 1) - normalCdf(from - 1), normalCdf(to) - normalCdf(from)]
        delta += Math.max(0, changed - Math.exp(epsilon) * same)
      }
      largest = Math.max(largest, delta / computeDelta(1, epsilon))
    }
  return largest
}
