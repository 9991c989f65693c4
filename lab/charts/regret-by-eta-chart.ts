// Final regret against the privacy it was bought with: comparisons at equal privacy read vertically.

import type { SimulationResult } from "../replication/simulation-result.ts"
import { algorithmLabel, privacyParameters } from "../text/algorithm-label.ts"
import { roughWords } from "../text/rough-words.ts"
import { shortNumber } from "../text/short-number.ts"
import type { ChartSpec } from "./chart-spec.ts"
import { describeArms, describeRuns } from "./chart-words.ts"
import { finalRegretPoint, groupResults } from "./final-regret.ts"

export interface RegretByEtaOptions {
  /** Which loss: the smallest we can prove, or the one the source states where it states one. */
  readonly accounting?: "tight" | "published"
}

export function regretByEtaChart(
  results: readonly SimulationResult[],
  { accounting = "tight" }: RegretByEtaOptions = {},
): ChartSpec {
  const etaOf = ({ guarantee }: SimulationResult) =>
    accounting === "published" ? (guarantee.published ?? guarantee.eta) : guarantee.eta
  const usable = results.filter((result) => (etaOf(result) ?? 0) > 0)
  // Parameters that set the privacy vary along a curve, and are no part of its name.
  const groups = groupResults(usable, ({ algorithm, parameters }) =>
    algorithmLabel(algorithm, parameters, privacyParameters),
  )
  const rough = roughWords(usable)
  return {
    title: `Regret after ${shortNumber(results[0].horizon)} rounds against privacy`,
    caption: `Mean regret of ${describeRuns(results)} on ${describeArms(results[0])}; bars are 95% intervals of the mean${rough === null ? "" : ` (${rough})`}. Lower is better, further left is more private.`,
    x: { label: "η", unit: accounting === "tight" ? "GDP, tight accounting" : "GDP, as published", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale: "log" },
    series: groups.map(({ name, members }) => ({
      name,
      points: members.map((result) => finalRegretPoint(etaOf(result) as number, result)).sort((a, b) => a.x - b.x),
      interval: "bars",
      markers: "every",
    })),
  }
}
