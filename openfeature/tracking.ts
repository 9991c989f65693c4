// Tracked events on their way to the service. They wait in order while it does not answer; refused
// ones are reported to the application. Nothing here throws.

import type { ArmisticeClient, RewardValues } from "@armistice/client"
import type { EvaluationContext, TrackingEventDetails } from "@openfeature/core"
import type { ExperimentCatalogue } from "./experiment-catalogue.ts"
import { isRefusal } from "./is-refusal.ts"
import type { ArmisticeOptions } from "./options.ts"
import type { ServiceStatus } from "./service-status.ts"

interface WaitingEvent {
  readonly event: string
  readonly experiment: string
  readonly subject: string
  readonly metric: string | undefined
  readonly value: number | undefined
}

/** Enough for an outage, and little enough for memory. */
const mostWaiting = 10_000

export class Tracking {
  readonly #options: ArmisticeOptions
  readonly #client: ArmisticeClient
  readonly #experiments: ExperimentCatalogue
  readonly #status: ServiceStatus
  readonly #waiting: WaitingEvent[] = []
  #sending: Promise<void> | null = null

  constructor(
    options: ArmisticeOptions,
    client: ArmisticeClient,
    experiments: ExperimentCatalogue,
    status: ServiceStatus,
  ) {
    this.#options = options
    this.#client = client
    this.#experiments = experiments
    this.#status = status
  }

  track(event: string, context: EvaluationContext, details: TrackingEventDetails = {}): void {
    const { events = {}, flags } = this.#options
    const known = Object.hasOwn(events, event) ? events[event] : undefined
    const flag = known === undefined ? undefined : flags[known.flag]
    if (known === undefined || flag === undefined) return
    const { targetingKey: subject = "" } = context
    const { value } = details
    const problem = this.#findProblem(subject, value)
    if (problem !== null) {
      this.#refuse(event, problem)
      return
    }
    this.#waiting.push({ event, experiment: flag.experiment, subject, metric: known.metric, value })
    void this.flush()
  }

  #findProblem(subject: unknown, value: unknown): string | null {
    if (typeof subject !== "string" || subject === "")
      return "the context needs a targetingKey: the person that the event is about"
    if (value !== undefined && !Number.isFinite(value)) return "the value of an event must be a finite number"
    if (this.#waiting.length >= mostWaiting) return `at most ${mostWaiting} events can wait for the service`
    return null
  }

  /** Sends waiting events until the service does not answer. */
  flush(): Promise<void> {
    this.#sending ??= this.#flush().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #flush(): Promise<void> {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      try {
        await this.#send(first)
        this.#status.reportSuccess()
      } catch (error) {
        this.#status.reportFailure(error)
        if (!isRefusal(error)) return
        this.#refuse(first.event, error.message)
      }
      this.#waiting.shift()
    }
  }

  async #send({ experiment, subject, metric, value }: WaitingEvent): Promise<void> {
    const given = value ?? (await this.#experiments.readUpperBound(experiment, metric))
    const outcome: RewardValues = metric === undefined ? { value: given } : { metrics: { [metric]: given } }
    await this.#client.experiment(experiment).rewardSubject(subject, outcome, { keepalive: true })
  }

  #refuse(event: string, reason: string): void {
    try {
      this.#options.onRefused?.(event, reason)
    } catch {
      // An error of the callback must not stop other events.
    }
  }
}
