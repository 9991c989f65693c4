// A button that copies text and confirms it.

import { useState } from "preact/hooks"

interface Props {
  readonly text: string | (() => string)
  readonly label: string
  /** The classes of the button; a small one by default. */
  readonly class?: string
}

export function CopyButton({ text, label, class: style = "btn small" }: Props) {
  const [said, setSaid] = useState<string | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text())
      setSaid("Copied")
    } catch {
      setSaid("Select and copy it by hand")
    }
    setTimeout(() => setSaid(null), 2000)
  }
  return (
    <button type="button" class={style} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  )
}
