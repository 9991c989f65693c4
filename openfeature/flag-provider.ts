// What both providers are towards OpenFeature: four kinds of value that are one question, events to track, and an end. How the question is
// answered, at once or later, is each one's own.

import type { EvaluationContext, JsonValue, ResolutionDetails, TrackingEventDetails } from "@openfeature/core"
import type { Connection } from "./connection.ts"
import type { ValueType } from "./options.ts"

type Answer<When extends "now" | "later", T> = When extends "now" ? ResolutionDetails<T> : Promise<ResolutionDetails<T>>

export abstract class FlagProvider<When extends "now" | "later"> {
  readonly metadata = { name: "Armistice" } as const
  protected abstract readonly connection: Connection

  protected abstract resolve<T>(
    flag: string,
    type: ValueType,
    otherwise: T,
    context: EvaluationContext,
  ): Answer<When, T>

  resolveBooleanEvaluation(flag: string, otherwise: boolean, context: EvaluationContext): Answer<When, boolean> {
    return this.resolve(flag, "boolean", otherwise, context)
  }

  resolveStringEvaluation(flag: string, otherwise: string, context: EvaluationContext): Answer<When, string> {
    return this.resolve(flag, "string", otherwise, context)
  }

  resolveNumberEvaluation(flag: string, otherwise: number, context: EvaluationContext): Answer<When, number> {
    return this.resolve(flag, "number", otherwise, context)
  }

  resolveObjectEvaluation<T extends JsonValue>(
    flag: string,
    otherwise: T,
    context: EvaluationContext,
  ): Answer<When, T> {
    return this.resolve(flag, "object", otherwise, context)
  }

  track(event: string, context: EvaluationContext, details: TrackingEventDetails): void {
    this.connection.tracking.track(event, context, details)
  }

  onClose(): Promise<void> {
    return this.connection.stop()
  }
}
