// The program of a module worker in a browser.

import { doWorkerDuty, type FromWorker, type ToWorker } from "./worker-duty.ts"

/** The part of a worker's global scope used here: the compiler knows only that of a page. */
interface WorkerScope {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null
  postMessage(message: FromWorker): void
}

const scope = globalThis as unknown as WorkerScope
const receive = doWorkerDuty((message) => scope.postMessage(message))
scope.onmessage = (event) => receive(event.data)
