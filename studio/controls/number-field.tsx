// A number field that accepts values in range and explains others.

import { useId, useLayoutEffect, useState } from "preact/hooks"
import { TextField } from "./text-field.tsx"

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
  const problem = isUsable(text) ? undefined : `From ${min} to ${max}.`
  return <TextField {...{ id, label, problem }} value={text} inputMode="decimal" onValue={take} />
}
