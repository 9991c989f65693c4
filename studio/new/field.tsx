// A field with its label, a hint, and its problem.

import { fieldIds } from "./field-ids.ts"
import type { FormState } from "./form-state.ts"
import type { FieldId } from "./problem.ts"

interface Props {
  readonly form: FormState
  readonly id: FieldId
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onValue: (value: string) => void
  readonly hint?: string
  readonly isNumber?: boolean
  /** A day and a time, with the browser's own picker. */
  readonly isTime?: boolean
  /** Only as wide as a number. */
  readonly isShort?: boolean
  /** Shown behind the field, such as "%". */
  readonly unit?: string
}

export function Field({
  form,
  id,
  label,
  isLabelHidden,
  value,
  onValue,
  hint,
  isNumber,
  isTime,
  isShort,
  unit,
}: Props) {
  const words = form.problemFor(id)
  const described = [words && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ")
  const input = (
    <input
      id={id}
      class={isShort === true ? "input short" : "input"}
      {...(isTime === true ? { type: "datetime-local" as const } : { type: "text" as const })}
      autocomplete="off"
      value={value}
      {...(isNumber === true ? { inputMode: "decimal" as const } : {})}
      {...(words === undefined ? {} : { "aria-invalid": true })}
      {...(described === "" ? {} : { "aria-describedby": described })}
      onInput={(event) => onValue(event.currentTarget.value)}
      onBlur={() => form.leave(id)}
    />
  )
  return (
    <div class={words === undefined ? "field" : "field invalid"}>
      <label class={isLabelHidden === true ? "sr-only" : undefined} for={id}>
        {label}
      </label>
      {unit === undefined ? (
        input
      ) : (
        <div class="with-unit">
          {input}
          <span>{unit}</span>
        </div>
      )}
      <FieldProblem id={id} words={words} />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface DraftProps extends Omit<Props, "id" | "value" | "onValue"> {
  readonly part: keyof typeof fieldIds
}

export function DraftField({ part, ...field }: DraftProps) {
  const { draft, change } = field.form
  return <Field {...field} id={fieldIds[part]} value={draft[part]} onValue={(text) => change({ [part]: text })} />
}

export function FieldProblem({ id, words }: { readonly id: string; readonly words: string | undefined }) {
  if (words === undefined) return null
  return (
    <p class="field-error" id={`${id}-problem`}>
      {words}
    </p>
  )
}
