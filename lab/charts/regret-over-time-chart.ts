// Regret over time, with bands for the spread of runs or for the mean's uncertainty.

import { shortNumber } from "@armistice/core/text"
import type { ComparisonResult } from "../replication/compare.ts"
import type { TimelessResult } from "../replication/simulation-result.ts"
import { algorithmLabel, privacyParameters } from "../text/algorithm-label.ts"
import { describeRareRuns } from "../text/describe-rare-runs.ts"
import { describeOvercharged } from "../text/overcharged.ts"
import { listDifferences } from "../text/setting-differences.ts"
import { describeArms, describeRuns } from "./chart-captions.ts"
import type { ChartSpec, PointSpec } from "./chart-spec.ts"

/** Options of {@link regretOverTimeChart} and {@link comparisonChart}. */
export interface RegretOverTimeOptions {
  /** The middle 90 % of runs, or the 95 % interval of the mean; "runs" for up to four curves. */
  readonly band?: "runs" | "mean"
  /** Scale of regret; by default logarithmic if the last values differ by a factor above 20. */
  readonly scale?: "linear" | "log"
  /** Parameters to leave out of names. */
  readonly except?: readonly string[]
}

/** Before this round regret is mostly each arm's first pull. */
const firstRound = 10

/** A chart of regret over time, one curve per simulation. */
export function regretOverTimeChart(
  results: readonly TimelessResult[],
  options: RegretOverTimeOptions = {},
): ChartSpec {
  const band = options.band ?? (results.length <= 4 ? "runs" : "mean")
  const ends = results.map(({ regret }) => Math.max(regret.mean, 1e-9))
  // Against the one best arm, or by what was paid, regret may be below 0.
  const isSigned = results.some(({ curve }) => curve.mean.some((mean) => mean < 0))
  const scale = options.scale ?? (!isSigned && Math.max(...ends) > 20 * Math.min(...ends) ? "log" : "linear")
  const rare = describeRareRuns(results)
  const differences = listDifferences(results)
  const bandWords =
    band === "runs"
      ? "bands hold the middle 90% of runs"
      : `bands are 95% intervals of the mean${rare === null ? "" : ` (${rare})`}`
  return {
    title: "Regret over time",
    caption: `Mean regret of ${describeRuns(results)} on ${describeArms(results)}; ${bandWords}. Lower and flatter is better.`,
    x: { label: "round", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale, ...(scale === "linear" && !isSigned ? { from: 0 } : {}) },
    series: results.map((result) => ({
      name: [
        algorithmLabel(result.algorithm, result.parameters, options.except),
        ...differences.map(({ describe }) => describe(result)),
      ].join(", "),
      points: curvePoints(result, band),
      interval: "band",
      markers: "some",
    })),
  }
}

/** A chart of a comparison. At equal privacy the target is in the title and not in the names. */
export function comparisonChart({ eta, results }: ComparisonResult, options: RegretOverTimeOptions = {}): ChartSpec {
  if (eta === null) return regretOverTimeChart(results, options)
  const chart = regretOverTimeChart(results, { except: privacyParameters, ...options })
  const title = `Regret over time at equal privacy, η = ${shortNumber(eta)}`
  return { ...chart, title, caption: `${chart.caption}${describeOvercharged(results)}` }
}

function curvePoints({ curve, finished }: TimelessResult, band: "runs" | "mean"): PointSpec[] {
  return curve.rounds.flatMap((x, index) => {
    if (x < firstRound) return []
    const y = curve.mean[index]
    if (finished < 2) return [{ x, y }]
    return band === "runs"
      ? [{ x, y, low: curve.quantiles.p5[index], high: curve.quantiles.p95[index] }]
      : [{ x, y, low: curve.low?.[index] ?? y, high: curve.high?.[index] ?? y }]
  })
}
