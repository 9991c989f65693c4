// Final regret against the privacy that it costs; comparisons at equal privacy read vertically.

import { shortNumber } from "@armistice/core/text"
import type { TimelessResult } from "../replication/simulation-result.ts"
import { algorithmLabel, privacyParameters } from "../text/algorithm-label.ts"
import { describeRareRuns } from "../text/describe-rare-runs.ts"
import { listDifferences } from "../text/setting-differences.ts"
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
  const differences = listDifferences(usable)
  const setting = (result: TimelessResult): string[] => differences.map(({ describe }) => describe(result))
  const byName = resultsByName(usable, (result) => [result.algorithm, ...setting(result)].join("\n")).flatMap(
    ({ members }) => nameCurves(members, readEta),
  )
  const rare = describeRareRuns(usable)
  return {
    title: `Regret ${differences.some(({ part }) => part === "rounds") ? "" : `after ${shortNumber(results[0].horizon)} rounds `}against privacy`,
    caption: `Mean regret of ${describeRuns(results)} on ${describeArms(results)}; bars are 95% intervals of the mean${rare === null ? "" : ` (${rare})`}. Lower is better, further left is more private.`,
    x: { label: "η", unit: accounting === "tight" ? "GDP, tight accounting" : "GDP, as published", scale: "log" },
    y: { label: "regret", unit: "rewards lost", scale: "log" },
    series: byName.map(({ name, members }) => ({
      name: [name, ...setting(members[0])].join(", "),
      points: members.map((result) => finalRegretPoint(readEta(result) as number, result)).sort((a, b) => a.x - b.x),
      interval: "bars",
      markers: "every",
    })),
  }
}

/**
 * Curves of one algorithm in one setting. Parameters that set the privacy are no part of a name,
 * and where there is one result for each privacy, neither are others that follow from it.
 */
function nameCurves(
  members: readonly TimelessResult[],
  readEta: (result: TimelessResult) => number | null,
): { readonly name: string; readonly members: TimelessResult[] }[] {
  const isOneCurve = new Set(members.map(readEta)).size === members.length
  const following = isOneCurve ? Object.keys(members[0].parameters).filter((key) => varies(members, key)) : []
  return resultsByName(members, ({ algorithm, parameters }) =>
    algorithmLabel(algorithm, parameters, [...privacyParameters, ...following]),
  )
}

const varies = (members: readonly TimelessResult[], parameter: string): boolean =>
  new Set(members.map(({ parameters }) => JSON.stringify(parameters[parameter]))).size > 1

/** Mean regret at `x`, with its 95% interval. */
function finalRegretPoint(x: number, { regret }: TimelessResult): PointSpec {
  if (regret.interval === null) return { x, y: regret.mean }
  const { low, high } = regret.interval
  return { x, y: regret.mean, low, high }
}

/** Results by name, in the order names first appear. */
function resultsByName<Result>(
  results: readonly Result[],
  nameResult: (result: Result) => string,
): { readonly name: string; readonly members: Result[] }[] {
  const byName = new Map<string, Result[]>()
  for (const result of results) {
    const name = nameResult(result)
    const members = byName.get(name)
    if (members === undefined) byName.set(name, [result])
    else members.push(result)
  }
  return [...byName].map(([name, members]) => ({ name, members }))
}
