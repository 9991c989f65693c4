// Checks of environment specifications: each says what must hold and what was given.

import { ArmisticeError } from "@armistice/core"
import { invalidParameter } from "../check-parameters.ts"

export function checkFields(spec: { readonly kind: string }, fields: readonly string[]): void {
  for (const name of Object.keys(spec))
    if (name !== "kind" && !fields.includes(name))
      throw new ArmisticeError(
        "unknown_parameter",
        `environment ${spec.kind} takes the fields ${fields.join(", ")}, got ${name}`,
      )
}

export function checkNumber(name: string, value: unknown, min: number, max: number): number {
  if (typeof value === "number" && value >= min && value <= max) return value
  throw invalidParameter(`${name} must be in [${min}, ${max}], got ${show(value)}`)
}

export function checkNumbers(name: string, values: unknown, min: number, max: number): readonly number[] {
  if (!Array.isArray(values) || values.length < 2)
    throw invalidParameter(`${name} must be a list for at least two arms, got ${show(values)}`)
  return values.map((value) => checkNumber(name, value, min, max))
}

/** At least two means in [low, high], or strictly inside with `open`. */
export function checkMeans(
  values: unknown,
  { low = 0, high = 1, open = false }: { low?: number; high?: number; open?: boolean } = {},
): readonly number[] {
  const means = checkNumbers("means", values, low, high)
  const edge = open ? means.find((mean) => mean === low || mean === high) : undefined
  if (edge === undefined) return means
  throw invalidParameter(`means of these rewards must be in (${low}, ${high}), got ${edge}`)
}

export function checkOneOf<Name extends string>(
  spec: Readonly<Partial<Record<Name, unknown>>>,
  first: Name,
  second: Name,
): Name {
  const given = [first, second].filter((name) => spec[name] !== undefined)
  if (given.length === 1) return given[0]
  throw invalidParameter(
    `exactly one of ${first} and ${second} must be given, got ${given.length === 0 ? "neither" : "both"}`,
  )
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : typeof value === "number" ? String(value) : JSON.stringify(value)
}
