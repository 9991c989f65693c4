// The frontier: regret against privacy, with the target marked.

import {
  type ChartSpec,
  etaOfTarget,
  regretByEtaChart,
  type SimulationResult,
  shortNumber,
  summaryCsv,
} from "@armistice/lab"
import { useMemo } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { ExportBar } from "../charts/export-bar.tsx"
import { useRested } from "../controls/use-rested.ts"
import { useFrontier } from "../simulation/use-frontier.ts"
import { frontierCommand } from "./command-line.ts"
import { withLooks } from "./looks.ts"
import type { Settings } from "./settings.ts"

interface Props {
  readonly settings: Settings
  /** Whether the main picture is done. */
  readonly mayBegin: boolean
}

export function FrontierPanel({ settings, mayBegin }: Props) {
  // While it is dragged, the picture above is what one watches.
  const eta = useRested(etaOfTarget(settings.target))
  const { results, isDone, runs } = useFrontier(settings, mayBegin)
  const spec = useMemo(
    () => (results.length === 0 ? null : withTarget(results, eta, settings.algorithms)),
    [results, eta],
  )
  return (
    <section class="panel" aria-labelledby="frontier">
      <div class="between">
        <h2 id="frontier">The frontier: regret against privacy</h2>
        <span class="badge" role="status">
          {isDone ? `${runs} runs a point` : "simulating …"}
        </span>
      </div>
      <p>Further left is more private, lower is better. The vertical line is your target, η = {shortNumber(eta)}.</p>
      {(spec !== null || !isDone) && <Chart spec={spec} />}
      <ExportBar
        name="frontier"
        spec={spec}
        csv={() => summaryCsv(results)}
        command={frontierCommand(settings, Math.max(runs, 1))}
      />
    </section>
  )
}

function withTarget(results: readonly SimulationResult[], eta: number, algorithms: readonly string[]): ChartSpec {
  const chart = withLooks(regretByEtaChart(results), algorithms)
  const heights = chart.series.flatMap(({ points }) => points.flatMap(({ y, low = y, high = y }) => [y, low, high]))
  const [bottom, top] = [Math.max(Math.min(...heights), 1e-3), Math.max(...heights)]
  return {
    ...chart,
    legend: "top",
    series: [
      {
        name: `your target, η = ${shortNumber(eta)}`,
        points: [
          { x: eta, y: bottom },
          { x: eta, y: top },
        ],
        markers: "none",
        isReference: true,
      },
      ...chart.series,
    ],
  }
}
