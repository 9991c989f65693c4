// A thread for long work beside other work. It runs a compiled program of this package, also where this file itself runs from source (in
// tests): so flags of the main thread (loaders, conditions), which are for sources, are not for it.

import { Worker } from "node:worker_threads"

const compiled = new URL(import.meta.url.endsWith(".ts") ? "./dist/" : "./", import.meta.url)

/** `program`: its place in the package, such as "ledger/chain-worker.js". */
export const startThread = (program: string, workerData: unknown): Worker =>
  new Worker(new URL(program, compiled), { execArgv: [], workerData })
