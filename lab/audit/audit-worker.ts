// The program of a worker thread that plays parts of an audit.

import { parentPort } from "node:worker_threads"
import { createAlgorithm, type Parameters } from "@armistice/core"
import { type AuditPart, AuditRuns } from "./audit-runs.ts"

export interface AuditedAlgorithm {
  readonly name: string
  readonly parameters: Parameters
  readonly seed: number | string
}

export type ToAuditWorker = { readonly audited: AuditedAlgorithm } | { readonly part: AuditPart }
export type FromAuditWorker = { readonly numbers: Float64Array } | { readonly failure: string }

if (parentPort === null) throw new Error("this file must be run as a worker thread")
const port = parentPort
let runs: AuditRuns | undefined

port.on("message", (message: ToAuditWorker) => {
  try {
    if ("audited" in message) {
      const { name, parameters, seed } = message.audited
      runs = new AuditRuns(createAlgorithm(name, parameters), seed)
      return
    }
    if (runs === undefined) throw new Error("a worker must be given an algorithm before runs")
    port.postMessage({ numbers: runs.play(message.part) } satisfies FromAuditWorker)
  } catch (error) {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies FromAuditWorker)
  }
})
