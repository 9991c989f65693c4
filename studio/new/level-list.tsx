// The levels of an attribute: a list from which each can be removed, and a field that adds one.

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { describeField, FieldNotes } from "../controls/text-field.tsx"
import { Button } from "../layout/button.tsx"
import { Icon } from "../layout/icon.tsx"
import { findLevelProblem, longestLevel, mostLevels } from "./attributes.ts"
import type { FormState } from "./field.tsx"

interface Props {
  readonly form: FormState
  /** The attribute's number, from 1. */
  readonly row: number
  readonly levels: readonly string[]
  readonly onLevels: (levels: readonly string[]) => void
}

export function LevelList({ form, row, levels, onLevels }: Props) {
  /** The text in the field for another level; `null` while the field is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLElement | null>(null)
  // Focus moves in the same render as the list, so that the next key press is not lost.
  const next = useRef<number | "adder" | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>("button") ?? []
    const target = next.current === "adder" ? undefined : buttons[next.current]
    next.current = null
    ;(target ?? adder.current)?.focus()
  })
  const id = `level-${row}` as const
  const wrong = typed === null || typed.trim() === "" ? null : findLevelProblem(levels, typed)
  const words = wrong ?? form.problemFor(id)
  const described = describeField(id, words)
  /** Adds what is typed. Leaving the field closes it; Enter keeps it open for another level. */
  const add = (isOpen: boolean) => {
    const level = typed?.trim() ?? ""
    if (wrong !== null) return
    if (level !== "") onLevels([...levels, level])
    setTyped(isOpen ? "" : null)
  }
  return (
    <fieldset class={words === undefined ? "field" : "field invalid"}>
      <legend class="field-label">Levels</legend>
      <div class="row levels">
        <ul ref={list} class="row levels">
          {levels.map((level, place) => (
            <li key={level} class="level text-sm">
              {level}
              <button
                type="button"
                aria-label={`Remove level ${level}`}
                onClick={() => {
                  next.current = place < levels.length - 1 ? place : "adder"
                  onLevels(levels.filter((_, other) => other !== place))
                }}
              >
                <Icon size={14}>
                  <path d="m5.5 5.5 9 9m0-9-9 9" />
                </Icon>
              </button>
            </li>
          ))}
        </ul>
        {levels.length >= mostLevels ? null : typed === null ? (
          <button
            type="button"
            id={id}
            class="btn small"
            ref={(element) => {
              adder.current = element
            }}
            {...described}
            onClick={() => {
              next.current = "adder"
              setTyped("")
            }}
          >
            Add a level
          </button>
        ) : (
          <>
            <input
              id={id}
              ref={(element) => {
                adder.current = element
              }}
              class="input level-input"
              aria-label={`Another level of attribute ${row}`}
              autocomplete="off"
              maxLength={longestLevel}
              value={typed}
              {...described}
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" && event.key !== "Escape") return
                // Enter would create the experiment.
                event.preventDefault()
                if (event.key === "Enter" && typed.trim() !== "") return add(true)
                next.current = "adder"
                setTyped(null)
              }}
              onBlur={() => {
                add(false)
                form.leave(id)
              }}
            />
            {typed.trim() !== "" && (
              <Button
                class="small"
                // The field keeps the focus for another level.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  next.current = "adder"
                  add(true)
                }}
              >
                Add
              </Button>
            )}
          </>
        )}
      </div>
      <FieldNotes id={id} problem={words} />
      <p class="hint">
        {levels.includes("other")
          ? "“other” catches what is not listed. "
          : "A level “other” would catch what is not listed; without it an unknown level is refused. "}
        Fixed once it starts: levels cannot be added from what comes in.
      </p>
    </fieldset>
  )
}
