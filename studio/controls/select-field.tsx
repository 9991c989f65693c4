// A labelled list to choose one value from.

import { useId } from "preact/hooks"

interface Props<Value extends string> {
  readonly label: string
  /** The text of each value. */
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onValue: (value: Value) => void
}

export function SelectField<Value extends string>({ label, options, value, onValue }: Props<Value>) {
  const id = useId()
  return (
    <div class="field">
      <label for={id} class="field-label">
        {label}
      </label>
      <select id={id} class="input" value={value} onChange={(event) => onValue(event.currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
