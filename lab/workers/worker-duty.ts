// What runs inside a worker, in Node and in a browser alike: it is asked one thing at a time, by the name of a duty, and answers.

import { ArmisticeError, type ErrorCode } from "@armistice/core"

export type ToWorker =
  | { readonly kind: "ask"; readonly duty: string; readonly ask: unknown }
  /** Nobody waits for the answer any more. */
  | { readonly kind: "cancel" }

export type FromWorker =
  | { readonly kind: "answer"; readonly answer: unknown }
  | { readonly kind: "failed"; readonly code: ErrorCode | null; readonly message: string }
  /** Still at it, and getting on; with what is known already, where a duty tells it. */
  | { readonly kind: "progress"; readonly part?: unknown }
  /** The worker could not start, or is no more. */
  | { readonly kind: "broken"; readonly message: string }

export interface DutyContext {
  /** Long duties end when it is aborted; their answer is for nobody. */
  readonly signal: AbortSignal
  readonly onProgress: () => void
  /** Gives whoever waits a part before the answer. */
  readonly tell: (part: unknown) => void
}

export type Duty<Ask, Answer> = (ask: Ask, context: DutyContext) => Answer | Promise<Answer>

/** Give every message to the function this returns. */
export function serveDuties(
  duties: Readonly<Record<string, Duty<never, unknown>>>,
  send: (message: FromWorker) => void,
): (message: ToWorker) => void {
  let current = new AbortController()
  const answer = async (name: string, ask: unknown): Promise<void> => {
    current = new AbortController()
    const context: DutyContext = {
      signal: current.signal,
      onProgress: () => send({ kind: "progress" }),
      tell: (part) => send({ kind: "progress", part }),
    }
    try {
      const duty = duties[name]
      if (duty === undefined) throw new Error(`a worker must be asked one of ${Object.keys(duties)}, got ${name}`)
      send({ kind: "answer", answer: await duty(ask as never, context) })
    } catch (error) {
      const code = error instanceof ArmisticeError ? error.code : null
      send({ kind: "failed", code, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return (message) => {
    if (message.kind === "cancel") current.abort()
    else void answer(message.duty, message.ask)
  }
}
