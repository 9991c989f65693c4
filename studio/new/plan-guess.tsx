// The guess that the plan is simulated for, a way to change it, and the command.

import { recommendedAlgorithm } from "@armistice/lab"
import { useState } from "preact/hooks"
import { formatDeliveryFlags } from "../simulation/delivery-flags.ts"
import { formatArgument, formatShortPercent } from "../text/numbers.ts"
import { ContextCommand } from "./context-command.tsx"
import { DraftField, type FormState } from "./field.tsx"
import { type FormSettings, splitLimit } from "./form-settings.ts"
import { guessMeans, planSimulation } from "./plan-simulation.ts"
import type { ContextForecast } from "./use-context-worth.ts"
import type { Forecast } from "./use-forecast.ts"

interface Props {
  readonly form: FormState
  readonly settings: FormSettings
  /** Without attributes. */
  readonly forecast: Forecast | null
  /** With attributes. */
  readonly contextForecast: ContextForecast | null
}

export function PlanGuess({ form, settings, forecast, contextForecast }: Props) {
  const [shown, setShown] = useState<"guess" | "command" | null>(null)
  const toggle = (what: "guess" | "command") => setShown((now) => (now === what ? null : what))
  const found = settings.context === null ? forecast : contextForecast
  const simulated = found?.settings ?? settings
  const isWrong = form.problemFor("best") !== undefined || form.problemFor("lead") !== undefined
  const { horizon, runs, seed, delivery } = planSimulation(simulated, simulated.eta)
  const command = `npx armistice simulate --algorithm ${recommendedAlgorithm} --eta ${splitLimit(simulated).answer} --means ${guessMeans(simulated).join(",")} --horizon ${formatArgument(horizon)} --runs ${runs} --seed ${seed}${formatDeliveryFlags(delivery)}`
  return (
    <div class="caption">
      <p>
        {found === null ? "Simulating now " : `Simulated ${found.runs} times just now `}
        for options that work for {formatShares(guessMeans(simulated))}.{" "}
        <button
          type="button"
          class="as-link"
          aria-expanded={shown === "guess" || isWrong}
          onClick={() => toggle("guess")}
        >
          Change the guess
        </button>
        {"\u00a0· "}
        <button type="button" class="as-link" aria-expanded={shown === "command"} onClick={() => toggle("command")}>
          the command
        </button>
      </p>
      {(shown === "guess" || isWrong) && (
        <div class="field-columns">
          {simulated.answers !== "successes" && (
            <DraftField form={form} part="best" label="The best works for" isNumber />
          )}
          <DraftField form={form} part="lead" label="The others less by" isNumber />
        </div>
      )}
      {shown === "command" && simulated.context !== null && (
        <ContextCommand settings={simulated} attributes={simulated.context} />
      )}
      {shown === "command" && simulated.context === null && (
        <>
          <pre>{command}</pre>
          <p>
            {simulated.evenShare > 0
              ? `It prints what the method itself loses in one group. The figure above counts that for ${formatShortPercent(1 - simulated.evenShare)} of people, and the loss of an even split for the others, who are given an option at random.`
              : "It prints what is lost in one group."}
            {delivery !== undefined &&
              " It counts only answers within the window; the figure above counts them whenever they come."}
          </p>
        </>
      )}
    </div>
  )
}

/** "50, 40 and 40 %", or for many "50 % (one of them) and 40 % (the 9 others)". */
function formatShares(means: readonly number[]): string {
  const shares = means.map((mean) => Number((100 * mean).toPrecision(3)))
  const [best, other] = shares
  if (shares.length > 4) return `${best} % (one of them) and ${other} % (the ${shares.length - 1} others)`
  return `${shares.slice(0, -1).join(", ")} and ${shares.at(-1)} %`
}
