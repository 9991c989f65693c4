// The card on attacks: the trade-off of the best attack as a plot, and the same in numbers.

import { computeEpsilon, gdpGuarantee } from "@armistice/core"
import { describeAttack, formatLoss, formatPlainNumber } from "@armistice/core/text"
import { formatChartCsv, type PrivacyTarget, resolveTargetEta } from "@armistice/lab"
import { Fragment } from "preact"
import { useMemo, useState } from "preact/hooks"
import { ExportBar } from "../charts/export-bar.tsx"
import { keepPercentTogether } from "../text/numbers.ts"
import { attackChart } from "./attack-chart.ts"
import { AttackPlot } from "./attack-plot.tsx"
import { privacyCommand } from "./command-line.ts"

const deltas = [1e-5, 1e-6, 1e-9]

export function AttackCard({ target }: { readonly target: PrivacyTarget }) {
  const eta = resolveTargetEta(target)
  const [isOpen, setOpen] = useState(false)
  return (
    <section class="card" aria-labelledby="attack">
      <h2 id="attack">What an attacker can tell</h2>
      <AttackPlot eta={eta} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>In numbers: η, ε and δ</summary>
        {isOpen && <InNumbers target={target} eta={eta} />}
      </details>
    </section>
  )
}

/** Computed when the fold opens, not with every step of a slider. */
function InNumbers({ target, eta }: { readonly target: PrivacyTarget; readonly eta: number }) {
  const spec = useMemo(() => attackChart(eta), [eta])
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
      <ExportBar name="attack" spec={spec} csv={() => formatChartCsv(spec)} command={privacyCommand(target)} />
    </>
  )
}
