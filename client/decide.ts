// Decisions with a fallback: if the service cannot be reached in time, or the experiment no longer
// decides, the caller goes on with an arm of its own. A wrong request is still an error, since no
// fallback would correct it.

import type { DecisionCreate, DecisionView } from "@armistice/service/api"
import { ClientError } from "./client-error.ts"

/** A decision to make, and what to do if the service cannot make it. */
export interface DecideOptions extends DecisionCreate {
  /** The arm to use if the service is unreachable, too slow, overloaded or lacks the experiment. */
  readonly fallback?: string
  /** For the whole call, retries included. The client's `timeoutMs` by default with a fallback. */
  readonly timeoutMs?: number
}

/** A decision of the service. */
export interface ServedDecision extends DecisionView {
  readonly isFallback: false
}

/** The caller's own arm. The service knows of no decision, so there is nothing to reward. */
export interface FallbackDecision {
  readonly decisionId: null
  readonly arm: string
  readonly isFallback: true
  /** The code of the error that would have been thrown without a fallback. */
  readonly reason: string
}

/** `decide` of an experiment: only a call with a fallback can return one. */
export interface Decide {
  (decision: DecideOptions & { readonly fallback: string }): Promise<ServedDecision | FallbackDecision>
  (decision?: Omit<DecideOptions, "fallback">): Promise<ServedDecision>
}

/** `send` gets the request, and how long it may take. */
export function createDecide(
  send: (decision: DecisionCreate, withinMs: number | undefined) => Promise<DecisionView>,
  defaultMs: number,
): Decide {
  const decide = async ({ fallback, timeoutMs, ...decision }: DecideOptions = {}) => {
    try {
      const withinMs = timeoutMs ?? (fallback === undefined ? undefined : defaultMs)
      return { ...(await send(decision, withinMs)), isFallback: false }
    } catch (error) {
      if (fallback === undefined || !(error instanceof ClientError) || !allowsFallback(error)) throw error
      return { decisionId: null, arm: fallback, isFallback: true, reason: error.code }
    }
  }
  return decide as Decide
}

/** An experiment that is archived or gone must not break the page that still asks for it. */
const endedCodes = new Set(["experiment_archived", "unknown_experiment"])

const allowsFallback = (error: ClientError): boolean =>
  error.isTemporary || endedCodes.has(error.code) || (error.status !== 0 && !error.isFromService)
