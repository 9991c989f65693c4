// Shown when the files of a page did not load: reloads everything as soon as the service answers.

import { useEffect } from "preact/hooks"
import { Failed } from "./states.tsx"

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
