// The program of a module worker in a browser.

import { makeDuties } from "./duties.ts"
import { type FromWorker, serveDuties, type ToWorker } from "./worker-duty.ts"

/** The part of a worker's global scope used here: the compiler knows only that of a page. */
interface WorkerScope {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null
  postMessage(message: FromWorker): void
}

const scope = globalThis as unknown as WorkerScope
const receive = serveDuties(makeDuties(), (message) => scope.postMessage(message))
scope.onmessage = (event) => receive(event.data)
