// A section of the form, and a list of names within it.

import type { ComponentChildren, ComponentProps } from "preact"
import type { FormState } from "./field.tsx"
import type { FormSettings } from "./form-settings.ts"
import { NameRows } from "./name-rows.tsx"
import type { Forecast } from "./use-forecast.ts"

/** The properties of the form's sections that show what the plan forecasts. */
export interface PlannedProps {
  readonly form: FormState
  readonly settings: FormSettings
  readonly forecast: Forecast | null
}

interface SectionProps {
  readonly number: number
  readonly title: string
  readonly children: ComponentChildren
}

export function Section({ number, title, children }: SectionProps) {
  return (
    <section class="card form-section" aria-labelledby={`question-${number}`}>
      <h2 id={`question-${number}`}>
        <i>{number}</i>
        {title}
      </h2>
      {children}
    </section>
  )
}

export function NameList({
  legend,
  hint,
  ...rows
}: ComponentProps<typeof NameRows> & Record<"legend" | "hint", string>) {
  return (
    <fieldset class="field">
      <legend class="field-label">{legend}</legend>
      <NameRows {...rows} />
      <p class="hint">{hint}</p>
    </fieldset>
  )
}
