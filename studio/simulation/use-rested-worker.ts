// Work in a worker of its own while a form is filled in. It begins once the request has not changed
// for a moment; a new request, or leaving the page, releases the worker.

import type { HeldWorker } from "@armistice/lab"
import { useEffect } from "preact/hooks"
import { workers } from "./workers.ts"

/** `request`: what the work depends on, as text; `null`: there is nothing to do. */
export function useRestedWorker(
  request: string | null,
  restMs: number,
  work: (worker: HeldWorker) => Promise<void>,
): void {
  useEffect(() => {
    if (request === null) return
    let release = () => {}
    const timer = setTimeout(() => {
      const worker = workers.take()
      release = () => worker.release()
      void work(worker).finally(release)
    }, restMs)
    return () => {
      clearTimeout(timer)
      release()
    }
  }, [request])
}
