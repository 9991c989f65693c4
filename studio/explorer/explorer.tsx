// The explorer: settings on one side, what they lead to on the other. The settings are the address.

import { useEffect, useState } from "preact/hooks"
import { writeQuery } from "../address.ts"
import { nearestIndex, oneTwoFive } from "../controls/scales.ts"
import { Slider } from "../controls/slider.tsx"
import type { PageProps } from "../pages.tsx"
import { countInWords } from "../text/numbers.ts"
import { AlgorithmChoice } from "./algorithm-choice.tsx"
import { Arms } from "./arms.tsx"
import { FrontierPanel } from "./frontier-panel.tsx"
import { RegretPanel } from "./regret-panel.tsx"
import { readSettings, type Settings, writeSettings } from "./settings.ts"
import { TargetFields } from "./target-fields.tsx"
import { TradeOffPanel } from "./trade-off-panel.tsx"
import { UnrolledPanel } from "./unrolled-panel.tsx"

const horizons = oneTwoFive(1e3, 1e12)

export function Explorer({ address }: PageProps) {
  const [settings, setSettings] = useState(() => readSettings(address.query))
  useEffect(() => {
    setSettings((now) => (writeSettings(now) === address.query ? now : readSettings(address.query)))
  }, [address.query])
  useEffect(() => {
    // Browsers refuse more than a few changes of the address a second.
    const timer = setTimeout(() => writeQuery(writeSettings(settings)), 250)
    return () => clearTimeout(timer)
  }, [settings])
  const [isSettled, setSettled] = useState(false)
  const change = (part: Partial<Settings>) => setSettings((now) => ({ ...now, ...part }))
  return (
    <>
      <h1>What does privacy cost?</h1>
      <p class="lead">
        Choose the options to try, how many people come, and how private each answer must be. What each method loses is
        simulated here while you drag.
      </p>
      <div class="aside">
        <form class="panel sticky" aria-label="Settings" onSubmit={(event) => event.preventDefault()}>
          <Arms means={settings.means} rewards={settings.rewards} onArms={change} />
          <Slider
            label="Horizon: rounds in all"
            place={nearestIndex(horizons, settings.horizon)}
            steps={horizons.length - 1}
            text={countInWords(settings.horizon)}
            hint="Each round one person comes, one arm is chosen, one answer is seen."
            onPlace={(place) => change({ horizon: horizons[place] as number })}
          />
          <TargetFields target={settings.target} onTarget={(target) => change({ target })} />
          <AlgorithmChoice chosen={settings.algorithms} onChosen={(algorithms) => change({ algorithms })} />
        </form>
        <div>
          <RegretPanel settings={settings} onRuns={(runs) => change({ runs })} onSettled={setSettled} />
          <TradeOffPanel target={settings.target} />
          <FrontierPanel settings={settings} mayBegin={isSettled} />
          <UnrolledPanel settings={settings} onUnrolled={(unrolled) => change({ unrolled })} />
        </div>
      </div>
    </>
  )
}
