// The claimed trade-off curve and what attacks achieved: points below it would disprove it.

import { gdpGuarantee } from "@armistice/core"
import type { ChartSpec, PointSpec, SeriesSpec } from "../charts/chart-spec.ts"
import { tradeOffChart } from "../charts/trade-off-chart.ts"
import { algorithmLabel } from "../text/algorithm-label.ts"
import type { AuditTable } from "./audit-all.ts"
import type { AuditResult, BoxResult } from "./audit-result.ts"
import { lowerRate, upperRate } from "./lower-bound.ts"

/** The claimed trade-off curve beside the error rates that the attacks of one audit achieved. */
export function auditChart(result: AuditResult): ChartSpec {
  const { claimed, subject, whiteBox, blackBox } = result
  const promises =
    subject?.eta != null
      ? [{ name: `claimed for ${subject.rounds} rounds`, guarantee: gdpGuarantee(subject.eta) }]
      : [
          { name: "claimed", guarantee: claimed },
          ...(claimed.published !== undefined && claimed.published > (claimed.eta ?? 0)
            ? [{ name: "published", guarantee: gdpGuarantee(claimed.published) }]
            : []),
        ]
  const chart = tradeOffChart(promises)
  const measured = [
    ...(whiteBox === null ? [] : [createSeries("white box", whiteBox)]),
    ...(blackBox === null ? [] : [createSeries("black box", blackBox)]),
  ]
  return {
    ...chart,
    title: `What attacks on ${algorithmLabel(result.algorithm, result.parameters)} achieved`,
    caption:
      `Errors of attacks in ${result.finished} runs of each table, with 95 % intervals for missed detections. ` +
      "Points below the claimed curve would disprove the claim; the white box sees all that the proof releases, the black box only the arms.",
    series: [...chart.series, ...measured],
  }
}

/** Shown against claimed loss: a point above the line disproves the claim of its algorithm. */
export function auditTableChart({ audits, runs, confidence }: AuditTable): ChartSpec {
  const promising = audits.filter(({ claimed }) => claimed.eta !== null)
  const claims = promising.map(({ claimed }) => claimed.eta as number)
  const ends = [0, 1.05 * Math.max(1, ...claims)]
  const shown = (name: string, box: "whiteBox" | "blackBox"): SeriesSpec => ({
    name,
    points: promising.map((one, k) => ({ x: claims[k], y: one[box]?.etaLower ?? 0 })).sort((a, b) => a.x - b.x),
    markers: "every",
    line: "none",
  })
  return {
    title: "What attacks showed of what is claimed",
    caption:
      `A point for each algorithm: ${runs} runs of each of two tables, bounds that all hold together with ${100 * confidence} % confidence. ` +
      "Above the line a claim is disproved; on it, it is tight.",
    x: { label: "claimed η", unit: "GDP", scale: "linear", from: 0 },
    y: { label: "shown η, at least", unit: "GDP", scale: "linear", from: 0 },
    series: [
      { name: "claimed", points: ends.map((end) => ({ x: end, y: end })), markers: "none", isReference: true },
      shown("white box", "whiteBox"),
      shown("black box", "blackBox"),
    ],
    legend: "top",
  }
}

function createSeries(name: string, { counts: { runs, curve } }: BoxResult): SeriesSpec {
  const points = curve.map(
    ({ falsePositives, falseNegatives }): PointSpec => ({
      x: falsePositives / runs,
      y: falseNegatives / runs,
      low: lowerRate(falseNegatives, runs, 0.025),
      high: upperRate(falseNegatives, runs, 0.025),
    }),
  )
  return { name, points: points.sort((a, b) => a.x - b.x), interval: "bars", markers: "every" }
}
