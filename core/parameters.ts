// Parameters of algorithms as data: one specification gives checking, defaults, command-line flags,
// forms and documentation.

import type { ContextAttributes } from "./context/attributes.ts"
import { ArmisticeError } from "./errors.ts"

/** A number in a range. */
export interface NumberSpec {
  readonly kind: "number" | "integer"
  readonly about: string
  readonly min: number
  readonly max: number
  /** The minimum itself is not allowed. */
  readonly aboveMin?: boolean
  readonly default?: number
}

/** One of a few texts. */
export interface ChoiceSpec {
  readonly kind: "choice"
  readonly about: string
  readonly values: readonly string[]
  readonly default?: string
}

/** The attributes of a context. Never a default: an experiment declares its own. */
export interface AttributesSpec {
  readonly kind: "attributes"
  readonly about: string
  readonly default?: undefined
  /** A copy of what was given with nothing else in it; refuses what cannot be planned. */
  check(given: unknown): ContextAttributes
}

/** A parameter's kind and range. */
export type ParameterSpec = NumberSpec | ChoiceSpec | AttributesSpec
/** The value of a parameter. */
export type ParameterValue = number | string | ContextAttributes
/** The parameters of an algorithm by name. */
export type ParameterSpecs = Readonly<Record<string, ParameterSpec>>
/** The values of parameters by name. */
export type Parameters = Readonly<Record<string, ParameterValue>>

type ValueOf<Spec extends ParameterSpec> = Spec extends ChoiceSpec
  ? Spec["values"][number]
  : Spec extends AttributesSpec
    ? ContextAttributes
    : number
/** The values that specifications describe. */
export type ParameterValues<Specs extends ParameterSpecs> = { readonly [Name in keyof Specs]: ValueOf<Specs[Name]> }

/** The horizon, for algorithms that must know it. Rounds beyond it are refused. */
export const horizonSpec = {
  kind: "integer",
  about: "rounds the experiment lasts (T)",
  min: 2,
  max: Number.MAX_SAFE_INTEGER,
} as const satisfies NumberSpec

/** Every parameter with its value; refuses unknown names and missing or bad values. */
export function checkParameters<const Specs extends ParameterSpecs>(
  algorithm: string,
  specs: Specs,
  given: Readonly<Record<string, unknown>>,
): ParameterValues<Specs> {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(specs, name)) continue
    const known = Object.keys(specs)
    const list = known.length === 0 ? "none" : known.join(", ")
    throw new ArmisticeError("unknown_parameter", `${algorithm} takes the parameters ${list}, got ${name}`)
  }
  const checked: Record<string, ParameterValue> = {}
  for (const [name, spec] of Object.entries(specs)) checked[name] = checkParameter(name, spec, given[name])
  return checked as ParameterValues<Specs>
}

function checkParameter(name: string, spec: ParameterSpec, value: unknown): ParameterValue {
  if (value === undefined && spec.default !== undefined) return spec.default
  if (spec.kind === "attributes" && value !== undefined) return spec.check(value)
  if (isInRange(spec, value)) return value
  const got = value === undefined ? "nothing" : typeof value === "number" ? String(value) : JSON.stringify(value)
  throw new ArmisticeError("invalid_parameter", `${name} must be ${describeRange(spec)}, got ${got}`)
}

/** Whether a value is one that the specification allows. */
export function isInRange(spec: NumberSpec | ChoiceSpec, value: unknown): value is number | string
export function isInRange(spec: ParameterSpec, value: unknown): value is ParameterValue
export function isInRange(spec: ParameterSpec, value: unknown): value is ParameterValue {
  if (spec.kind === "attributes") return arePlannable(spec, value)
  if (spec.kind === "choice") return typeof value === "string" && spec.values.includes(value)
  if (typeof value !== "number" || value > spec.max) return false
  const isAbove = spec.aboveMin === true ? value > spec.min : value >= spec.min
  return isAbove && (spec.kind === "number" || Number.isInteger(value))
}

function arePlannable(spec: AttributesSpec, attributes: unknown): boolean {
  try {
    spec.check(attributes)
    return true
  } catch (error) {
    if (error instanceof ArmisticeError) return false
    throw error
  }
}

/** The allowed values in words, as error messages, help texts and documentation say them. */
export function describeRange(spec: ParameterSpec): string {
  if (spec.kind === "attributes") return "attributes by name, each with levels or a range"
  if (spec.kind === "choice") return spec.values.map((value) => JSON.stringify(value)).join(" or ")
  const noun = spec.kind === "integer" ? "a whole number " : ""
  const bounded = Number.isFinite(spec.max) && spec.max < Number.MAX_SAFE_INTEGER
  const low = spec.aboveMin === true ? "greater than" : "at least"
  return bounded
    ? `${noun}in ${spec.aboveMin === true ? "(" : "["}${spec.min}, ${spec.max}]`
    : `${noun || "a number "}${noun ? "of " : ""}${low} ${spec.min}`
}
