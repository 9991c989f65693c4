// Attributes of a context: what an experiment declares about the people it decides for, checked
// before anything is planned.

import { ArmisticeError } from "../errors.ts"

/** An attribute with named levels. A level "other" catches every level that is not declared. */
export interface LevelAttribute {
  readonly levels: readonly string[]
}

/**
 * A numeric attribute. With `bands` its range is cut into that many levels of equal width; without,
 * its effect is linear.
 */
export interface RangeAttribute {
  readonly range: readonly [low: number, high: number]
  readonly bands?: number
}

/** The attributes of an experiment's context by name. */
export type ContextAttributes = Readonly<Record<string, LevelAttribute | RangeAttribute>>

/** The most features that a model may have beside the intercept. */
export const mostFeatures = 50

/** The level that catches all others, where it is declared. */
export const otherLevel = "other"

/** A copy of what was given with nothing else in it, or a refusal. */
export function checkAttributes(given: unknown): ContextAttributes {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw refusal(`attributes must be an object of attributes by name, got ${describe(given)}`)
  const entries = Object.entries(given)
  if (entries.length === 0) throw refusal("attributes must name at least one attribute, got none")
  return Object.fromEntries(entries.map(([name, attribute]) => [name, checkAttribute(name, attribute)]))
}

function checkAttribute(name: string, given: unknown): LevelAttribute | RangeAttribute {
  if (name === "") throw refusal("the name of each attribute must not be empty")
  if (typeof given !== "object" || given === null) throw shapeRefusal(name, given)
  const { levels, range, bands, ...rest } = given as Partial<LevelAttribute & RangeAttribute>
  const isLevels = levels !== undefined && range === undefined && bands === undefined
  if (Object.keys(rest).length > 0 || (!isLevels && (levels !== undefined || range === undefined)))
    throw shapeRefusal(name, given)
  return isLevels ? { levels: checkLevels(name, levels) } : checkRange(name, range, bands)
}

function checkLevels(name: string, levels: unknown): readonly string[] {
  if (!Array.isArray(levels) || levels.length < 2 || levels.length > mostFeatures)
    throw refusal(
      `attribute ${name} must have 2 to ${mostFeatures} levels, got ${Array.isArray(levels) ? levels.length : describe(levels)}`,
    )
  const seen = new Set<string>()
  for (const level of levels as unknown[]) {
    if (typeof level !== "string" || level === "")
      throw refusal(`each level of attribute ${name} must be a text that is not empty, got ${describe(level)}`)
    if (seen.has(level)) throw refusal(`levels of attribute ${name} must differ, got ${describe(level)} twice`)
    seen.add(level)
  }
  return [...seen]
}

function checkRange(name: string, range: unknown, bands: unknown): RangeAttribute {
  const [low, high] = (Array.isArray(range) && range.length === 2 ? range : []) as [unknown, unknown]
  // The width must be finite too, or scaling a value would give NaN.
  if (typeof low !== "number" || typeof high !== "number" || !(low < high) || !Number.isFinite(high - low))
    throw refusal(`the range of attribute ${name} must be two numbers, the lower one first, got ${describe(range)}`)
  if (bands === undefined) return { range: [low, high] }
  if (typeof bands !== "number" || !Number.isInteger(bands) || bands < 2 || bands > mostFeatures)
    throw refusal(`bands of attribute ${name} must be a whole number from 2 to ${mostFeatures}, got ${describe(bands)}`)
  return { range: [low, high], bands }
}

const shapeRefusal = (name: string, given: unknown) =>
  refusal(`attribute ${name} must be { levels } or { range, bands }, got ${describe(given)}`)

const describe = (value: unknown): string => (JSON.stringify(value) ?? typeof value).slice(0, 100)

const refusal = (message: string) => new ArmisticeError("invalid_parameter", message)
