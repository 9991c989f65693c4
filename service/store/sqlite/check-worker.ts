// The program of the thread that checks the pages of a file.

import { parentPort, workerData } from "node:worker_threads"
import { findFileDamage } from "./sqlite-damage.ts"

parentPort?.postMessage(findFileDamage(workerData as string))
