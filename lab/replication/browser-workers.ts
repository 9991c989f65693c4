// Workers in a browser. The page makes them itself, because a bundler must see where it does:
// `browserWorkers(() => new Worker(new URL("@armistice/lab/browser-worker", import.meta.url), { type: "module" }))`.

import { type FromWorker, failureOf, type StartWorker } from "./worker-duty.ts"

export function browserWorkers(create: () => Worker): StartWorker {
  return (receive) => {
    const worker = create()
    worker.onmessage = (event: MessageEvent<FromWorker>) => receive(event.data)
    worker.onerror = (event) => receive(failureOf(new Error(event.message || "a worker could not start")))
    return { send: (message) => worker.postMessage(message), close: () => worker.terminate() }
  }
}
