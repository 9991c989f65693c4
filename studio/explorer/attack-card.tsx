// The card on attacks: the trade-off of the best attack as a plot, and the same in numbers.

import { computeEpsilon, gdpGuarantee, tradeOff } from "@armistice/core"
import { csvText, describeAttack, formatLoss, formatPlainNumber } from "@armistice/core/text"
import { type PrivacyTarget, resolveTargetEta } from "@armistice/lab"
import { Fragment, type RefObject } from "preact"
import { useRef, useState } from "preact/hooks"
import { ExportBar } from "../charts/export-bar.tsx"
import { keepPercentTogether } from "../text/numbers.ts"
import { formatGuesses } from "../text/privacy-levels.ts"
import { AttackPlot, alarms } from "./attack-plot.tsx"
import { formatPrivacyCommand } from "./command-line.ts"

const deltas = [1e-5, 1e-6, 1e-9]

export function AttackCard({ target }: { readonly target: PrivacyTarget }) {
  const eta = resolveTargetEta(target)
  const [isOpen, setOpen] = useState(false)
  const drawn = useRef<HTMLDivElement>(null)
  return (
    <section class="card" aria-labelledby="attack">
      <h2 id="attack">What an attacker can tell</h2>
      <div ref={drawn}>
        <AttackPlot eta={eta} />
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>In numbers: η, ε and δ</summary>
        {isOpen && <InNumbers target={target} eta={eta} drawn={drawn} />}
      </details>
    </section>
  )
}

interface NumbersProps {
  readonly target: PrivacyTarget
  readonly eta: number
  readonly drawn: RefObject<HTMLElement | null>
}

/** Computed when the fold opens, not with every step of a slider. */
function InNumbers({ target, eta, drawn }: NumbersProps) {
  return (
    <>
      <p class="text-sm" aria-live="polite">
        <strong>η = {formatLoss(eta)}.</strong> {keepPercentTogether(describeAttack(gdpGuarantee(eta)))}
      </p>
      <p class="text-sm">
        The same as (ε, δ):{" "}
        {deltas.map((delta, index) => (
          <Fragment key={delta}>
            {index > 0 && ", "}
            <span class="numeric nowrap">
              ε = {formatLoss(computeEpsilon(eta, delta))} at δ = {formatPlainNumber(delta)}
            </span>
          </Fragment>
        ))}
        .
      </p>
      <ExportBar
        name="attack"
        drawn={{ place: drawn, title: `What an attacker can tell: at most ${formatGuesses(eta)}` }}
        csv={() => tradeOffCsv(eta)}
        command={formatPrivacyCommand(target)}
      />
    </>
  )
}

/** The least share of missed answers at each share of false alarms. */
function tradeOffCsv(eta: number): string {
  const missed = tradeOff(gdpGuarantee(eta))
  return csvText([["false_alarms", "missed"], ...alarms.map((alarm) => [alarm, missed(alarm)])])
}
