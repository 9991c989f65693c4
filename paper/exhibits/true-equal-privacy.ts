// Ours: the comparison of Figure 7 at truly equal privacy. Every algorithm gets the parameters that
// make it η-GDP, counted tightly; the results list an algorithm that cannot be that private.

import { computeLaplaceEta, findAlgorithm } from "@armistice/core"
import { planComparison } from "@armistice/lab"
import { describeRuns, measurementRows, regretAxis, regretSeries } from "../chart-parts.ts"
import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber } from "../judging/format-number.ts"
import { judgeBelow, judgeLowerRegret } from "../judging/judgement.ts"
import type { Measurement } from "../judging/measurement.ts"
import { nameRival, pureRivals } from "../pure-rivals.ts"
import { paperAlphas, paperArms, paperHorizon } from "../setting.ts"

/** `times`: how many times as many runs an algorithm gets, for intervals of similar width. */
const contestants = [
  { algorithm: "dp-ts-ucb", times: 50 },
  { algorithm: "m-ts-gaussian", times: 1 },
  { algorithm: "dp-se", times: 50 },
  { algorithm: "anytime-lazy-ucb", times: 10 },
  { algorithm: "lazy-dp-ts", times: 1 },
] as const

const rivalNames = ["m-ts-gaussian", ...pureRivals.map(({ name }) => name)]

export interface TrueEqualPrivacyResults {
  readonly levels: readonly {
    readonly eta: number
    /** Where the level comes from: an α of DP-TS-UCB, or an ε. */
    readonly from: string
    readonly measured: readonly Measurement[]
    readonly unable: readonly { readonly algorithm: string; readonly nearest: number | null }[]
  }[]
}

/** The η that DP-TS-UCB promises, rounded as calibration rounds it, which then finds α again. */
function findPromisedEta(alpha: number): number {
  const algorithm = findAlgorithm("dp-ts-ucb").create({ alpha, horizon: paperHorizon })
  return algorithm.guarantee(paperArms.means.length).eta ?? Number.NaN
}

const levels = [
  { eta: computeLaplaceEta(0.5), from: "ε = 0.5" },
  ...[...paperAlphas].reverse().map((alpha) => ({ eta: findPromisedEta(alpha), from: `α = ${alpha}` })),
]

export const trueEqualPrivacy = exhibit<TrueEqualPrivacyResults>({
  id: "true-equal-privacy",
  title: "The same algorithms at truly equal privacy",
  claim:
    "At the privacy of its α = 1, DP-TS-UCB beats DP-SE and M-TS-Gaussian but not Lazy-DP-TS, and Anytime-Lazy-UCB only with log base 2.",
  source: "not in the paper; Figure 7 on the η scale",
  choices: [
    "Every algorithm is calibrated to the tight η; M-TS-Gaussian has the b that balances its bound.",
    "DP-TS-UCB is Algorithm 1 and M-TS-Gaussian has variance c/(n+1); with the budget refilled at every pull DP-TS-UCB has a loss √2 times as large.",
    "Anytime-Lazy-UCB is judged with base 2 and base e: at the privacy of α = 1 the verdict depends on it.",
    "Lazy-DP-TS is judged with base 2, as printed, and base e, which fits its published curves: no verdict depends on it.",
  ],

  async simulate(laboratory, onShare) {
    const plans = levels.map(({ eta, from }) => {
      const { simulations, unable } = planComparison({
        algorithms: contestants,
        privacy: { eta },
        environment: paperArms,
        horizon: paperHorizon,
        runs: laboratory.runs,
        seed: 0,
      })
      const settings = simulations.flatMap(({ algorithm, parameters = {} }) => {
        const setting = {
          algorithm,
          parameters,
          environment: paperArms,
          horizon: paperHorizon,
          runs: laboratory.runs * (contestants.find((one) => one.algorithm === algorithm)?.times ?? 1),
          label: findAlgorithm(algorithm).label,
        }
        const rivals = pureRivals.filter((rival) => rival.algorithm === algorithm)
        if (rivals.length === 0) return [setting]
        return rivals.map((rival) => ({
          ...setting,
          label: rival.label,
          parameters: { ...parameters, ...rival.parameters },
        }))
      })
      return { eta, from, settings, unable: unable.map(({ algorithm, nearest }) => ({ algorithm, nearest })) }
    })
    const measured = await laboratory.measure(
      plans.flatMap(({ settings }) => settings),
      onShare,
    )
    let next = 0
    return {
      levels: plans.map(({ eta, from, settings, unable }) => ({
        eta,
        from,
        measured: settings.map(() => measured[next++]),
        unable,
      })),
    }
  },

  check: ({ levels: found }) => {
    const findLevel = (from: string) => found.find((level) => level.from === from) as (typeof found)[0]
    const strict = findLevel("ε = 0.5")
    const nearest = strict.unable.find(({ algorithm }) => algorithm === "dp-ts-ucb")?.nearest ?? strict.eta
    const compare = (from: string, name: string) => {
      const { eta, measured } = findLevel(from)
      const [own, rival] = [measured[0], measured.find((one) => nameRival(one) === name) as Measurement]
      return judgeLowerRegret(
        {
          id: `true-equal-privacy/${from.replace(" = ", "-").replace("α", "alpha")}/${name}`,
          claim: `At the tight privacy of ${from} (η = ${formatNumber(eta)}), DP-TS-UCB has lower regret than ${rival.label}.`,
          by: "ours",
        },
        own,
        rival,
      )
    }
    return [
      judgeBelow(
        {
          id: "true-equal-privacy/reach",
          claim: "DP-TS-UCB can be as private as the algorithms it is compared with at ε = 0.5.",
          by: "ours",
        },
        "smallest η of DP-TS-UCB / η of ε = 0.5",
        nearest / strict.eta,
        1 + 1e-9,
        `η = ${formatNumber(nearest)} at best, against ${formatNumber(strict.eta)}.`,
      ),
      ...["α = 0", "α = 1"].flatMap((from) => rivalNames.map((rival) => compare(from, rival))),
    ]
  },

  charts: ({ levels: found }) =>
    onlyChart({
      title: "Regret after 10⁶ rounds at truly equal privacy",
      caption: `Mean regret, ${describeRuns(found.flatMap(({ measured }) => measured))} a point, bars are 99% intervals; compare vertically. Further left is more private; DP-TS-UCB ends at η = ${formatNumber(findPromisedEta(1))}. M-TS-Gaussian has the b that balances its bound.`,
      x: { label: "η", unit: "GDP, tight accounting", scale: "log" },
      y: { ...regretAxis, scale: "log" },
      series: [...new Set(found.flatMap(({ measured }) => measured.map(({ label }) => label)))].map((label) =>
        regretSeries(
          label,
          found.flatMap(({ eta, measured }) =>
            measured.filter((one) => one.label === label).map((one) => ({ eta, one })),
          ),
          ({ eta, one }) => [eta, one],
        ),
      ),
    }),

  table: ({ levels: found }) => {
    const [heading, ...rows] = measurementRows(found.flatMap(({ measured }) => measured))
    const privacy = found.flatMap(({ eta, from, measured }) => measured.map(() => `${from}, η = ${formatNumber(eta)}`))
    return [["equal privacy", ...heading], ...rows.map((row, index) => [privacy[index], ...row])]
  },
})
