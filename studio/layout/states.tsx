// What a page shows when it has nothing to show yet, or something went wrong: what it is, and what to do.

import type { ComponentChildren } from "preact"
import { Link } from "./link.tsx"

export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="state" role="status">
      Loading the {what} …
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
