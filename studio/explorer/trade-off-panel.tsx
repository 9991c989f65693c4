// What the target means: the trade-off curve of an attacker with the best attack on it, the same in words and as (ε, δ).

import { chartCsv } from "@armistice/charts"
import { describeAttack, epsilonOf, gdpGuarantee } from "@armistice/core"
import { etaOfTarget, type PrivacyTarget, shortNumber } from "@armistice/lab"
import { Fragment } from "preact"
import { useMemo } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { ExportBar } from "../charts/export-bar.tsx"
import { unbroken } from "../text/numbers.ts"
import { attackChart } from "./attack-chart.ts"
import { privacyCommand } from "./command-line.ts"

const deltas = [1e-5, 1e-6, 1e-9]

export function TradeOffPanel({ target }: { readonly target: PrivacyTarget }) {
  const eta = etaOfTarget(target)
  const spec = useMemo(() => attackChart(eta), [eta])
  return (
    <section class="panel" aria-labelledby="trade-off">
      <h2 id="trade-off">What an attacker can learn about one answer</h2>
      <p aria-live="polite">
        <strong>η = {shortNumber(eta)}.</strong> {unbroken(describeAttack(gdpGuarantee(eta)))}
      </p>
      <Chart spec={spec} />
      <p class="hint">
        The same as (ε, δ):{" "}
        {deltas.map((delta, index) => (
          <Fragment key={delta}>
            {index > 0 && ", "}
            <span class="number nowrap">
              ε = {shortNumber(epsilonOf(eta, delta), 4)} at δ = {shortNumber(delta)}
            </span>
          </Fragment>
        ))}
        .
      </p>
      <ExportBar name="trade-off" spec={spec} csv={() => chartCsv(spec)} command={privacyCommand(target)} />
    </section>
  )
}
