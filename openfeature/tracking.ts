// Tracked events on their way: each is the reward, or the value of a metric, of a person. What finds nobody waits, in order, until the service
// serves again; what is refused is told to the application. Nothing here throws.

import type { ArmisticeClient, Outcome } from "@armistice/client"
import type { EvaluationContext, TrackingEventDetails } from "@openfeature/core"
import type { Experiments } from "./experiments.ts"
import type { ArmisticeOptions } from "./options.ts"
import { isRefusal } from "./refusal.ts"

interface Waiting {
  readonly event: string
  readonly experiment: string
  readonly subject: string
  readonly metric: string | undefined
  readonly value: number | undefined
}

/** So many that a service away for a while loses none, and so few that they fit into memory. */
const mostWaiting = 10_000

export class Tracking {
  readonly #options: ArmisticeOptions
  readonly #client: ArmisticeClient
  readonly #experiments: Experiments
  readonly #onLine: { up(): void; failed(error: unknown): void }
  readonly #waiting: Waiting[] = []
  #sending: Promise<void> | null = null

  constructor(
    options: ArmisticeOptions,
    client: ArmisticeClient,
    experiments: Experiments,
    onLine: { up(): void; failed(error: unknown): void },
  ) {
    this.#options = options
    this.#client = client
    this.#experiments = experiments
    this.#onLine = onLine
  }

  track(event: string, context: EvaluationContext, details: TrackingEventDetails = {}): void {
    const { events = {}, flags } = this.#options
    const known = Object.hasOwn(events, event) ? events[event] : undefined
    const flag = known === undefined ? undefined : flags[known.flag]
    if (known === undefined || flag === undefined) return
    const { targetingKey: subject = "" } = context
    const { value } = details
    const problem = this.#problemOf(subject, value)
    if (problem !== null) {
      this.#refuse(event, problem)
      return
    }
    this.#waiting.push({ event, experiment: flag.experiment, subject, metric: known.metric, value })
    void this.flush()
  }

  #problemOf(subject: unknown, value: unknown): string | null {
    if (typeof subject !== "string" || subject === "")
      return "the context must have a targetingKey: whom the event is of"
    if (value !== undefined && !Number.isFinite(value)) return "the value of an event must be a finite number"
    if (this.#waiting.length >= mostWaiting) return `at most ${mostWaiting} events can wait for the service`
    return null
  }

  /** Sends what waits, as far as the service answers. */
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
        this.#onLine.up()
      } catch (error) {
        this.#onLine.failed(error)
        if (!isRefusal(error)) return
        this.#refuse(first.event, error.message)
      }
      this.#waiting.shift()
    }
  }

  async #send({ experiment, subject, metric, value }: Waiting): Promise<void> {
    const given = value ?? (await this.#experiments.upperBound(experiment, metric))
    const outcome: Outcome = metric === undefined ? { value: given } : { metrics: { [metric]: given } }
    // The page may be closed meanwhile.
    await this.#client.experiment(experiment).rewardSubject(subject, outcome, { keepalive: true })
  }

  #refuse(event: string, reason: string): void {
    try {
      this.#options.onRefused?.(event, reason)
    } catch {
      // Its own mistake must not stop the events of others.
    }
  }
}
