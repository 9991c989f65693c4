// Names in rows that can be added and removed. A whole list can be pasted.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Button } from "../layout/button.tsx"
import { Icon } from "../layout/icon.tsx"
import { capitalize } from "../text/numbers.ts"
import { Field, type FormState } from "./field.tsx"

interface Props {
  readonly form: FormState
  readonly kind: "option" | "group" | "guardrail"
  readonly rows: readonly string[]
  readonly onRows: (rows: readonly string[]) => void
  /** The number of rows never falls below this. */
  readonly least: number
  readonly most: number
  readonly add: string
  readonly isListPasted?: boolean
  /** Further fields of a row. */
  readonly more?: (place: number) => ComponentChildren
}

export function NameRows({ form, kind, rows, onRows, least, most, add, isListPasted, more }: Props) {
  const [list, setList] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  // Focus moves in the same render as the rows, so that the next key press is not lost.
  const nextRow = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (nextRow.current === null || place.current === null) return
    const row = Math.min(nextRow.current, rows.length - 1)
    place.current.querySelector<HTMLInputElement>(`#${kind}-${row + 1}`)?.focus()
    nextRow.current = null
  })
  const focusOn = (row: number) => {
    nextRow.current = row
  }
  const listField = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => listField.current?.focus(), [list === null])
  const remove = (row: number) => {
    const left = rows.filter((_, other) => other !== row)
    onRows(left.length >= least ? left : [...left, ""])
    focusOn(Math.max(0, row - 1))
  }
  if (list !== null)
    return (
      <div class="field">
        <label for={`${kind}-list`}>One on each line</label>
        <textarea
          id={`${kind}-list`}
          ref={listField}
          class="input"
          rows={8}
          value={list}
          onInput={(event) => setList(event.currentTarget.value)}
        />
        <div class="row">
          <Button
            class="small"
            onClick={() => {
              const names = list.split(/\r?\n/).map((name) => name.trim())
              const given = names.filter((name) => name !== "")
              onRows([...given, ...new Array<string>(Math.max(0, least - given.length)).fill("")])
              setList(null)
              focusOn(0)
            }}
          >
            Use this list
          </Button>
          <Button
            class="small"
            onClick={() => {
              setList(null)
              focusOn(0)
            }}
          >
            Back to the rows
          </Button>
        </div>
      </div>
    )
  return (
    <div ref={place}>
      {rows.map((name, row) => (
        // Rows are identified by their position.
        <div class={more === undefined ? "name-row" : "name-row guardrail-row"} key={row}>
          <Field
            form={form}
            id={`${kind}-${row + 1}`}
            label={`${capitalize(kind)} ${row + 1}`}
            isLabelHidden={more === undefined}
            value={name}
            onValue={(value) => onRows(rows.map((other, at) => (at === row ? value : other)))}
          />
          {more?.(row)}
          <button
            type="button"
            class="icon-button"
            aria-label={`Remove ${kind} ${row + 1}`}
            onClick={() => remove(row)}
          >
            <Icon>
              <path d="m5.5 5.5 9 9m0-9-9 9" />
            </Icon>
          </button>
        </div>
      ))}
      <div class="row">
        {rows.length < most && (
          <Button
            class="small"
            onClick={() => {
              onRows([...rows, ""])
              focusOn(rows.length)
            }}
          >
            {add}
          </Button>
        )}
        {isListPasted === true && (
          <Button class="small" onClick={() => setList(rows.filter((name) => name.trim() !== "").join("\n"))}>
            Paste a list
          </Button>
        )}
      </div>
    </div>
  )
}
