// Final regret against the privacy it was bought with: comparisons at equal privacy read
// vertically.

import { shortNumber } from "@armistice/core/text"
import type { TimelessResult } from "../replication/simulation-result.ts"
import { algorithmLabel, privacyParameters } from "../text/algorithm-label.ts"
import { describeRoughness } from "../text/describe-roughness.ts"
import { describeArms, describeRuns } from "./chart-captions.ts"
import type { ChartSpec, PointSpec } from "./chart-spec.ts"

/** Options of {@link regretByEtaChart}. */
export interface RegretByEtaOptions {
  /** Which loss: the smallest we can prove, or the one the source states where it states one. */
  readonly accounting?: "tight" | "published"
}

/** A chart of the final regret against privacy, one curve per algorithm. */
export function regretByEtaChart(
  results: readonly TimelessResult[],
  { accounting = "tight" }: RegretByEtaOptions = {},
): ChartSpec {
  const readEta = ({ guarantee }: TimelessResult) =>
    accounting === "published" ? (guarantee.published ?? guarantee.eta) : guarantee.eta
  const usable = results.filter((result) => (readEta(result) ?? 0) > 0)
  // Parameters that set the privacy vary along a curve, and are no part of its name.
  const byName = resultsByName(usable, ({ algorithm, parameters }) =>
    algorithmLabel(algorithm, parameters, privacyParameters),
  )
  const rough = describeRoughness(usable)
  return {
    title: `Regret after ${shortNumber(results[0].horizon)} rounds against privacy`,
    caption: `Mean regret of ${describeRuns(results)} on ${describeArms(results[0])}; bars are 95% intervals of the mean${rough === null ? "" : ` (${rough})`}. Lower is better, further left is more private.`,
    x: { label: "η", unit: accounting === "tight" ? "GDP, tight accounting" : "GDP, as published", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale: "log" },
    series: byName.map(({ name, members }) => ({
      name,
      points: members.map((result) => finalRegretPoint(readEta(result) as number, result)).sort((a, b) => a.x - b.x),
      interval: "bars",
      markers: "every",
    })),
  }
}

/** Mean regret at `x`, with its 95% interval. */
function finalRegretPoint(x: number, { regret }: TimelessResult): PointSpec {
  if (regret.interval === null) return { x, y: regret.mean }
  const { low, high } = regret.interval
  return { x, y: regret.mean, low, high }
}

/** Results by name, in the order names first appear. */
function resultsByName<Result>(
  results: readonly Result[],
  nameOf: (result: Result) => string,
): { readonly name: string; readonly members: Result[] }[] {
  const byName = new Map<string, Result[]>()
  for (const result of results) {
    const name = nameOf(result)
    const members = byName.get(name)
    if (members === undefined) byName.set(name, [result])
    else members.push(result)
  }
  return [...byName].map(([name, members]) => ({ name, members }))
}
