// The first card of an experiment with context: whether personalising helps, by how much, and what
// to do.

import type { ComponentChildren } from "preact"
import { fitAxis } from "../charts/axis.ts"
import { findOnlyAttribute } from "./attribute-names.ts"
import { DifferenceStrip } from "./difference-strip.tsx"
import { quoteName } from "./option-names.ts"
import { writePersonalisation } from "./personalisation-text.ts"
import type { Detail, Results } from "./results-types.ts"
import { createUnits } from "./units.ts"
import { Pieces } from "./verdict.tsx"

interface Props {
  readonly results: Results
  readonly detail: Detail
  /** Buttons below the text. */
  readonly children?: ComponentChildren
}

export function PersonalisationCard({ results, detail, children }: Props) {
  const { tone, chip, chipTone, title, sentences } = writePersonalisation(results, detail)
  const state = results.personalisation?.state ?? "none"
  return (
    <section class={`verdict ${tone}`} aria-label={`Verdict: ${title}`} data-state={state}>
      <div>
        <p class="verdict-question">
          <span class={`chip ${chipTone}`}>{chip}</span> <span class="text-sm muted">Does personalising help?</span>
        </p>
        <h2>{title}</h2>
        <p class="summary">
          <Pieces pieces={sentences} />
        </p>
        {children}
      </div>
      <GainStrip results={results} detail={detail} />
    </section>
  )
}

/** The gain of personalising, on an axis. */
function GainStrip({ results: { personalisation, segments }, detail }: Props) {
  const { value = null, best = null, state } = personalisation ?? {}
  if (value === null || best === null || state === "same_for_all") return null
  const { low, high } = value
  const units = createUnits(detail.reward)
  const worthwhile = segments[0]?.worthwhile ?? 0
  const axis = fitAxis(Math.min(low, -worthwhile), Math.max(high, worthwhile))
  const helps = state === "helps"
  return (
    <DifferenceStrip
      title={`Own option for each ${findOnlyAttribute(detail) ?? "group"}, against ${quoteName(best)} for all`}
      difference={null}
      {...{ low, high, axis, units }}
      figure={
        <p class={helps ? "large-value" : "large-value muted"}>
          {units.formatDifferenceInterval(low, high, true)} <small>{units.unit}</small>
        </p>
      }
      band={[axis.at(-worthwhile), axis.at(worthwhile)]}
      bandText={`less than ${units.formatAmount(worthwhile)}, which you said does not matter. No single guess inside the bar is best.`}
      tone={helps ? " lead" : ""}
    />
  )
}
