// A confirmation dialog. The button that changes nothing comes first.

import type { ComponentChildren } from "preact"
import { useId, useState } from "preact/hooks"
import { Button } from "../layout/button.tsx"
import { Modal } from "./modal.tsx"

interface Props {
  readonly title: string
  readonly children: ComponentChildren
  readonly stay: string
  readonly go: string
  readonly isDanger?: boolean
  /** Focuses the button that changes nothing, even if there are fields above it. */
  readonly startsOnStay?: boolean
  /** Returns an error to show, which keeps the dialog open, or null. */
  readonly onGo: () => Promise<string | null>
  readonly onClose: () => void
}

export function Question({ title, children, stay, go, isDanger = false, startsOnStay = false, onGo, onClose }: Props) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
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
    <Modal labelledBy={id} onClose={onClose}>
      <form
        class="question-form"
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
          <Button onClick={onClose} autofocus={startsOnStay}>
            {stay}
          </Button>
          <Button type="submit" class={isDanger ? "danger" : "primary"} aria-disabled={isBusy}>
            {go}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
