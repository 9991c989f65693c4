// The benchmark as three tables.

import { findAlgorithm } from "@armistice/core"
import { formatDuration, formatQuantity, formatShortCount } from "../../print/numbers.ts"
import { formatTable } from "../../print/table.ts"
import type { EngineRow } from "./engine-bench.ts"
import { type GrowthRow, growthHorizons } from "./growth-bench.ts"
import { type TieRow, tieHorizons } from "./tie-bench.ts"

export function formatEngines(rows: readonly EngineRow[], horizon: number): string {
  const body = rows.map(({ algorithm, setting, leap, step, ratio }) => [
    formatName(algorithm, setting),
    formatRate(leap.roundsPerSecond),
    formatRate(step.roundsPerSecond),
    ratio >= 100 ? formatQuantity(Math.round(ratio)) : ratio.toFixed(1),
  ])
  const head = ["algorithm", "leap", "step", "ratio"]
  return `Rounds per second of one run of ${formatShortCount(horizon)} rounds, on one core\n\n${formatTable([head, ...body])}\n`
}

export function formatGrowth(rows: readonly GrowthRow[]): string {
  const body = rows.map(({ algorithm, setting, milliseconds, powerOfLog, powerOfHorizon }) => [
    formatName(algorithm, setting),
    ...milliseconds.map((time) => (time === null ? "-" : formatDuration(time))),
    formatGrowthLaw(powerOfLog, powerOfHorizon),
  ])
  const head = ["algorithm", ...growthHorizons.map(formatShortCount), "grows like"]
  return `Time of one run of the leap engine by horizon (- would take too long)\n\n${formatTable([head, ...body])}\n`
}

export function formatTies(rows: readonly TieRow[]): string {
  const body = rows.map(({ algorithm, setting, milliseconds }) => [
    formatName(algorithm, setting),
    ...milliseconds.map(({ tied, apart }) =>
      tied === null || apart === null ? "-" : `${formatDuration(tied)} (${(tied / apart).toFixed(1)})`,
    ),
  ])
  const head = ["algorithm", ...tieHorizons.map(formatShortCount)]
  const title = "Time of one run of the leap engine with two arms exactly tied (times that of a gap of 0.001)"
  return `${title}\n\n${formatTable([head, ...body])}\n`
}

const formatName = (algorithm: string, setting: string): string =>
  `${findAlgorithm(algorithm).label}${setting === "" ? "" : ` (${setting})`}`

/** Over a few decades a power of ln T looks like a power of T, but of no more than 0.4. */
function formatGrowthLaw(powerOfLog: number | null, powerOfHorizon: number | null): string {
  if (powerOfLog === null || powerOfHorizon === null) return ""
  return powerOfHorizon > 0.4 ? `T^${powerOfHorizon.toFixed(2)}` : `(ln T)^${powerOfLog.toFixed(1)}`
}

const formatRate = (value: number): string =>
  value >= 1e9 ? `${formatQuantity(value / 1e9)} G` : `${formatQuantity(value / 1e6)} M`
