// Workers in a browser. The page makes them itself, because a bundler must see where it does:
// `browserWorkers(() => new Worker(new URL("@armistice/lab/browser-worker", import.meta.url), {
// type: "module" }))`.

import type { MessageFromWorker } from "./serve-tasks.ts"
import { WorkerPool } from "./worker-pool.ts"

/** A pool of web workers, one for each core but one. */
export function browserWorkers(create: () => Worker): WorkerPool {
  // One core is left to the page.
  return new WorkerPool(Math.max(1, navigator.hardwareConcurrency - 1), (receive) => {
    const worker = create()
    worker.onmessage = (event: MessageEvent<MessageFromWorker>) => receive(event.data)
    worker.onerror = (event) => receive({ kind: "broken", message: event.message || "a worker could not start" })
    return { send: (message) => worker.postMessage(message), close: () => worker.terminate() }
  })
}
