// A dialog over the page, of the browser's own kind: it keeps the focus, closes with Escape and gives the focus back.

import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"

interface Props {
  readonly title: string
  readonly class?: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Dialog({ title, class: kind, onClose, children }: Props) {
  const place = useRef<HTMLDialogElement>(null)
  const id = useId()
  // In the turn in which it is asked for, so that the key pressed next is its own.
  useLayoutEffect(() => {
    const before = document.activeElement
    place.current?.showModal()
    return () => before instanceof HTMLElement && before.isConnected && before.focus()
  }, [])
  return (
    <dialog ref={place} class={kind ?? ""} aria-labelledby={id} onClose={onClose}>
      <div class="between">
        <h2 id={id}>{title}</h2>
        <button type="button" class="btn" onClick={() => place.current?.close()}>
          Done
        </button>
      </div>
      {children}
    </dialog>
  )
}
