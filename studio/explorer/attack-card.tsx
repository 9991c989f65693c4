// What an attacker can tell: false alarms against answers missed, for the best attack there is; and the same in numbers.

import { chartCsv } from "@armistice/charts"
import { attackSuccess, epsilonOf, gdpGuarantee, tradeOff } from "@armistice/core"
import { describeAttack } from "@armistice/core/words"
import { etaOfTarget, type PrivacyTarget, shortNumber } from "@armistice/lab"
import { Fragment } from "preact"
import { useMemo, useState } from "preact/hooks"
import { ExportBar } from "../charts/export-bar.tsx"
import { unbroken } from "../text/numbers.ts"
import { guessesInWords } from "../text/privacy-levels.ts"
import { attackChart } from "./attack-chart.ts"
import { privacyCommand } from "./command-line.ts"
import { bandPath, linePath, Plot } from "./plot.tsx"

const deltas = [1e-5, 1e-6, 1e-9]
const alarms = Array.from({ length: 41 }, (_, place) => place / 40)

export function AttackCard({ target }: { readonly target: PrivacyTarget }) {
  const eta = etaOfTarget(target)
  const best = useMemo(() => {
    const missed = tradeOff(gdpGuarantee(eta))
    return alarms.map((alarm) => [100 * alarm, 100 * missed(alarm)] as const)
  }, [eta])
  const [isOpen, setOpen] = useState(false)
  const coin = alarms.map((alarm) => [100 * alarm, 100 - 100 * alarm] as const)
  const wrong = 100 * (1 - attackSuccess({ eta }))
  return (
    <section class="card" aria-labelledby="attack">
      <h2 id="attack">What an attacker can tell</h2>
      <Plot
        label={`False alarms against answers missed. The best guess is right at most ${guessesInWords(eta)}, a coin 50.`}
        size="square"
        y={[0, 50, 100].map((tick) => ({ at: tick, text: tick === 0 ? "0" : `${tick} %` }))}
        x={[
          { at: 0, text: "0" },
          { at: 50, text: "false alarms" },
          { at: 100, text: "100 %" },
        ]}
        over={
          <>
            <text class="lb" x="53%" y="47%" dy="4">
              a coin
            </text>
            <text class="lb lead" x="6%" y="96%">
              the best attack
            </text>
            <circle class="ivd lead" cx={`${wrong}%`} cy={`${100 - wrong}%`} r="6" />
          </>
        }
      >
        <path class="a0" d={bandPath(best, coin)} />
        <path class="k1" d={linePath(coin)} />
        <path class="k0" d={linePath(best)} />
      </Plot>
      <p class="cap">Up: answers missed. The shaded part is what an attacker gains over a coin.</p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>In numbers: η, ε and δ</summary>
        {isOpen && <InNumbers target={target} eta={eta} />}
      </details>
    </section>
  )
}

/** Computed when it is unfolded: not with every step of a slider. */
function InNumbers({ target, eta }: { readonly target: PrivacyTarget; readonly eta: number }) {
  const spec = useMemo(() => attackChart(eta), [eta])
  return (
    <>
      <p class="s" aria-live="polite">
        <strong>η = {shortNumber(eta)}.</strong> {unbroken(describeAttack(gdpGuarantee(eta)))}
      </p>
      <p class="s">
        The same as (ε, δ):{" "}
        {deltas.map((delta, index) => (
          <Fragment key={delta}>
            {index > 0 && ", "}
            <span class="n nw">
              ε = {shortNumber(epsilonOf(eta, delta), 4)} at δ = {shortNumber(delta)}
            </span>
          </Fragment>
        ))}
        .
      </p>
      <ExportBar name="attack" spec={spec} csv={() => chartCsv(spec)} command={privacyCommand(target)} />
    </>
  )
}
