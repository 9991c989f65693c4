// The program of a thread that times runs.

import { parentPort } from "node:worker_threads"
import { type Sample, timeRuns } from "./timing.ts"

parentPort?.on("message", (sample: Sample) => parentPort?.postMessage(timeRuns(sample)))
