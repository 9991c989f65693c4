// The part of OpenFeature's interface that both providers have in common. Each resolves flags in
// its own way, at once or later.

import type { EvaluationContext, JsonValue, ResolutionDetails, TrackingEventDetails } from "@openfeature/core"
import type { ValueType } from "./options.ts"
import type { ProviderSession } from "./provider-session.ts"

type Resolution<When extends "now" | "later", T> = When extends "now"
  ? ResolutionDetails<T>
  : Promise<ResolutionDetails<T>>

export abstract class FlagProvider<When extends "now" | "later"> {
  readonly metadata = { name: "Armistice" } as const
  protected abstract readonly session: ProviderSession

  protected abstract resolve<T>(
    flag: string,
    type: ValueType,
    defaultValue: T,
    context: EvaluationContext,
  ): Resolution<When, T>

  resolveBooleanEvaluation(flag: string, defaultValue: boolean, context: EvaluationContext): Resolution<When, boolean> {
    return this.resolve(flag, "boolean", defaultValue, context)
  }

  resolveStringEvaluation(flag: string, defaultValue: string, context: EvaluationContext): Resolution<When, string> {
    return this.resolve(flag, "string", defaultValue, context)
  }

  resolveNumberEvaluation(flag: string, defaultValue: number, context: EvaluationContext): Resolution<When, number> {
    return this.resolve(flag, "number", defaultValue, context)
  }

  resolveObjectEvaluation<T extends JsonValue>(
    flag: string,
    defaultValue: T,
    context: EvaluationContext,
  ): Resolution<When, T> {
    return this.resolve(flag, "object", defaultValue, context)
  }

  track(event: string, context: EvaluationContext, details: TrackingEventDetails): void {
    this.session.tracking.track(event, context, details)
  }

  onClose(): Promise<void> {
    return this.session.stop()
  }
}
