// How long the store could not be written. Webhooks learn of it afterwards, because the outbox is
// part of the store.

import { formatTime } from "../format-time.ts"
import { isStoreError, type ServiceErrorCode } from "../service-error.ts"

const codes: ReadonlySet<ServiceErrorCode> = new Set(["store_full", "store_gone", "store_unavailable"])

/** Clients bridge shorter outages by their own retries. */
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

  /** After a commit: returns a sentence if nothing could be written for long before it. */
  end(now: number): string | null {
    const outage = this.#outage
    this.#outage = null
    if (outage === null || now - outage.since < leastMs) return null
    const { since, code } = outage
    return `the store could not be written from ${formatTime(since)} to ${formatTime(now)} (${code}): requests were refused meanwhile`
  }
}
