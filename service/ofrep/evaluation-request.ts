// A request of OpenFeature's remote evaluation protocol: its context, checked by hand, because the
// protocol has errors of its own.

import type { Context } from "@armistice/core"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { ServiceError } from "../service-error.ts"
import { checkTexts } from "../text.ts"

/** The context of an evaluation: a person and their attributes by name. */
export interface EvaluationContext {
  readonly targetingKey: string
  readonly [attribute: string]: unknown
}

const longestKey = 512

export function readContext(body: unknown): EvaluationContext {
  if (!isObject(body)) throw new ServiceError("invalid_json", "the body must be a JSON object with a context, got none")
  const { context } = body
  if (!isObject(context))
    throw new ServiceError("invalid_evaluation_context", "context must be an object with a targetingKey")
  const { targetingKey } = context
  if (targetingKey === undefined || targetingKey === null || targetingKey === "")
    throw new ServiceError("subject_required", "the context needs a targetingKey: the person that the flag is for")
  if (typeof targetingKey !== "string" || targetingKey.length > longestKey)
    throw new ServiceError("invalid_evaluation_context", `targetingKey must be text of 1 to ${longestKey} characters`)
  checkKey(targetingKey)
  return context as unknown as EvaluationContext
}

function checkKey(key: string): void {
  try {
    checkTexts("targetingKey", [key])
  } catch (error) {
    throw new ServiceError("invalid_evaluation_context", (error as Error).message)
  }
}

/** The part of an evaluation's context that the experiment knows: its attributes, or `segment`. */
export function pickContext(
  { algorithm, experiment }: LiveExperiment,
  given: EvaluationContext,
): { readonly segment?: string; readonly context?: Context } {
  const { context: plan } = algorithm
  if (plan !== undefined) {
    const names = Object.keys(plan.attributes)
    return { context: Object.fromEntries(names.map((name) => [name, readAttribute(given, name)])) }
  }
  if (experiment.segments === null) return {}
  const segment = readAttribute(given, "segment")
  return { segment: String(segment) }
}

function readAttribute(given: EvaluationContext, name: string): string | number {
  const value = Object.hasOwn(given, name) ? given[name] : undefined
  if (typeof value === "string" || (typeof value === "number" && Number.isFinite(value))) return value
  throw new ServiceError("invalid_evaluation_context", `the context needs text or a number as ${name}`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
