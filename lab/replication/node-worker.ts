// The program of a worker thread in Node.

import { parentPort } from "node:worker_threads"
import { doWorkerDuty } from "./worker-duty.ts"

if (parentPort === null) throw new Error("this file must be run as a worker thread")
const port = parentPort
port.on(
  "message",
  doWorkerDuty((message) => port.postMessage(message)),
)
