// Ours: the paper's claims on arms it did not try, so that a reader sees where each stops holding.

import { findEnvironmentPreset } from "@armistice/lab"
import { describeRuns, measurementRows } from "../chart-parts.ts"
import { exhibit, onlyChart } from "../exhibit.ts"
import { formatNumber, formatWithInterval } from "../judging/format-number.ts"
import { computeRatio } from "../judging/interval.ts"
import { type Judgement, judgeAbove, judgeLowerRegret } from "../judging/judgement.ts"
import type { Measurement, Setting } from "../judging/measurement.ts"
import { equalPrivacyScale, equalRegretScale } from "../setting.ts"

const horizon = 1e5
const instances = [
  { preset: "paper", name: "the paper's arms" },
  { preset: "close", name: "close gaps (0.54 to 0.46)" },
  { preset: "ten", name: "ten arms" },
  { preset: "low", name: "low means (0.05 to 0.01)" },
  { preset: "paper-beta", name: "Beta rewards" },
  { preset: "paper-two-point", name: "rewards of 0.1 or 1" },
] as const

/** Candidates for M-TS-Gaussian's b at α = 1; the best of them is compared. */
const prePulls = [200, 500, 1000, 2000] as const

export interface OtherInstanceResults {
  readonly horizon: number
  readonly instances: readonly InstanceResult[]
}

interface InstanceResult {
  readonly preset: string
  readonly name: string
  readonly dpTsUcb: readonly [Measurement, Measurement]
  /** With the same order of regret bound, at α = 0 and 1. */
  readonly equalBound: readonly [Measurement, Measurement]
  /** With the same published privacy: b = 1 at α = 0, each b tried at α = 1. */
  readonly equalPrivacy: Measurement
  readonly tried: readonly Measurement[]
}

function settingsFor(preset: string, runs: number): Setting[] {
  const environment = findEnvironmentPreset(preset)
  if (environment === undefined) throw new Error(`no environment is named ${preset}`)
  const shared = { environment, horizon }
  const mTsGaussian = (b: number, varianceScale: number) => ({
    ...shared,
    algorithm: "m-ts-gaussian",
    parameters: { prePulls: b, varianceScale },
    runs,
    label: `M-TS-Gaussian, b = ${b}, c = ${formatNumber(varianceScale)}`,
  })
  const dpTsUcb = (alpha: number) => ({
    ...shared,
    algorithm: "dp-ts-ucb",
    parameters: { alpha },
    runs: 10 * runs,
    label: `DP-TS-UCB, α = ${alpha}`,
  })
  return [
    dpTsUcb(0),
    dpTsUcb(1),
    mTsGaussian(0, equalRegretScale(0, horizon)),
    mTsGaussian(0, equalRegretScale(1, horizon)),
    mTsGaussian(1, equalPrivacyScale(0, horizon, 1)),
    ...prePulls.map((b) => mTsGaussian(b, equalPrivacyScale(1, horizon, b))),
  ]
}

export const otherInstances = exhibit<OtherInstanceResults>({
  id: "other-instances",
  title: "The same claims on other arms",
  claim:
    "On arms that the paper did not try all its comparisons hold but one: at α = 1 and equal privacy, M-TS-Gaussian is better where gaps or means are small.",
  source: "not in the paper; T = 10⁵",
  choices: [
    "Arms, T = 10⁵ and the b tried for M-TS-Gaussian are ours.",
    "DP-TS-UCB is Algorithm 1 and M-TS-Gaussian has variance c/(n+1); “Two choices that the paper leaves open” has the other readings, on the paper’s arms.",
  ],

  async simulate(laboratory, onShare) {
    const all = instances.map(({ preset }) => settingsFor(preset, laboratory.runs))
    const measured = await laboratory.measure(all.flat(), onShare)
    const perInstance = all[0].length
    return {
      horizon,
      instances: instances.map(({ preset, name }, index) => {
        const [least, most, bound0, bound1, privacy0, ...tried] = measured.slice(
          index * perInstance,
          (index + 1) * perInstance,
        )
        return { preset, name, dpTsUcb: [least, most], equalBound: [bound0, bound1], equalPrivacy: privacy0, tried }
      }),
    }
  },

  check: ({ instances: found }) =>
    found
      .filter(({ preset }) => preset !== "paper")
      .flatMap(({ preset, name, dpTsUcb: [least, most], equalBound, equalPrivacy, tried }) => {
        const claim = (id: string, text: string) => ({
          id: `other-instances/${preset}/${id}`,
          claim: `On ${name}: ${text}`,
          by: "ours" as const,
        })
        return [
          judgeLowerRegret(claim("rising", "α = 0 has lower regret than α = 1."), least, most),
          judgeLowerRegret(
            claim("bound-0", "at α = 0, DP-TS-UCB beats M-TS-Gaussian with the same regret bound."),
            least,
            equalBound[0],
          ),
          judgeLowerRegret(
            claim("bound-1", "at α = 1, DP-TS-UCB beats M-TS-Gaussian with the same regret bound."),
            most,
            equalBound[1],
          ),
          judgeLowerRegret(
            claim("privacy-0", "at α = 0, M-TS-Gaussian (b = 1) beats DP-TS-UCB at the same published privacy."),
            equalPrivacy,
            least,
          ),
          judgeAgainstBest(
            claim("privacy-1", "at α = 1, DP-TS-UCB beats the best M-TS-Gaussian at the same published privacy."),
            most,
            tried,
          ),
        ]
      }),

  charts: ({ instances: found }) =>
    onlyChart({
      title: "DP-TS-UCB against M-TS-Gaussian on other arms, T = 10⁵",
      caption: `Regret of M-TS-Gaussian divided by that of DP-TS-UCB, ${describeRuns(found.flatMap(({ dpTsUcb, tried }) => [...dpTsUcb, ...tried]))}, bars are 99% intervals. Above 1 DP-TS-UCB is better. Arms: ${found.map(({ name }, index) => `${index + 1} ${name}`).join("; ")}.`,
      x: { label: "arms, by number", scale: "linear", from: 0.5, to: found.length + 0.5 },
      y: { label: "regret of M-TS-Gaussian / DP-TS-UCB", scale: "log" },
      legend: "top",
      series: [
        ratios("same bound, α = 0", found, ({ equalBound, dpTsUcb }) =>
          computeRatio(equalBound[0].regret, dpTsUcb[0].regret),
        ),
        ratios("same bound, α = 1", found, ({ equalBound, dpTsUcb }) =>
          computeRatio(equalBound[1].regret, dpTsUcb[1].regret),
        ),
        ratios("same privacy, α = 0", found, ({ equalPrivacy, dpTsUcb }) =>
          computeRatio(equalPrivacy.regret, dpTsUcb[0].regret),
        ),
        ratios("same privacy, α = 1, best b", found, ({ tried, dpTsUcb }) =>
          computeRatio(findBest(tried).regret, dpTsUcb[1].regret),
        ),
        {
          name: "equal",
          points: [
            { x: 0.5, y: 1 },
            { x: found.length + 0.5, y: 1 },
          ],
          markers: "none",
          isReference: true,
        },
      ],
    }),

  table: ({ instances: found }) => {
    const lists = found.map(({ name, dpTsUcb, equalBound, equalPrivacy, tried }) => ({
      name,
      list: [...dpTsUcb, ...equalBound, equalPrivacy, ...tried],
    }))
    const [heading, ...rows] = measurementRows(lists.flatMap(({ list }) => list))
    const names = lists.flatMap(({ name, list }) => list.map(() => name))
    return [["arms", ...heading], ...rows.map((row, index) => [names[index], ...row])]
  },
})

const findBest = (tried: readonly Measurement[]): Measurement =>
  tried.reduce((a, b) => (b.regret.mean < a.regret.mean ? b : a))

/** Points side by side, so that intervals of different series do not cover each other. */
function ratios(
  name: string,
  found: readonly InstanceResult[],
  ratio: (instance: InstanceResult) => { value: number; low: number; high: number },
) {
  const shift = { "same bound, α = 0": -0.18, "same bound, α = 1": -0.06, "same privacy, α = 0": 0.06 }[name] ?? 0.18
  return {
    name,
    points: found.map((instance, index) => {
      const { value, low, high } = ratio(instance)
      const x = index + 1 + shift
      return Number.isFinite(high) ? { x, y: value, low, high } : { x, y: value }
    }),
    interval: "bars" as const,
    markers: "every" as const,
    line: "none" as const,
  }
}

/** Better than every b tried. The best of several means favours M-TS-Gaussian a little. */
function judgeAgainstBest(
  claim: { id: string; claim: string; by: "ours" },
  own: Measurement,
  tried: readonly Measurement[],
): Judgement {
  const best = findBest(tried)
  const ratio = computeRatio(best.regret, own.regret)
  return judgeAbove(
    claim,
    `regret of ${best.label} / ${own.label}`,
    ratio,
    1,
    `${own.label}: ${formatWithInterval(own)}; the best of ${tried.length} b, ${best.label}: ${formatWithInterval(best)}.`,
  )
}
