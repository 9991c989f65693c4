// The states of a page while it loads and after an error.

import type { ComponentChildren } from "preact"
import { Link } from "./link.tsx"

interface LoadingProps {
  readonly what: string
  /** The service has not answered for longer than people wait without an explanation. */
  readonly isSlow?: boolean
}

export function Loading({ what, isSlow = false }: LoadingProps) {
  return (
    <p class="state" role="status">
      Loading the {what} …{isSlow && " The service takes long to answer; this page goes on waiting."}
    </p>
  )
}

interface FailedProps {
  readonly title: string
  readonly what: string
  readonly children?: ComponentChildren
}

export function Failed({ title, what, children }: FailedProps) {
  return (
    <section class="state failed" role="alert">
      <h1>{title}</h1>
      <p>{what}</p>
      {children ?? (
        <p>
          <Link to="/">Back to the start</Link>
        </p>
      )}
    </section>
  )
}
