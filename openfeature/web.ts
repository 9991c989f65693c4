// Armistice as a provider for pages.

import {
  ErrorCode,
  type EvaluationContext,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from "@openfeature/web-sdk"
import { FlagProvider } from "./flag-provider.ts"
import type { ArmisticeOptions, ValueType } from "./options.ts"
import { PrefetchedDecisions } from "./prefetched-decisions.ts"
import { ProviderSession } from "./provider-session.ts"
import { findFlag, toErrorResolution, toResolution } from "./resolution.ts"

export type { ArmisticeEvent, ArmisticeFlag, ArmisticeOptions } from "./options.ts"

const providerEvents = {
  ready: ProviderEvents.Ready,
  stale: ProviderEvents.Stale,
  error: ProviderEvents.Error,
} as const

/**
 * A provider for `@openfeature/web-sdk`, where a flag needs its value at once. Every listed flag is
 * decided when the provider starts and when the context changes to another person, so list only the
 * flags that the page shows.
 *
 * @example
 * await OpenFeature.setContext({ targetingKey: "user 17" })
 * const flags = { headline: { experiment: "exp_…" } }
 * await OpenFeature.setProviderAndWait(
 *   new ArmisticeProvider({ baseUrl: "https://armistice.example", flags }),
 * )
 * const headline = OpenFeature.getClient().getStringValue("headline", "plain")
 */
export class ArmisticeProvider extends FlagProvider<"now"> implements Provider {
  readonly runsOn = "client"
  /** It holds the decisions of one person. */
  readonly domainScoped = true
  readonly events = new OpenFeatureEventEmitter()
  protected readonly session: ProviderSession
  readonly #decisions: PrefetchedDecisions
  #context: EvaluationContext = {}

  constructor(options: ArmisticeOptions) {
    super()
    this.session = new ProviderSession(
      options,
      (state, message) => this.events.emit(providerEvents[state], { message }),
      () => this.#fetchMissing(),
    )
    this.#decisions = new PrefetchedDecisions(this.session)
  }

  initialize(context: EvaluationContext = {}): Promise<void> {
    this.#context = context
    return this.session.start(() => this.#decisions.fetch(context))
  }

  /** Nothing is fetched while the person and the segments stay the same. */
  onContextChange(_before: EvaluationContext, context: EvaluationContext): Promise<void> | void {
    this.#context = context
    if (this.#decisions.isCompleteFor(context)) return
    return this.#decisions.fetch(context)
  }

  protected resolve<T>(
    name: string,
    type: ValueType,
    defaultValue: T,
    context: EvaluationContext,
  ): ResolutionDetails<T> {
    const found = findFlag(this.session.options, name, type, context, this.session.findAttributes)
    if ("failure" in found) return toErrorResolution(defaultValue, found.failure)
    const fetched = this.#decisions.get(name, found.subject) ?? {
      failure: { code: ErrorCode.PROVIDER_NOT_READY, message: `the flag ${name} is not decided yet for this context` },
    }
    return "failure" in fetched
      ? toErrorResolution(defaultValue, fetched.failure)
      : toResolution(found.flag, fetched.decision, defaultValue)
  }

  /** Decides the flags that failed during an outage and tells the page which ones changed. */
  async #fetchMissing(): Promise<void> {
    if (this.#decisions.isCompleteFor(this.#context)) return
    const before = this.#decisions.listDecidedFlags()
    await this.#decisions.fetch(this.#context)
    const flagsChanged = this.#decisions.listDecidedFlags().filter((name) => !before.includes(name))
    if (flagsChanged.length > 0) this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged })
  }
}
