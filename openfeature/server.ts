// Armistice as a provider for servers: every evaluation asks the service for an arm, in time or the default value is given.

import {
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
  type TrackingEventDetails,
} from "@openfeature/server-sdk"
import { Connection, providerName } from "./connection.ts"
import type { ArmisticeOptions, ValueType } from "./options.ts"
import { askedFor, decided, failureOf, flagFor, unresolved } from "./resolution.ts"

export type { ArmisticeEvent, ArmisticeFlag, ArmisticeOptions } from "./options.ts"

const events = { ready: ProviderEvents.Ready, stale: ProviderEvents.Stale, error: ProviderEvents.Error } as const

export class ArmisticeProvider implements Provider {
  readonly metadata = { name: providerName } as const
  readonly runsOn = "server"
  readonly events = new OpenFeatureEventEmitter()
  readonly #connection: Connection

  constructor(options: ArmisticeOptions) {
    this.#connection = new Connection(options, (state, message) => this.events.emit(events[state], { message }))
  }

  initialize(): Promise<void> {
    return this.#connection.start()
  }

  onClose(): Promise<void> {
    return this.#connection.stop()
  }

  resolveBooleanEvaluation(flag: string, otherwise: boolean, context: EvaluationContext) {
    return this.#resolve(flag, "boolean", otherwise, context)
  }

  resolveStringEvaluation(flag: string, otherwise: string, context: EvaluationContext) {
    return this.#resolve(flag, "string", otherwise, context)
  }

  resolveNumberEvaluation(flag: string, otherwise: number, context: EvaluationContext) {
    return this.#resolve(flag, "number", otherwise, context)
  }

  resolveObjectEvaluation<T extends JsonValue>(flag: string, otherwise: T, context: EvaluationContext) {
    return this.#resolve(flag, "object", otherwise, context)
  }

  track(event: string, context: EvaluationContext, details: TrackingEventDetails): void {
    this.#connection.tracking.track(event, context, details)
  }

  async #resolve<T>(
    name: string,
    type: ValueType,
    otherwise: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    const { options, client, line, timeoutMs } = this.#connection
    const found = flagFor(options, name, type)
    if ("failure" in found) return unresolved(otherwise, found.failure)
    const whose = askedFor(found.flag, context)
    if ("failure" in whose) return unresolved(otherwise, whose.failure)
    const { subject, segment } = whose.asked
    try {
      const decision = await client
        .experiment(found.flag.experiment)
        .decide({ subject, ...(segment === undefined ? {} : { segment }), timeoutMs })
      line.up()
      return decided(found.flag, decision, otherwise)
    } catch (error) {
      line.failed(error)
      return unresolved(otherwise, failureOf(error))
    }
  }
}
