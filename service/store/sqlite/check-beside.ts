// The check of all pages of a file in a thread of its own, beside other work: it waits for nothing, and nothing waits for it but its result.

import { Worker } from "node:worker_threads"
import { damageOfFile } from "./sqlite-damage.ts"

// The compiled program, also when this file itself runs from source (in tests).
const isSource = import.meta.url.endsWith(".ts")
const program = new URL(isSource ? "../../dist/store/sqlite/check-worker.js" : "./check-worker.js", import.meta.url)

/** As `damageOfFile` says it. */
export function damageBeside(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    // Flags of the main thread (loaders, conditions) are for sources, and the program is compiled.
    const worker = new Worker(program, { execArgv: [], workerData: path })
    worker.once("message", resolve)
    // A thread that cannot be had is no damage: then it is checked here.
    worker.once("error", () => resolve(damageOfFile(path)))
  })
}
