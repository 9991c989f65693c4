// Armistice as a provider for servers: every evaluation asks the service for an arm, in time or the default value is given.

import {
  type EvaluationContext,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from "@openfeature/server-sdk"
import { Connection } from "./connection.ts"
import { FlagProvider } from "./flag-provider.ts"
import type { ArmisticeOptions, ValueType } from "./options.ts"
import { askedFor, decided, failureOf, flagFor, unresolved } from "./resolution.ts"

export type { ArmisticeEvent, ArmisticeFlag, ArmisticeOptions } from "./options.ts"

const events = { ready: ProviderEvents.Ready, stale: ProviderEvents.Stale, error: ProviderEvents.Error } as const

export class ArmisticeProvider extends FlagProvider<"later"> implements Provider {
  readonly runsOn = "server"
  readonly events = new OpenFeatureEventEmitter()
  protected readonly connection: Connection

  constructor(options: ArmisticeOptions) {
    super()
    this.connection = new Connection(options, (state, message) => this.events.emit(events[state], { message }))
  }

  initialize(): Promise<void> {
    return this.connection.start()
  }

  protected async resolve<T>(
    name: string,
    type: ValueType,
    otherwise: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    const { options, client, line, timeoutMs } = this.connection
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
