// Shows a secret once. Links, the Back button and reloads ask before they leave, until the person
// says that it is stored.

import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { goTo, holdLinks } from "../address.ts"
import { CopyButton } from "../controls/copy-button.tsx"
import { Question } from "../controls/question.tsx"
import { Button } from "../layout/button.tsx"

/** The id of the heading, which takes the focus. */
export const newSecretId = "new-secret"

interface Props {
  readonly title: string
  readonly secret: string
  /** The purpose of the secret, and the way to replace a lost one. */
  readonly children: ComponentChildren
  readonly onClose: () => void
}

export function NewSecret({ title, secret, children, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const release = useRef(() => {})
  const [target, setTarget] = useState<string | null>(null)
  useLayoutEffect(() => heading.current?.focus(), [secret])
  useLayoutEffect(() => {
    release.current = holdLinks(setTarget)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => {
      release.current()
      removeEventListener("beforeunload", ask)
    }
  }, [])
  return (
    <section class="new-secret" aria-labelledby={newSecretId}>
      <h2 id={newSecretId} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <div class="secret-line">
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy" />
      </div>
      <p class="text-sm muted">{children}</p>
      <div class="row">
        <Button class="primary" onClick={onClose}>
          I have stored it
        </Button>
      </div>
      {target !== null && (
        <Question
          title="Leave before it is stored?"
          stay="Stay here"
          go="Leave"
          isDanger
          onGo={async () => {
            release.current()
            onClose()
            goTo(target)
            return null
          }}
          onClose={() => setTarget(null)}
        >
          <p class="text-sm">It is not shown again.</p>
        </Question>
      )}
    </section>
  )
}
