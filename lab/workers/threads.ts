// The worker threads of this process, one for each core. They run the compiled program, also when
// this file itself runs from source (in tests). Node only.

import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { WorkerPool } from "./worker-pool.ts"

const isSource = import.meta.url.endsWith(".ts")
const program = new URL(isSource ? "../dist/workers/node-worker.js" : "./node-worker.js", import.meta.url)

/** A pool of worker threads, one for each core. */
export const threads = new WorkerPool(availableParallelism(), (receive) => {
  // Flags of the main thread (loaders, conditions) are for sources, and the program is compiled.
  const worker = new Worker(program, { execArgv: [] })
  worker.on("message", receive)
  worker.on("error", (error) => receive({ kind: "broken", message: (error as Error).message }))
  return {
    send: (message) => worker.postMessage(message),
    close: () => void worker.removeAllListeners().terminate(),
    // The process need not wait for a thread that nobody waits for.
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  }
})
