// A question before something is done: what it means, and two buttons. What changes nothing comes first, so that Enter alone does nothing.

import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"

interface Props {
  readonly title: string
  readonly children: ComponentChildren
  readonly stay: string
  readonly go: string
  readonly isDanger?: boolean
  /** Throws, or gives words, where it could not be done: they are shown, and the question stays. */
  readonly onGo: () => Promise<string | null>
  readonly onClose: () => void
}

export function Question({ title, children, stay, go, isDanger = false, onGo, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // In the turn in which it is asked, so that the key pressed next is its own.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // Closed before it is gone, so that the focus returns to where it was.
    return () => current?.close()
  }, [])
  const goAhead = async () => {
    if (isBusy) return
    setProblem(null)
    setBusy(true)
    const words = await onGo()
    setBusy(false)
    if (words === null) onClose()
    else setProblem(words)
  }
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form
        class="box"
        onSubmit={(event) => {
          event.preventDefault()
          void goAhead()
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        {problem !== null && (
          <p class="note bad" role="alert">
            {problem}
          </p>
        )}
        <div class="row">
          <button type="button" class="btn" onClick={() => dialog.current?.close()}>
            {stay}
          </button>
          <button type="submit" class={isDanger ? "btn danger" : "btn pri"} aria-disabled={isBusy}>
            {go}
          </button>
        </div>
      </form>
    </dialog>
  )
}
