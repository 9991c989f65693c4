// A line to type into, with its label, a hint, and what is wrong with it beside it.

import type { FormState } from "./form-state.ts"
import type { FieldId } from "./problems.ts"

interface Props {
  readonly form: FormState
  readonly id: FieldId
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly value: string
  readonly onValue: (value: string) => void
  readonly hint?: string
  readonly isNumber?: boolean
  /** No wider than a number needs. */
  readonly isShort?: boolean
}

export function Field({ form, id, label, isLabelHidden, value, onValue, hint, isNumber, isShort }: Props) {
  const words = form.wordsFor(id)
  const described = [words && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ")
  return (
    <div class={words === undefined ? "f" : "f err"}>
      <label class={isLabelHidden === true ? "sr" : undefined} for={id}>
        {label}
      </label>
      <input
        id={id}
        class={isShort === true ? "in short" : "in"}
        type="text"
        autocomplete="off"
        value={value}
        {...(isNumber === true ? { inputMode: "decimal" as const } : {})}
        {...(words === undefined ? {} : { "aria-invalid": true })}
        {...(described === "" ? {} : { "aria-describedby": described })}
        onInput={(event) => onValue(event.currentTarget.value)}
        onBlur={() => form.leave(id)}
      />
      <Wrong id={id} words={words} />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function Wrong({ id, words }: { readonly id: string; readonly words: string | undefined }) {
  if (words === undefined) return null
  return (
    <p class="msg" id={`${id}-problem`}>
      {words}
    </p>
  )
}
