// A decision with something to fall back on: where the service cannot be reached in time, or the experiment no longer decides, the caller
// goes on with an arm of its own, and is told why. A wrong request is an error all the same, since no fallback would correct it.

import type { DecisionCreate, DecisionView } from "@armistice/service/api"
import { ClientError } from "./client-error.ts"

export interface DecideOptions extends DecisionCreate {
  /** The arm to go on with if the service cannot be reached, does not answer in time, cannot serve now (429, 5xx), or has no such experiment. */
  readonly fallback?: string
  /** For the whole call, repetitions included; with a fallback the client's own if left out. */
  readonly timeoutMs?: number
}

export interface Decided extends DecisionView {
  readonly isFallback: false
}

/** No decision that the service knows of: there is nothing to give a reward to. */
export interface Fallback {
  readonly decisionId: null
  readonly arm: string
  readonly isFallback: true
  /** The code of the error that would have been thrown without a fallback. */
  readonly reason: string
}

export interface Decide {
  (decision: DecideOptions & { readonly fallback: string }): Promise<Decided | Fallback>
  (decision?: Omit<DecideOptions, "fallback">): Promise<Decided>
}

/** `send` gets what is for the service, and how long it may take. */
export function decideWith(
  send: (decision: DecisionCreate, withinMs: number | undefined) => Promise<DecisionView>,
  usualMs: number,
): Decide {
  const decide = async ({ fallback, timeoutMs, ...decision }: DecideOptions = {}): Promise<Decided | Fallback> => {
    try {
      const withinMs = timeoutMs ?? (fallback === undefined ? undefined : usualMs)
      return { ...(await send(decision, withinMs)), isFallback: false }
    } catch (error) {
      if (fallback === undefined || !(error instanceof ClientError)) throw error
      if (!error.isTemporary && !isFromElsewhere(error) && !isOver.has(error.code)) throw error
      return { decisionId: null, arm: fallback, isFallback: true, reason: error.code }
    }
  }
  return decide as Decide
}

/** An experiment that is archived or gone must not break the page that still asks it. */
const isOver = new Set(["experiment_archived", "unknown_experiment"])

const isFromElsewhere = (error: ClientError): boolean => error.status !== 0 && !error.isOfService
