// The program of a module worker in a browser.

import { type MessageFromWorker, type MessageToWorker, serveTasks } from "./serve-tasks.ts"
import { createTasks } from "./worker-tasks.ts"

/** The part of a worker's global scope used here: the compiler knows only that of a page. */
interface WorkerScope {
  onmessage: ((event: { readonly data: MessageToWorker }) => void) | null
  postMessage(message: MessageFromWorker): void
}

const scope = globalThis as unknown as WorkerScope
const receive = serveTasks(createTasks(), (message) => scope.postMessage(message))
scope.onmessage = (event) => receive(event.data)
