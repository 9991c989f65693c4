// The table of every method at this privacy, with the command that prints it.

import { type ChartSpec, comparisonChart, type SimulationResult, summaryCsv } from "@armistice/lab"
import { useMemo } from "preact/hooks"
import { ExportBar } from "../charts/export-bar.tsx"
import type { Comparison } from "../simulation/comparison.ts"
import { compareCommand, simulateCommand } from "./command-line.ts"
import { describeRuns } from "./describe-runs.ts"
import { RegretTable } from "./regret-table.tsx"
import { RunsChoice } from "./runs-choice.tsx"
import { withFixedStyles } from "./series-styles.ts"
import type { Settings } from "./settings.ts"

interface Props {
  readonly settings: Settings
  readonly comparison: Comparison
  readonly baseline: SimulationResult | null
  /** Methods that take too long for this many people. */
  readonly left: readonly string[]
  readonly onRuns: (runs: number | null) => void
}

export function MethodsCard({ settings, comparison, baseline, left, onRuns }: Props) {
  const { results, stale, eta, unable, tooLong, runs, isDone, failure } = comparison
  // Nobody saves a picture during a drag.
  const spec = useMemo(
    (): ChartSpec | null =>
      !isDone || results.length === 0
        ? null
        : withFixedStyles(comparisonChart({ eta, results, unable }), settings.algorithms),
    [results, eta, unable, isDone],
  )
  const parts = [...results, ...(baseline === null ? [] : [baseline])]
  return (
    <section class="card" aria-labelledby="regret" data-done={isDone}>
      <div class="between">
        <h2 id="regret">Every method at this privacy</h2>
        <span class="chip" role="status">
          {isDone ? describeRuns(results) : "simulating …"}
        </span>
      </div>
      {failure !== null && <p class="note bad">{failure}</p>}
      {settings.algorithms.length === 0 && <p class="note">Choose at least one method to compare.</p>}
      <RegretTable results={results} stale={stale} unable={unable} tooLong={[...left, ...tooLong]} />
      <RunsChoice runs={settings.runs} onRuns={onRuns} />
      <ExportBar
        name="regret"
        spec={spec}
        csv={() => summaryCsv(results)}
        command={compareCommand(settings, Math.max(runs, 1))}
        parts={parts.map((result) => simulateCommand(settings, result))}
      />
    </section>
  )
}
