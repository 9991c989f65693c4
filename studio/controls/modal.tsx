// A dialog over the page, of the browser's own kind: it keeps the focus while it is there and gives it back to what had it.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

interface Props {
  readonly labelledBy: string
  readonly class?: string
  /** Asks for it to be gone, which is all that closes it. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** The backdrop is part of the dialog, and its padding too. */
function isOutside({ clientX, clientY }: PointerEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

export function Modal({ labelledBy, class: kind, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isThere = useRef(true)
  // In the turn in which it is asked for, so that the key pressed next is its own.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => {
      isThere.current = false
      // Before it is gone, so that the focus returns to where it was.
      current?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={kind ?? ""}
      aria-labelledby={labelledBy}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        // By itself the browser closes it at once and says so later: who had asked for it again by then would see it vanish.
        event.preventDefault()
        // Another one may be around this one.
        event.stopPropagation()
        onClose()
      }}
      // Beside it is out of it.
      onPointerDown={(event) => {
        const { current } = dialog
        if (current !== null && event.target === current && isOutside(event, current)) onClose()
      }}
      // Closed by other means than a key, such as a gesture. What is said of a dialog that is gone is of no concern to the next one.
      onClose={() => isThere.current && onClose()}
    >
      {children}
    </dialog>
  )
}
