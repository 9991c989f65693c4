// What a worker does, whatever kind it is: prepares a simulation once, then plays the runs it is sent.

import { ArmisticeError, type ErrorCode } from "@armistice/core"
import { type PreparedSimulation, prepareSimulation } from "./prepare.ts"
import { runChunk, runWarm } from "./run-chunk.ts"
import type { SimulationSpec } from "./simulation-spec.ts"

export type ToWorker =
  /** With `warmUp`, the first chunk is one run, timed on a warm engine. */
  | { readonly kind: "prepare"; readonly spec: SimulationSpec; readonly warmUp: boolean }
  | { readonly kind: "play"; readonly from: number; readonly to: number }

export type FromWorker =
  | { readonly kind: "played"; readonly from: number; readonly rows: Float64Array }
  | { readonly kind: "failed"; readonly code: ErrorCode | null; readonly message: string }

/** How the main thread holds a worker. */
export interface WorkerLink {
  send(message: ToWorker): void
  close(): void
}

export type StartWorker = (receive: (message: FromWorker) => void) => WorkerLink

/** The worker's side: give every message to the function this returns. */
export function doWorkerDuty(send: (message: FromWorker) => void): (message: ToWorker) => void {
  let simulation: PreparedSimulation | undefined
  let isWarm = false
  return (message) => {
    try {
      if (message.kind === "prepare") {
        simulation = prepareSimulation(message.spec)
        isWarm = !message.warmUp
        return
      }
      if (simulation === undefined) throw new Error("a worker must be given a simulation before runs")
      const { from, to } = message
      const rows = isWarm ? runChunk(simulation, from, to) : runWarm(simulation, from)
      isWarm = true
      send({ kind: "played", from, rows })
    } catch (error) {
      send(failureOf(error))
    }
  }
}

export function failureOf(error: unknown): FromWorker {
  const code = error instanceof ArmisticeError ? error.code : null
  return { kind: "failed", code, message: error instanceof Error ? error.message : String(error) }
}

export function errorOf({ code, message }: { readonly code: ErrorCode | null; readonly message: string }): Error {
  return code === null ? new Error(message) : new ArmisticeError(code, message)
}
