// A dialog of the explorer, with its title and a Done button.

import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { Modal } from "../controls/modal.tsx"
import { Button } from "../layout/button.tsx"

interface Props {
  readonly title: string
  readonly class?: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Dialog({ title, class: kind, onClose, children }: Props) {
  const id = useId()
  return (
    <Modal labelledBy={id} class={kind ?? ""} onClose={onClose}>
      <div class="between">
        <h2 id={id}>{title}</h2>
        <Button onClick={onClose}>Done</Button>
      </div>
      {children}
    </Modal>
  )
}
