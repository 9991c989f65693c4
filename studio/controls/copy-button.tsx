// Copies a text and says so.

import { useState } from "preact/hooks"

interface Props {
  readonly text: string | (() => string)
  readonly label: string
  /** A small button if left out. */
  readonly look?: string
}

export function CopyButton({ text, label, look = "btn small" }: Props) {
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
    <button type="button" class={look} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  )
}
