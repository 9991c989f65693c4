// A native modal dialog: it holds the focus while it is open and returns it afterwards.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

interface Props {
  readonly labelledBy: string
  readonly class?: string
  /** Asks the parent to remove the dialog; nothing else closes it. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Events on the backdrop target the dialog, as those on its padding do. */
function isOutside({ clientX, clientY }: PointerEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

export function Modal({ labelledBy, class: kind, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isThere = useRef(true)
  // In a layout effect, so that the next key press goes to the dialog.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => {
      isThere.current = false
      // Close before removal, so that the browser returns the focus.
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
        // The browser would close the dialog at once but report it later, and could hide a dialog
        // opened in between.
        event.preventDefault()
        // This dialog may be inside another one.
        event.stopPropagation()
        onClose()
      }}
      // A press on the backdrop closes the dialog.
      onPointerDown={(event) => {
        const { current } = dialog
        if (current !== null && event.target === current && isOutside(event, current)) onClose()
      }}
      // Closed by other means than a key, such as a gesture; late events of a removed dialog are
      // ignored.
      onClose={() => isThere.current && onClose()}
    >
      {children}
    </dialog>
  )
}
