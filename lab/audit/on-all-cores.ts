// Audits on all cores of this machine, with worker threads: of catalogue algorithms, or of one's own in a module. Node only.

import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { ArmisticeError } from "@armistice/core"
import { type AuditOptions, audit as auditWith } from "./audit.ts"
import type { AuditResult } from "./audit-result.ts"
import type { AuditedAlgorithm, FromAuditWorker, ToAuditWorker } from "./audit-worker.ts"
import type { Lane } from "./lanes.ts"

export type AuditOnCoresOptions = Omit<AuditOptions, "lanes"> & {
  /** Worker threads; all cores if left out. Changes no result. */
  readonly jobs?: number | undefined
  /** The URL of the module that `algorithm` was loaded from, where it is one's own; worker threads load it too. */
  readonly module?: string | undefined
}

export async function audit(options: AuditOnCoresOptions): Promise<AuditResult> {
  const { jobs = availableParallelism(), module, ...rest } = options
  if (!(Number.isInteger(jobs) && jobs >= 1 && jobs <= 1024))
    throw new ArmisticeError("invalid_parameter", `jobs must be a whole number in [1, 1024], got ${jobs}`)
  const { seed = 1, algorithm } = options
  const { name, parameters } = algorithm
  const audited = module === undefined ? { name, parameters, seed } : { module, seed }
  const workers = Array.from({ length: jobs }, () => startWorker(audited))
  try {
    return await auditWith({ ...rest, lanes: workers.map(({ lane }) => lane) })
  } finally {
    for (const { close } of workers) close()
  }
}

// Workers run the compiled program, also when this file itself runs from source (in tests).
const isSource = import.meta.url.endsWith(".ts")
const program = new URL(isSource ? "../dist/audit/audit-worker.js" : "./audit-worker.js", import.meta.url)

function startWorker(audited: AuditedAlgorithm): { readonly lane: Lane; readonly close: () => void } {
  // Flags of the main thread (loaders, conditions) are for sources, and the program is compiled.
  const worker = new Worker(program, { execArgv: [] })
  const send = (message: ToAuditWorker) => worker.postMessage(message)
  let settle: { resolve: (numbers: Float64Array) => void; reject: (error: Error) => void } | undefined
  let broken: Error | undefined
  worker.on("message", (message: FromAuditWorker) => {
    if ("numbers" in message) settle?.resolve(message.numbers)
    else settle?.reject(new Error(message.failure))
  })
  worker.on("error", (error) => {
    broken = error as Error
    settle?.reject(broken)
  })
  send({ audited })
  return {
    lane: (part) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken)
        settle = { resolve, reject }
        send({ part })
      }),
    close: () => void worker.terminate(),
  }
}
