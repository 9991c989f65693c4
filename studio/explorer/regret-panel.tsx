// Expected regret of each algorithm at the target: the curves with bands, the figures, and who cannot be that private.

import { comparisonChart, summaryCsv } from "@armistice/lab"
import { useEffect, useMemo, useRef } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { ExportBar } from "../charts/export-bar.tsx"
import { CopyButton } from "../controls/copy-button.tsx"
import { isTooLong } from "../simulation/cost.ts"
import { useComparison } from "../simulation/use-comparison.ts"
import { countInWords } from "../text/numbers.ts"
import { compareCommand, simulateCommand } from "./command-line.ts"
import { comparisonSpec } from "./comparison-spec.ts"
import { describeRuns } from "./describe-runs.ts"
import { withLooks } from "./looks.ts"
import { RegretTable } from "./regret-table.tsx"
import { RunsChoice } from "./runs-choice.tsx"
import { type Settings, writeSettings } from "./settings.ts"

interface Props {
  readonly settings: Settings
  readonly onRuns: (runs: number | null) => void
  readonly onSettled: (isSettled: boolean) => void
}

export function RegretPanel({ settings, onRuns, onSettled }: Props) {
  const possible = settings.algorithms.filter((name) => !isTooLong(name, settings.horizon))
  const left = settings.algorithms.filter((name) => isTooLong(name, settings.horizon))
  const comparison = useComparison(comparisonSpec(settings, possible), settings.runs)
  const { results, stale, eta, unable, tooLong, runs, isDone, failure } = comparison
  useEffect(() => onSettled(isDone), [isDone, onSettled])
  const scale = useRef<"linear" | "log">("linear")
  const spec = useMemo(() => {
    if (results.length === 0) return null
    // A first picture may be far off: the axis changes its kind only for a refined one.
    const drawn = comparisonChart({ eta, results, unable }, isDone ? {} : { scale: scale.current })
    if (isDone || runs >= 20) scale.current = comparisonChart({ eta, results, unable }).y.scale
    return withLooks(drawn, settings.algorithms)
  }, [results, eta, unable, isDone])
  const link = () => `${location.origin}/explorer${writeSettings({ ...settings, runs: runs || settings.runs })}`
  return (
    <section class="panel" aria-labelledby="regret" data-settled={isDone}>
      <div class="between">
        <h2 id="regret">What it costs: regret at this privacy</h2>
        <span class="badge" role="status">
          {isDone ? describeRuns(results) : "simulating …"}
        </span>
      </div>
      <p>
        Regret is what is lost by not playing the best arm from the start, in rewards, over{" "}
        {countInWords(settings.horizon)} rounds. All methods below make the same promise.
      </p>
      {failure !== null && <p class="note bad">{failure}</p>}
      {settings.algorithms.length === 0 && <p class="note">Tick at least one method to compare.</p>}
      {(spec !== null || !isDone) && <Chart spec={spec} />}
      <RegretTable results={results} stale={stale} unable={unable} tooLong={[...left, ...tooLong]} />
      <RunsChoice runs={settings.runs} onRuns={onRuns} />
      <ExportBar
        name="regret"
        spec={spec}
        csv={() => summaryCsv(results)}
        command={compareCommand(settings, Math.max(runs, 1))}
        parts={results.map((result) => simulateCommand(settings, result))}
      />
      <CopyButton text={link} label="Copy a link to exactly this" />
    </section>
  )
}
