// A button that opens a menu. Escape, a choice, or focus elsewhere closes it.

import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"

interface Props {
  readonly label: ComponentChildren
  /** The accessible name, if the label is not text. */
  readonly name?: string
  readonly items: readonly MenuItem[]
}

export interface MenuItem {
  readonly label: string
  readonly hint?: string
  readonly isDanger?: boolean
  readonly choose: () => void
}

export function Menu({ label, name, items }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener("pointerdown", leave)
    addEventListener("focusin", leave)
    return () => {
      removeEventListener("pointerdown", leave)
      removeEventListener("focusin", leave)
    }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape for the focused child
    <div class="menu" ref={place} onKeyDown={(event) => event.key === "Escape" && isOpen && close()}>
      <button
        type="button"
        class="btn"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        {...(name === undefined ? {} : { "aria-label": name })}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      <ul id={id} hidden={!isOpen}>
        {items.map(({ label: words, hint, isDanger = false, choose }) => (
          <li key={words}>
            <button
              type="button"
              class={isDanger ? "danger" : ""}
              onClick={() => {
                close()
                choose()
              }}
            >
              {words}
              {hint !== undefined && <small>{hint}</small>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
