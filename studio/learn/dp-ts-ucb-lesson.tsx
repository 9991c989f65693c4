// Lesson 4: one run of DP-TS-UCB, round by round, and what it does to the promise.

import { useState } from "preact/hooks"
import { useQueryWriter } from "../address.ts"
import { EtaByHorizon } from "./eta-by-horizon.tsx"
import { RunPanel } from "./run-panel.tsx"
import { readRunSettings, writeRunSettings } from "./run-settings.ts"

const compared = [
  { algorithm: "ts-gaussian" },
  ...[0, 0.5, 1].map((alpha) => ({ algorithm: "dp-ts-ucb", parameters: { alpha } })),
]

export function DpTsUcbLesson() {
  const [settings, setSettings] = useState(() => readRunSettings(location.search))
  useQueryWriter(() => writeRunSettings(settings), [settings])
  return (
    <>
      <div class="prose">
        <p>DP-TS-UCB keeps Thompson sampling's noise and stops the looks from adding up. Three changes do it:</p>
        <ol>
          <li>
            <strong>Epochs.</strong> Answers are gathered in batches of 1, 2, 4, 8, … and each is used in one average
            only.
          </li>
          <li>
            <strong>A budget of draws.</strong> From each average only a fixed number of draws is taken.
          </li>
          <li>
            <strong>Reuse of the largest.</strong> When the budget is spent, the largest draw stands for the arm. Using
            it again tells nothing new.
          </li>
        </ol>
      </div>
      <RunPanel settings={settings} onSettings={setSettings} />
      <div class="prose">
        <p>
          The number α chooses between few draws with much noise (α = 1: the promise no longer grows with time) and many
          draws with little noise (α = 0: less regret, a weaker promise).
        </p>
      </div>
      <section class="card">
        <EtaByHorizon algorithms={compared} />
      </section>
    </>
  )
}
