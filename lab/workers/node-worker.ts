// The program of a worker thread in Node.

import { parentPort } from "node:worker_threads"
import { attackDuty } from "../audit/attack-duty.ts"
import { loadModule } from "../own/load-module.ts"
import { makeDuties } from "./duties.ts"
import { serveDuties } from "./worker-duty.ts"

if (parentPort === null) throw new Error("this file must be run as a worker thread")
const port = parentPort
port.on(
  "message",
  serveDuties({ ...makeDuties(loadModule), attack: attackDuty() }, (message) => port.postMessage(message)),
)
