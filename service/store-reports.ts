// The reports to operators about the store, here and through webhooks: warnings, and the end of a
// time in which it could not be written.

import { type ServiceWarning, warningTexts } from "./service-warnings.ts"
import { largestClockLeadMs } from "./steady-clock.ts"
import type { StoreUpkeep } from "./store/store.ts"
import type { CommandQueues } from "./transaction/command-queues.ts"
import type { WebhookEventData } from "./webhooks/event-types.ts"
import { WriteOutage } from "./webhooks/write-outage.ts"

export class StoreReports {
  readonly #store: StoreUpkeep
  readonly #queues: CommandQueues
  readonly #outage = new WriteOutage()

  constructor(store: StoreUpkeep, queues: CommandQueues) {
    this.#store = store
    this.#queues = queues
  }

  /** The warnings to an operator although the service is ready. */
  warnings(clockLeadMs: number): ServiceWarning[] {
    return [
      ...(clockLeadMs > largestClockLeadMs ? (["clock"] as const) : []),
      ...(this.#store.isLogStuck?.() === true ? (["checkpoint"] as const) : []),
    ]
  }

  reportWarning(warning: ServiceWarning): Promise<void> {
    return this.#send({ trouble: warning, detail: warningTexts[warning] })
  }

  /** A batch failed. */
  noteFault(reason: unknown, now: number): void {
    this.#outage.note(reason, now)
  }

  /** The store was written: reports it if that was impossible for long. */
  endOutage(now: number): void {
    const detail = this.#outage.end(now)
    // If this is not kept either, the next outage is reported.
    if (detail !== null) this.#send({ trouble: "unwritable", detail }).catch(() => undefined)
  }

  #send(data: WebhookEventData<"store.trouble">): Promise<void> {
    return this.#queues.submit({ experiment: "", run: (work) => work.addMessage("store.trouble", data) })
  }
}
