// Figure 7 (tregret_ and c0regret_Bernoulli_epsi_e): with (ε, 0)-DP algorithms at ε = 0.5.

import { computeLaplaceEta } from "@armistice/core"
import { curvesChart, describeRuns, measurementRows } from "../chart-parts.ts"
import { exhibit } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { judgeLowerRegret, judgeSmaller } from "../judging/judgement.ts"
import type { Measurement } from "../judging/measurement.ts"
import { listMeasurements, type Pair } from "../pairs.ts"
import { figureSevenEpsilon as epsilon, nameRival, pureRivalSettings, pureRivals } from "../pure-rivals.ts"
import { pairMeasurements, pairSettings } from "./pre-pulls.ts"

export interface PurePrivacyResults {
  readonly pairs: readonly Pair[]
  readonly pure: readonly Measurement[]
}

export const purePrivacy = exhibit<PurePrivacyResults>({
  id: "pure-privacy",
  title: `With (ε, 0)-DP algorithms at ε = ${epsilon}`,
  claim:
    "At α = 0 DP-TS-UCB and M-TS-Gaussian beat the (ε, 0)-DP algorithms; at α = 1 M-TS-Gaussian is worse than they are, but DP-TS-UCB still beats Anytime-Lazy-UCB.",
  source: "Figure 7 and Appendix E.2",
  caption:
    "“The regret of DP-TS-UCB and M-TS-Gaussian under the same privacy guarantee with α = 0 and 1, with comparison to (ε, 0)-DP algorithms.”",
  choices: [
    "No source prints the base of the logarithm of Anytime-Lazy-UCB: every claim about it is judged with base 2 and base e.",
    "Lazy-DP-TS is printed with base 2, but its published curves fit base e: every claim about it is judged with both.",
    "The privacy compared is the paper’s own, which is not equal; “The same algorithms at truly equal privacy” compares at equal η.",
    "“Two choices that the paper leaves open” judges these claims with the budget refilled at every pull, and with variance c/n.",
  ],

  async simulate(laboratory, onShare) {
    const { runs } = laboratory
    const measured = await laboratory.measure([...pairSettings(runs), ...pureRivalSettings(runs)], onShare)
    return { pairs: pairMeasurements(measured), pure: measured.slice(-pureRivals.length) }
  },

  check: ({ pairs, pure }) => {
    const [least, most] = pairs
    const lower = (alpha: number, fewer: Measurement, more: Measurement, names: readonly [string, string]) =>
      judgeLowerRegret(
        {
          id: `pure-privacy/alpha-${alpha}/${names.join("-below-")}`,
          claim: `At α = ${alpha}, ${fewer.label.split(",")[0]} has lower regret than ${more.label.split(",")[0]} at ε = ${epsilon}.`,
        },
        fewer,
        more,
      )
    const lazyUcbs = pure.filter(({ algorithm }) => algorithm === "anytime-lazy-ucb")
    return [
      ...pure.flatMap((rival) => [
        lower(0, least.dpTsUcb, rival, ["dp-ts-ucb", nameRival(rival)]),
        lower(0, least.mTsGaussian, rival, ["m-ts-gaussian", nameRival(rival)]),
      ]),
      ...pure.map((rival) => ({
        ...lower(1, rival, most.mTsGaussian, [nameRival(rival), "m-ts-gaussian"]),
        claim: `At α = 1, M-TS-Gaussian has more regret than ${rival.label} at ε = ${epsilon}.`,
      })),
      ...lazyUcbs.map((rival) => lower(1, most.dpTsUcb, rival, ["dp-ts-ucb", nameRival(rival)])),
      judgeSmaller(
        {
          id: "pure-privacy/same-privacy",
          claim: `The comparison is fair: DP-TS-UCB at α = 1 is as private as a Laplace release at ε = ${epsilon}.`,
          by: "ours",
        },
        `η of DP-TS-UCB at α = 1 (tight) / η of ε = ${epsilon}`,
        most.dpTsUcb.eta,
        computeLaplaceEta(epsilon) * (1 + 1e-9),
        `η = ${formatNumber(most.dpTsUcb.eta)} (${formatNumber(most.dpTsUcb.published)} as published) against ${formatNumber(computeLaplaceEta(epsilon))}: the (ε, 0)-DP algorithms are held to a much stricter promise.`,
      ),
    ]
  },

  charts: ({ pairs, pure }) =>
    pairs.map(({ alpha, dpTsUcb, mTsGaussian }) => ({
      name: `alpha-${alpha}`,
      chart: curvesChart(
        `Regret over time, α = ${alpha}, with (ε, 0)-DP algorithms at ε = ${epsilon}`,
        `Mean regret, ${describeRuns([dpTsUcb, mTsGaussian, ...pure])}, bands are 99% intervals. Privacy is not the same: η is ${formatNumber(dpTsUcb.published)} for DP-TS-UCB and M-TS-Gaussian, ${formatNumber(computeLaplaceEta(epsilon))} for the others.`,
        [dpTsUcb, mTsGaussian, ...pure],
        "log",
      ),
    })),

  table: ({ pairs, pure }) => measurementRows([...listMeasurements(pairs), ...pure]),
})
