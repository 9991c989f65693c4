// The panel that shows one run of DP-TS-UCB round by round.

import { shortNumber } from "@armistice/lab"
import { useMemo, useRef } from "preact/hooks"
import { useWidth } from "../charts/use-width.ts"
import { RadioChoices } from "../controls/radio-choices.tsx"
import { Slider } from "../controls/slider.tsx"
import { formatCount, formatNumber } from "../text/numbers.ts"
import { RoundTable } from "./round-table.tsx"
import { RunLanes } from "./run-lanes.tsx"
import type { RunSettings } from "./run-settings.ts"
import { traceRun } from "./trace-run.ts"

interface Props {
  readonly settings: RunSettings
  readonly onSettings: (settings: RunSettings) => void
}

const lengths = [100, 500, 2000, 5000]
/** The arms of the paper's figures. */
const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const horizon = 1e6
const seed = 1

export function RunPanel({ settings, onSettings }: Props) {
  const { alpha, rounds } = settings
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const run = useMemo(() => traceRun({ kind: "bernoulli", means }, horizon, alpha, seed, rounds), [alpha, rounds])
  const round = Math.min(settings.round, run.arms.length)
  // Memoized: drawing thousands of rounds is slow.
  const lanes = useMemo(
    () => width > 0 && <RunLanes run={run} means={means} width={width} round={round} />,
    [run, width, round],
  )
  const table = useMemo(() => <RoundTable run={run} means={means} round={round} />, [run, round])
  return (
    <section class="card" aria-labelledby="unrolled">
      <h2 id="unrolled">Inside one run of DP-TS-UCB</h2>
      <p>
        Each arm gathers answers in epochs of 1, 2, 4, 8, … When an epoch is full, its average is used for choosing, but
        only through noisy draws, and only {shortNumber(run.budget)} of them. After that the largest draw so far (MAX)
        stands for the arm until its next epoch is full. Few draws of much noise: that is all the privacy there is, and
        all that is needed.
      </p>
      <div class="two-columns">
        <Slider
          label="α: least regret (0) to most private (1)"
          place={Math.round(alpha * 20)}
          steps={20}
          text={shortNumber(alpha)}
          hint={`Planned for ${formatCount(horizon)} rounds: ${shortNumber(run.budget)} draws an epoch.`}
          onPlace={(at) => onSettings({ ...settings, alpha: at / 20 })}
        />
        <RadioChoices
          legend="Rounds shown"
          name="rounds"
          values={lengths}
          value={rounds}
          format={formatNumber}
          onValue={(length) => onSettings({ ...settings, rounds: length, round: Math.min(round, length) })}
        />
      </div>
      <div ref={place}>{lanes}</div>
      <Slider
        label="Look at round"
        place={round - 1}
        steps={run.arms.length - 1}
        text={formatNumber(round)}
        onPlace={(at) => onSettings({ ...settings, round: at + 1 })}
      />
      {table}
    </section>
  )
}
