// The program of a worker thread that plays parts of an audit.

import { parentPort } from "node:worker_threads"
import { createAlgorithm, type Parameters } from "@armistice/core"
import { type AuditPart, AuditRuns } from "./audit-runs.ts"
import { loadOwnAlgorithm } from "./own-algorithm.ts"

/** One of the catalogue, or the URL of a module with one's own. */
export type AuditedAlgorithm = { readonly seed: number | string } & (
  | { readonly name: string; readonly parameters: Parameters }
  | { readonly module: string }
)

export type ToAuditWorker = { readonly audited: AuditedAlgorithm } | { readonly part: AuditPart }
export type FromAuditWorker = { readonly numbers: Float64Array } | { readonly failure: string }

if (parentPort === null) throw new Error("this file must be run as a worker thread")
const port = parentPort
let runs: Promise<AuditRuns> | undefined

port.on("message", (message: ToAuditWorker) => void answer(message))

async function answer(message: ToAuditWorker): Promise<void> {
  try {
    if ("audited" in message) {
      runs = runsOf(message.audited)
      // A failure is told with the first part that is asked for.
      runs.catch(() => {})
      return
    }
    if (runs === undefined) throw new Error("a worker must be given an algorithm before runs")
    port.postMessage({ numbers: (await runs).play(message.part) } satisfies FromAuditWorker)
  } catch (error) {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies FromAuditWorker)
  }
}

async function runsOf(audited: AuditedAlgorithm): Promise<AuditRuns> {
  if ("name" in audited) return new AuditRuns(createAlgorithm(audited.name, audited.parameters), audited.seed)
  const { algorithm, view } = await loadOwnAlgorithm(audited.module)
  return new AuditRuns(algorithm, audited.seed, view)
}
