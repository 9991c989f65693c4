// The table of every method at this privacy, with the command that prints it.

import { type SimulationResult, summaryCsv } from "@armistice/lab"
import { ExportBar } from "../charts/export-bar.tsx"
import type { SimulatedComparison } from "../simulation/comparison.ts"
import { AlphaSlider, comparesAlpha } from "./alpha-slider.tsx"
import { compareCommand, simulateCommand } from "./command-line.ts"
import { RegretTable } from "./regret-table.tsx"
import { describeRuns, RunsChoice } from "./runs-choice.tsx"
import type { ExplorerSettings } from "./settings.ts"

interface Props {
  readonly settings: ExplorerSettings
  readonly comparison: SimulatedComparison
  readonly baseline: SimulationResult | null
  /** Methods that take too long for this many people. */
  readonly left: readonly string[]
  readonly onRuns: (runs: number | null) => void
  readonly onTarget: (target: ExplorerSettings["target"]) => void
}

export function MethodsCard({ settings, comparison, baseline, left, onRuns, onTarget }: Props) {
  const { results, stale, unable, tooLong, runs, isDone, failure } = comparison
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
      {comparesAlpha(settings) && <AlphaSlider settings={settings} onTarget={onTarget} />}
      <RunsChoice runs={settings.runs} onRuns={onRuns} />
      <ExportBar
        name="regret"
        csv={() => summaryCsv(results)}
        command={compareCommand(settings, Math.max(runs, 1))}
        parts={parts.map((result) => simulateCommand(settings, result))}
      />
    </section>
  )
}
