// The states of a page while it loads, after an error, and when its files did not load.

import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
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

/** Above data that were read before. */
export const NotAnswering = () => (
  <p class="note warn" role="status">
    The service does not answer just now; this page goes on by itself.
  </p>
)

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

const againMs = 2000

export function NotLoaded() {
  useEffect(() => {
    const look = async () => {
      try {
        if ((await fetch("/healthz", { cache: "no-store" })).ok) location.reload()
      } catch {
        // The service still does not answer.
      }
    }
    const timer = setInterval(() => void look(), againMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Failed
      title="This page did not load"
      what="The service does not answer just now. This page goes on by itself when it is back."
    />
  )
}
