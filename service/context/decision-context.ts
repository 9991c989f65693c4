// The context of one decision: from what a caller sends to the point that journals keep, and back
// to words.

import {
  ArmisticeError,
  type Context,
  type ContextPlan,
  type ContextPoint,
  type LevelAttribute,
  type RangeAttribute,
} from "@armistice/core"
import { listLevels } from "@armistice/core/context"
import { ServiceError, type ServiceErrorCode } from "../service-error.ts"

const codes: readonly string[] = ["unknown_level", "missing_attribute", "unknown_attribute", "invalid_parameter"]

/** The point of a given context; undefined: the experiment has no context. */
export function parseContext(plan: ContextPlan | undefined, given: Context | undefined): ContextPoint | undefined {
  if (plan === undefined) {
    if (given === undefined) return undefined
    throw new ServiceError("unexpected_context", "this experiment has no context")
  }
  if (given === undefined)
    throw new ServiceError(
      "context_required",
      `this experiment decides by context: give ${Object.keys(plan.attributes).join(", ")}`,
    )
  try {
    return plan.point(given)
  } catch (error) {
    if (!(error instanceof ArmisticeError) || !codes.includes(error.code)) throw error
    throw new ServiceError(error.code as ServiceErrorCode, error.message)
  }
}

/** The point as a decision's row has it; null: the experiment has no context. */
export const formatPoint = (point: ContextPoint | undefined): string | null =>
  point === undefined ? null : JSON.stringify(point)

/** The point of a row; undefined: it has none. */
export const readPoint = (context: string | null): ContextPoint | undefined =>
  context === null ? undefined : (JSON.parse(context) as ContextPoint)

/** A point as JSON in the words of its attributes, bands and all; null: it was purged. */
export function describePoint({ attributes }: ContextPlan, context: string | null): string | null {
  const point = readPoint(context)
  if (point === undefined) return null
  const named = Object.entries(attributes).map(([name, attribute], place) => [
    name,
    describeValue(attribute, point[place] as number),
  ])
  return JSON.stringify(Object.fromEntries(named))
}

function describeValue(attribute: LevelAttribute | RangeAttribute, value: number): string | number {
  if (!("range" in attribute) || attribute.bands !== undefined) return listLevels(attribute)?.[value] as string
  const [low, high] = attribute.range
  return Number((low + (high - low) * value).toPrecision(6))
}

/** A point of a group's people. Groups are numbered with the last attribute changing fastest. */
export function createGroupPoint({ attributes }: ContextPlan, group: number): ContextPoint {
  const point: number[] = []
  let rest = group
  for (const attribute of Object.values(attributes).reverse()) {
    const size = "levels" in attribute ? attribute.levels.length : (attribute.bands ?? 1)
    point.unshift(rest % size)
    rest = Math.floor(rest / size)
  }
  return point
}
