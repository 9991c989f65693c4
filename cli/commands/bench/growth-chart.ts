// Time of a run by horizon, both on logarithmic axes: a power of ln T bends down, a power of T is
// a straight line.

import { findAlgorithm } from "@armistice/core"
import type { ChartSpec } from "@armistice/lab"
import { type GrowthRow, growthHorizons } from "./growth-bench.ts"

export function createGrowthChart(rows: readonly GrowthRow[]): ChartSpec {
  return {
    title: "Time of one run of the leap engine",
    caption:
      "Median processor time on one core. Both axes are logarithmic: simulating every round would be a steep straight line.",
    x: { label: "rounds", scale: "log" },
    y: { label: "time", unit: "milliseconds", scale: "log" },
    series: rows.map(({ algorithm, setting, milliseconds }) => ({
      name: [findAlgorithm(algorithm).label, setting].filter((part) => part !== "").join(", "),
      points: milliseconds.flatMap((y, index) => (y === null ? [] : [{ x: growthHorizons[index] ?? 0, y }])),
      markers: "every" as const,
    })),
  }
}
