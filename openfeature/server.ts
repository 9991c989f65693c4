// Armistice as a provider for servers.

import {
  type EvaluationContext,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from "@openfeature/server-sdk"
import { FlagProvider } from "./flag-provider.ts"
import type { ArmisticeOptions, ValueType } from "./options.ts"
import { ProviderSession } from "./provider-session.ts"
import { findFlag, toErrorResolution, toFailure, toResolution } from "./resolution.ts"

export type { ArmisticeEvent, ArmisticeFlag, ArmisticeOptions } from "./options.ts"

const providerEvents = {
  ready: ProviderEvents.Ready,
  stale: ProviderEvents.Stale,
  error: ProviderEvents.Error,
} as const

/**
 * A provider for `@openfeature/server-sdk`. Every evaluation asks the service for an arm; if no
 * answer comes in time, the application gets its default value.
 *
 * @example
 * await OpenFeature.setProviderAndWait(
 *   new ArmisticeProvider({
 *     baseUrl: "http://127.0.0.1:4600",
 *     flags: { "wide-checkout": { experiment: "exp_…", values: { a: false, b: true } } },
 *     events: { purchase: { flag: "wide-checkout" } },
 *   }),
 * )
 * const client = OpenFeature.getClient()
 * const isWide = await client.getBooleanValue("wide-checkout", false, { targetingKey: "user 17" })
 */
export class ArmisticeProvider extends FlagProvider<"later"> implements Provider {
  readonly runsOn = "server"
  readonly events = new OpenFeatureEventEmitter()
  protected readonly session: ProviderSession

  constructor(options: ArmisticeOptions) {
    super()
    this.session = new ProviderSession(options, (state, message) =>
      this.events.emit(providerEvents[state], { message }),
    )
  }

  initialize(): Promise<void> {
    return this.session.start()
  }

  protected async resolve<T>(
    name: string,
    type: ValueType,
    defaultValue: T,
    context: EvaluationContext,
  ): Promise<ResolutionDetails<T>> {
    await this.session.prepare(name)
    const found = findFlag(this.session.options, name, type, context, this.session.findAttributes)
    if ("failure" in found) return toErrorResolution(defaultValue, found.failure)
    try {
      const decision = await this.session.decide(found.flag.experiment, found.subject)
      return toResolution(found.flag, decision, defaultValue)
    } catch (error) {
      return toErrorResolution(defaultValue, toFailure(error))
    }
  }
}
