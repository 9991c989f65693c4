// Armistice as a provider for pages, where a flag must have its value at once: every listed flag is decided when the provider starts and when
// the context becomes another person's, so list only what the page shows.

import {
  ErrorCode,
  type EvaluationContext,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from "@openfeature/web-sdk"
import { Connection } from "./connection.ts"
import { DecisionsAhead } from "./decisions-ahead.ts"
import { FlagProvider } from "./flag-provider.ts"
import type { ArmisticeOptions, ValueType } from "./options.ts"
import { askedFor, decided, flagFor, unresolved } from "./resolution.ts"

export type { ArmisticeEvent, ArmisticeFlag, ArmisticeOptions } from "./options.ts"

const events = { ready: ProviderEvents.Ready, stale: ProviderEvents.Stale, error: ProviderEvents.Error } as const

export class ArmisticeProvider extends FlagProvider<"now"> implements Provider {
  readonly runsOn = "client"
  /** It holds the decisions of one person. */
  readonly domainScoped = true
  readonly events = new OpenFeatureEventEmitter()
  protected readonly connection: Connection
  readonly #ahead: DecisionsAhead
  #context: EvaluationContext = {}

  constructor(options: ArmisticeOptions) {
    super()
    this.connection = new Connection(
      options,
      (state, message) => this.events.emit(events[state], { message }),
      () => this.#catchUp(),
    )
    this.#ahead = new DecisionsAhead(this.connection)
  }

  initialize(context: EvaluationContext = {}): Promise<void> {
    this.#context = context
    return this.connection.start(() => this.#ahead.decideFor(context))
  }

  /** Nothing is asked for while the person and the segments stay the same. */
  onContextChange(_before: EvaluationContext, context: EvaluationContext): Promise<void> | void {
    this.#context = context
    if (this.#ahead.isWholeFor(context)) return
    return this.#ahead.decideFor(context)
  }

  protected resolve<T>(name: string, type: ValueType, otherwise: T, context: EvaluationContext): ResolutionDetails<T> {
    const found = flagFor(this.connection.options, name, type)
    if ("failure" in found) return unresolved(otherwise, found.failure)
    const whose = askedFor(found.flag, context)
    if ("failure" in whose) return unresolved(otherwise, whose.failure)
    const answer = this.#ahead.of(name, whose.asked)
    if (answer === undefined)
      return unresolved(otherwise, {
        code: ErrorCode.PROVIDER_NOT_READY,
        message: `the flag ${name} must have been decided for this context, and is not yet`,
      })
    return "failure" in answer ? unresolved(otherwise, answer.failure) : decided(found.flag, answer.decision, otherwise)
  }

  /** The service answers again: what could not be decided is decided now, and the page is told that flags have other values. */
  async #catchUp(): Promise<void> {
    if (this.#ahead.isWholeFor(this.#context)) return
    const before = this.#ahead.decidedFlags
    await this.#ahead.decideFor(this.#context)
    const flagsChanged = this.#ahead.decidedFlags.filter((name) => !before.includes(name))
    if (flagsChanged.length > 0) this.events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged })
  }
}
