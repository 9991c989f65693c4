// Tracked events on their way to the service. They wait in order while it does not answer; refused
// ones are reported to the application. Nothing here throws.

import type { ArmisticeClient, RewardValues } from "@armistice/client"
import type { EvaluationContext, TrackingEventDetails } from "@openfeature/core"
import type { ExperimentCatalogue } from "./experiment-catalogue.ts"
import { isRefusal } from "./is-refusal.ts"
import type { ArmisticeOptions } from "./options.ts"
import type { ServiceStatus } from "./service-status.ts"

/** A reward, the value of a metric, or that the person has seen an arm. */
type EventContent =
  | { readonly kind: "outcome"; readonly metric: string | undefined; readonly value: number | undefined }
  | { readonly kind: "exposure"; readonly variant: string | undefined }

interface WaitingEvent {
  readonly event: string
  readonly experiment: string
  readonly subject: string
  readonly content: EventContent
}

/** The event that begins the decision of a person who was only assigned an arm. */
const exposureEvent = "armistice.exposure"

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
    if (event === exposureEvent) {
      this.#trackExposure(context, details)
      return
    }
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
    this.#add({
      event,
      experiment: flag.experiment,
      subject,
      content: { kind: "outcome", metric: known.metric, value },
    })
  }

  #trackExposure(
    { targetingKey: subject = "" }: EvaluationContext,
    { flag: name, variant }: TrackingEventDetails,
  ): void {
    const { flags } = this.#options
    const flag = typeof name === "string" && Object.hasOwn(flags, name) ? flags[name] : undefined
    const problem = flag === undefined ? "the event needs a listed flag as flag" : this.#findProblem(subject, undefined)
    if (flag === undefined || problem !== null) {
      this.#refuse(exposureEvent, problem as string)
      return
    }
    const shown = typeof variant === "string" ? variant : undefined
    const content = { kind: "exposure", variant: shown } as const
    this.#add({ event: exposureEvent, experiment: flag.experiment, subject, content })
  }

  #add(event: WaitingEvent): void {
    this.#waiting.push(event)
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

  async #send({ experiment, subject, content }: WaitingEvent): Promise<void> {
    if (content.kind === "exposure") {
      const { variant: arm } = content
      const shown = arm === undefined ? {} : { arm }
      await this.#client.experiment(experiment).expose(subject, { keepalive: true, ...shown })
      return
    }
    const { metric, value } = content
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
