// The explorer: its title is the result, and its settings are in the address.

import { recommendedAlgorithm } from "@armistice/lab"
import { useLayoutEffect, useMemo, useState } from "preact/hooks"
import { type PageProps, useQueryWriter } from "../address.ts"
import { isTooLong } from "../simulation/cost.ts"
import { useAtOnce, useBaseline } from "../simulation/use-baseline.ts"
import { useComparison } from "../simulation/use-comparison.ts"
import "../style/explorer.css"
import { AttackCard } from "./attack-card.tsx"
import { comparisonSpec } from "./comparison-spec.ts"
import { Dialog } from "./dialog.tsx"
import { limitLatePeople } from "./late.ts"
import { LateCard } from "./late-card.tsx"
import { chooseLeader } from "./leader.ts"
import { LossCard } from "./loss-card.tsx"
import { MethodsCard } from "./methods-card.tsx"
import { PriceCard } from "./price-card.tsx"
import { PrivacySlider } from "./privacy-slider.tsx"
import { withReachableForm } from "./reachable-form.ts"
import { explainMissingResult, ResultTitle } from "./result-title.tsx"
import { readSettings, type Settings, writeSettings } from "./settings.ts"
import { SettingsFields } from "./settings-fields.tsx"

export function Explorer({ address }: PageProps) {
  const [settings, setSettings] = useState(() => readSettings(address.query))
  // In a layout effect: a later effect could undo a change that was made in between.
  useLayoutEffect(() => {
    setSettings((now) => (writeSettings(now) === address.query ? now : readSettings(address.query)))
  }, [address.query])
  useQueryWriter(() => writeSettings(settings), [settings])
  const [isSheetOpen, setSheetOpen] = useState(false)
  const change = (part: Partial<Settings>) => setSettings((now) => ({ ...now, ...part }))
  const played = withReachableForm(limitLatePeople(settings))
  const left = played.algorithms.filter((name) => isTooLong(name, played.horizon))
  const possible = played.algorithms.filter((name) => !left.includes(name))
  const comparison = useComparison(comparisonSpec(played, possible), settings.runs)
  const { results, stale, runs, isDone, failure } = comparison
  const leader = chooseLeader(results.filter(({ algorithm }) => !stale.includes(algorithm)))
  const { result: baseline, isDone: isCompared } = useBaseline(
    played,
    leader?.algorithm ?? recommendedAlgorithm,
    isDone && failure === null,
  )
  const { result: atOnce } = useAtOnce(
    played,
    leader?.algorithm ?? recommendedAlgorithm,
    isDone && failure === null && isCompared,
  )
  const link = () => `${location.origin}/explorer${writeSettings({ ...settings, runs: runs || settings.runs })}`
  const fields = () => <SettingsFields settings={settings} onChange={change} link={link} />
  // Memoized: these do not change while someone drags another control.
  const rail = useMemo(fields, [settings, runs])
  const attack = useMemo(() => <AttackCard target={settings.target} />, [settings.target])
  return (
    <div class="explorer">
      <aside class="settings-rail card" aria-label="Settings">
        {rail}
      </aside>
      <div class="stack">
        <ResultTitle
          leader={leader ?? chooseLeader(results)}
          baseline={baseline}
          instead={explainMissingResult(comparison, played.algorithms, left)}
        />
        {settings.late !== null && (
          <LateCard settings={settings} leader={leader ?? chooseLeader(results)} atOnce={atOnce} />
        )}
        <PriceCard
          settings={played}
          results={results}
          leader={leader}
          baseline={baseline}
          mayBegin={isDone && failure === null && isCompared}
        />
        <div class="two-columns">
          <LossCard leader={leader ?? chooseLeader(results)} baseline={baseline} />
          {attack}
        </div>
        <MethodsCard
          settings={played}
          comparison={comparison}
          baseline={baseline}
          left={left}
          onRuns={(count) => change({ runs: count })}
          onTarget={(target) => change({ target })}
        />
      </div>
      <div class="settings-bar">
        <PrivacySlider target={settings.target} onTarget={(target) => change({ target })} />
        <button type="button" class="btn small" onClick={() => setSheetOpen(true)}>
          All settings
        </button>
      </div>
      {isSheetOpen && (
        <Dialog title="All settings" class="settings-sheet" onClose={() => setSheetOpen(false)}>
          {fields()}
        </Dialog>
      )}
    </div>
  )
}
