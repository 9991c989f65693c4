// Work in a worker of its own that begins once a form has not changed for a moment.

import type { HeldWorker } from "@armistice/lab"
import { workers } from "./workers.ts"

/** Stopping the work, or the wait for it, releases the worker. */
export function startDebounced(work: (worker: HeldWorker) => Promise<void>, restMs = 250): () => void {
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
}
