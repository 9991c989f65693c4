// How long the store could not be written. Webhooks are told once it can be again: before that, nothing could be put into the outbox.

import { isStoreError, type ServiceErrorCode } from "../service-error.ts"

const codes: ReadonlySet<ServiceErrorCode> = new Set(["store_full", "store_gone", "store_unavailable"])

/** Shorter ones are met by clients' own repetitions. */
const leastMs = 10_000

interface Outage {
  readonly since: number
  readonly code: ServiceErrorCode
}

export class WriteOutage {
  #outage: Outage | null = null

  /** A transaction failed. */
  note(reason: unknown, now: number): void {
    if (isStoreError(reason) && codes.has(reason.code)) this.#outage ??= { since: now, code: reason.code }
  }

  /** A transaction was kept: the sentence to tell, if nothing could be written for long before it. */
  end(now: number): string | null {
    const outage = this.#outage
    this.#outage = null
    if (outage === null || now - outage.since < leastMs) return null
    const { since, code } = outage
    return `the store could not be written from ${timeText(since)} to ${timeText(now)} (${code}): requests were refused meanwhile`
  }
}

const timeText = (at: number): string => new Date(at).toISOString()
