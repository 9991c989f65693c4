// Worker threads in Node. They run the compiled program, also when this file itself runs from source (in tests).

import { Worker } from "node:worker_threads"
import type { StartWorker } from "./worker-duty.ts"
import { failureOf } from "./worker-duty.ts"

const isSource = import.meta.url.endsWith(".ts")
const program = new URL(isSource ? "../dist/replication/node-worker.js" : "./node-worker.js", import.meta.url)

export const startNodeWorker: StartWorker = (receive) => {
  // Flags of the main thread (loaders, conditions) are for sources, and the program is compiled.
  const worker = new Worker(program, { execArgv: [] })
  worker.on("message", receive)
  worker.on("error", (error) => receive(failureOf(error)))
  return {
    send: (message) => worker.postMessage(message),
    close: () => {
      worker.removeAllListeners()
      void worker.terminate()
    },
  }
}
