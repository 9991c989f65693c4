// A number field that accepts values in range and explains others.

import { useId, useLayoutEffect, useState } from "preact/hooks"

interface Props {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly onValue: (value: number) => void
}

export function NumberField({ label, value, min, max, onValue }: Props) {
  const id = useId()
  const [text, setText] = useState(String(value))
  // In a layout effect: a later effect could undo what was typed in between.
  useLayoutEffect(() => {
    setText((shown) => (Number(shown) === value ? shown : String(value)))
  }, [value])
  const isUsable = (shown: string) => shown.trim() !== "" && Number(shown) >= min && Number(shown) <= max
  const take = (shown: string) => {
    setText(shown)
    if (isUsable(shown)) onValue(Number(shown))
  }
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="input"
        type="text"
        inputMode="decimal"
        autocomplete="off"
        value={text}
        aria-invalid={!isUsable(text)}
        {...(isUsable(text) ? {} : { "aria-describedby": `${id}-problem` })}
        onInput={(event) => take(event.currentTarget.value)}
      />
      {!isUsable(text) && (
        <p class="field-error" id={`${id}-problem`}>
          From {min} to {max}.
        </p>
      )}
    </div>
  )
}
