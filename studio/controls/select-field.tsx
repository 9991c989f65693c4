// A labelled list to choose one value from, with a hint, and what is wrong with the choice.

import { useId } from "preact/hooks"
import { describeField, FieldNotes } from "./text-field.tsx"

interface Props<Value extends string> {
  readonly id?: string
  readonly label: string
  /** The text of each value; a map keeps the order of values that look like numbers. */
  readonly options: Readonly<Record<Value, string>> | Map<Value, string>
  readonly value: Value
  readonly onValue: (value: Value) => void
  readonly hint?: string
  readonly problem?: string | undefined
}

export function SelectField<Value extends string>(props: Props<Value>) {
  const ownId = useId()
  const { id = ownId, label, options, value, onValue, hint, problem } = props
  const texts = options instanceof Map ? [...options] : Object.entries<string>(options)
  return (
    <div class={problem === undefined ? "field" : "field invalid"}>
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value}
        {...describeField(id, problem, hint)}
        onChange={(event) => onValue(event.currentTarget.value as Value)}
      >
        {texts.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} problem={problem} hint={hint} />
    </div>
  )
}
