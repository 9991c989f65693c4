// The explorer: its title is the result, and its settings are in the address. They stand in a rail,
// or on narrow screens in a bar and a sheet.

import { recommendedAlgorithm } from "@armistice/lab"
import type { ComponentChildren, RefObject } from "preact"
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { type PageProps, useQueryWriter } from "../address.ts"
import { Button } from "../layout/button.tsx"
import { isTooLong } from "../simulation/cost.ts"
import { useAtOnce, useBaseline } from "../simulation/use-baseline.ts"
import { useComparison } from "../simulation/use-comparison.ts"
import "../style/explorer.css"
import { withReachableForm } from "./alpha-slider.tsx"
import { AttackCard } from "./attack-card.tsx"
import { createComparisonSpec } from "./comparison-spec.ts"
import { Dialog } from "./dialog.tsx"
import { GroupExplorer } from "./group-explorer.tsx"
import { limitLatePeople } from "./late.ts"
import { LateCard } from "./late-card.tsx"
import { chooseLeader } from "./leader.ts"
import { LossCard } from "./loss-card.tsx"
import { MethodsCard } from "./methods-card.tsx"
import { PriceCard } from "./price-card.tsx"
import { PrivacySlider } from "./privacy-slider.tsx"
import { explainMissingResult, ResultTitle } from "./result-title.tsx"
import { type ExplorerSettings, parseExplorerSettings, writeSettings } from "./settings.ts"
import { SettingsFields } from "./settings-fields.tsx"

export function Explorer({ address }: PageProps) {
  const [settings, setSettings] = useState(() => parseExplorerSettings(address.query))
  // In a layout effect: a later effect could undo a change that was made in between.
  useLayoutEffect(() => {
    setSettings((now) => (writeSettings(now) === address.query ? now : parseExplorerSettings(address.query)))
  }, [address.query])
  useQueryWriter(() => writeSettings(settings), [settings])
  const change = (part: Partial<ExplorerSettings>) => setSettings((now) => ({ ...now, ...part }))
  const runs = useRef(0)
  const { groups } = settings
  // The frame stays when groups are switched on, and with it the focus and an open sheet.
  return (
    <ExplorerFrame settings={settings} runs={runs} onChange={change}>
      {groups === null ? (
        <PlainExplorer settings={settings} runsShown={runs} onChange={change} />
      ) : (
        <GroupExplorer settings={settings} groups={groups} runsShown={runs} onChange={change} />
      )}
    </ExplorerFrame>
  )
}

interface PlainProps {
  readonly settings: ExplorerSettings
  /** Where the number of runs goes that the link contains. */
  readonly runsShown: RefObject<number>
  readonly onChange: (part: Partial<ExplorerSettings>) => void
}

/** Everyone is alike. */
function PlainExplorer({ settings, runsShown, onChange: change }: PlainProps) {
  const simulated = withReachableForm(limitLatePeople(settings))
  const left = simulated.algorithms.filter((name) => isTooLong(name, simulated.horizon))
  const possible = simulated.algorithms.filter((name) => !left.includes(name))
  const comparison = useComparison(createComparisonSpec(simulated, possible), settings.runs)
  const { results, stale, runs, isDone, failure } = comparison
  runsShown.current = runs
  const leader = chooseLeader(results.filter(({ algorithm }) => !stale.includes(algorithm)))
  const { result: baseline, isDone: isCompared } = useBaseline(
    simulated,
    leader?.algorithm ?? recommendedAlgorithm,
    isDone && failure === null,
  )
  const { result: atOnce } = useAtOnce(
    simulated,
    leader?.algorithm ?? recommendedAlgorithm,
    isDone && failure === null && isCompared,
  )
  const attack = useMemo(() => <AttackCard target={settings.target} />, [settings.target])
  return (
    <>
      <ResultTitle
        leader={leader ?? chooseLeader(results)}
        baseline={baseline}
        instead={explainMissingResult(comparison, simulated.algorithms, left)}
      />
      {settings.late !== null && (
        <LateCard settings={settings} leader={leader ?? chooseLeader(results)} atOnce={atOnce} />
      )}
      <PriceCard
        settings={simulated}
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
        settings={simulated}
        comparison={comparison}
        baseline={baseline}
        left={left}
        onRuns={(count) => change({ runs: count })}
        onTarget={(target) => change({ target })}
      />
    </>
  )
}

interface FrameProps {
  readonly settings: ExplorerSettings
  /** Runs that every method has; 0 until then. */
  readonly runs: RefObject<number>
  readonly onChange: (part: Partial<ExplorerSettings>) => void
  readonly children: ComponentChildren
}

export function ExplorerFrame({ settings, runs, onChange, children }: FrameProps) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const link = () => `${location.origin}/explorer${writeSettings({ ...settings, runs: runs.current || settings.runs })}`
  const fields = () => <SettingsFields settings={settings} onChange={onChange} link={link} />
  // Memoized: these do not change while someone drags another control.
  const rail = useMemo(fields, [settings])
  return (
    <div class="explorer">
      <aside class="settings-rail card" aria-label="Settings">
        {rail}
      </aside>
      <div class="stack">{children}</div>
      <div class="settings-bar">
        <PrivacySlider target={settings.target} onTarget={(target) => onChange({ target })} />
        <Button class="small" onClick={() => setSheetOpen(true)}>
          All settings
        </Button>
      </div>
      {isSheetOpen && (
        <Dialog title="All settings" class="settings-sheet" onClose={() => setSheetOpen(false)}>
          {fields()}
        </Dialog>
      )}
    </div>
  )
}
