// The secret of a new webhook: shown once, and focused.

import { useLayoutEffect, useRef } from "preact/hooks"
import { CopyButton } from "../controls/copy-button.tsx"
import { Button } from "../layout/button.tsx"

interface Props {
  readonly name: string
  readonly secret: string
  readonly onClose: () => void
}

export function NewSecret({ name, secret, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section class="shown-once" aria-labelledby="new-secret">
      <h2 id="new-secret" tabIndex={-1} ref={heading}>
        The secret of “{name}” is shown once.
      </h2>
      <p class="text-sm">
        Your receiver verifies signatures with it (Standard Webhooks). Nobody can show it again: a lost secret is
        replaced by adding the webhook anew.
      </p>
      <div class="secret-line">
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy" />
      </div>
      <div class="row">
        <Button onClick={onClose}>I have kept it</Button>
      </div>
    </section>
  )
}
