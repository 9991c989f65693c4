// Starts a worker thread for long work. It runs a compiled program of this package even where this
// file runs from source, as in tests, so it gets none of the main thread's flags.

import { Worker } from "node:worker_threads"

const compiled = new URL(import.meta.url.endsWith(".ts") ? "./dist/" : "./", import.meta.url)

/** `program`: a path in the package, such as "ledger/chain-worker.js". */
export const startThread = (program: string, workerData: unknown): Worker =>
  new Worker(new URL(program, compiled), { execArgv: [], workerData })
