// The first two sections: what to try, and what counts as success.

import { SelectField } from "../controls/select-field.tsx"
import { Switch } from "../controls/switch.tsx"
import { AnswersQuestion } from "./answers-question.tsx"
import { DraftField, type FormState } from "./field.tsx"
import { NameList, type PlannedProps, Section } from "./section.tsx"
import { readControl } from "./settings.ts"

interface Props {
  readonly form: FormState
}

export function TrySection({ form }: Props) {
  const { draft, change } = form
  return (
    <Section number={1} title="What do you want to try?">
      <DraftField form={form} part="name" label="Name" />
      <NameList
        legend="Options"
        hint="The names are public."
        form={form}
        kind="option"
        rows={draft.options}
        onRows={(options) => change({ options })}
        least={2}
        most={1000}
        add="Add an option"
        isListPasted
      />
      <ControlChoice form={form} />
      <details open={form.problemFor("description") !== undefined || form.problemFor("labels") !== undefined}>
        <summary>Description, labels, options added later</summary>
        <div class="field-columns">
          <DraftField form={form} part="description" label="Description" hint="For your colleagues: why you try it." />
          <DraftField
            form={form}
            part="labels"
            label="Labels"
            hint="Words to find it by, with commas: checkout, pricing."
          />
          <DraftField
            form={form}
            part="mostOptions"
            label="Options it may have in all"
            isNumber
            hint="Left empty: none can be added while it runs. A verdict allows for all of them, so it takes a little longer."
          />
        </div>
      </details>
    </Section>
  )
}

/** The option that everyone is given today, with which the others are compared. */
function ControlChoice({ form: { draft, change } }: Props) {
  const names = [...new Set(draft.options.map((name) => name.trim()).filter((name) => name !== ""))]
  if (names.length < 2) return null
  return (
    <SelectField
      id="control"
      label="What everyone is given today"
      options={new Map(names.map((name) => [name, name]))}
      value={readControl(draft)}
      onValue={(control) => change({ control })}
      hint="Guardrails compare every other option with it, and people get it while the experiment is paused."
    />
  )
}

export function SuccessSection({ form, settings, forecast }: PlannedProps) {
  const { draft, change } = form
  const isYesNo = draft.kind === "yes-no"
  return (
    <Section number={2} title="What counts as success, and who tells you?">
      <div class="boxed-choices" role="radiogroup" aria-label="Kind of answer">
        <label>
          <input
            type="radio"
            name="kind"
            checked={isYesNo}
            onChange={() => change({ kind: "yes-no", worthwhile: "1 point" })}
          />
          Yes or no
        </label>
        <label>
          <input
            type="radio"
            name="kind"
            checked={!isYesNo}
            onChange={() => change({ kind: "number", worthwhile: "1" })}
          />
          A number between two bounds
        </label>
      </div>
      {!isYesNo && (
        <div class="field-columns">
          <DraftField form={form} part="min" label="Smallest answer" isNumber />
          <DraftField
            form={form}
            part="max"
            label="Largest answer"
            isNumber
            hint="In your own units. The closer the bounds, the more can be known."
          />
        </div>
      )}
      {!isYesNo && (
        <Switch
          label="Answers beyond the bounds count as the bound"
          hint="For revenue and durations, where a few are very large. Off: they are refused. How many were beyond is never shown."
          isOn={draft.isClipped}
          onChange={(isClipped) => change({ isClipped })}
        />
      )}
      <DraftField
        form={form}
        part="worthwhile"
        label="A difference that would matter to you"
        isShort
        hint="Smaller ones are called “no difference worth naming”."
      />
      <AnswersQuestion form={form} settings={settings} forecast={forecast} />
    </Section>
  )
}
