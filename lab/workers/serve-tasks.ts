// The worker's side of the protocol, in Node and in a browser: one task at a time, by name.

import { ArmisticeError, type ErrorCode } from "@armistice/core"

export type MessageToWorker =
  | { readonly kind: "run"; readonly task: string; readonly input: unknown }
  /** Nobody waits for the result any more. */
  | { readonly kind: "cancel" }

export type MessageFromWorker =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "failed"; readonly code: ErrorCode | null; readonly message: string }
  /** The task is still running; `part` is a partial result, if the task sent one. */
  | { readonly kind: "progress"; readonly part?: unknown }
  /** The worker could not start, or has ended. */
  | { readonly kind: "broken"; readonly message: string }

export interface TaskContext {
  /** Aborted when the task is cancelled: a long task returns early and its result is ignored. */
  readonly signal: AbortSignal
  readonly onProgress: () => void
  /** Sends a partial result ahead of the final one. */
  readonly sendPart: (part: unknown) => void
}

export type WorkerTask<Input, Result> = (input: Input, context: TaskContext) => Result | Promise<Result>

/** Returns the handler for messages to the worker. */
export function serveTasks(
  tasks: Readonly<Record<string, WorkerTask<never, unknown>>>,
  send: (message: MessageFromWorker) => void,
): (message: MessageToWorker) => void {
  let current = new AbortController()
  const run = async (name: string, input: unknown): Promise<void> => {
    current = new AbortController()
    const context: TaskContext = {
      signal: current.signal,
      onProgress: () => send({ kind: "progress" }),
      sendPart: (part) => send({ kind: "progress", part }),
    }
    try {
      const task = tasks[name]
      if (task === undefined) throw new Error(`a task must be one of ${Object.keys(tasks).join(", ")}, got ${name}`)
      send({ kind: "result", result: await task(input as never, context) })
    } catch (error) {
      const code = error instanceof ArmisticeError ? error.code : null
      send({ kind: "failed", code, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return (message) => {
    if (message.kind === "cancel") current.abort()
    else void run(message.task, message.input)
  }
}
