// One value of an option, from a flag (text) or from a configuration file (JSON), checked alike.

import { type ChoiceSpec, describeRange, isInRange, type NumberSpec } from "@armistice/core/privacy"
import { UsageError } from "../usage-error.ts"
import type { OptionSpec } from "./option-spec.ts"
import { readNumber } from "./read-number.ts"

/** Between the values of a flag that is given several times: no value has it. */
export const betweenTexts = "\u0000"

/** The value of a flag's text. `name` is what the message calls it. */
export function readFlag(name: string, spec: OptionSpec, text: string): unknown {
  if (spec.kind === "number" || spec.kind === "integer") return checkRange(name, spec, readNumber(text), text)
  if (spec.kind === "choice") return checkRange(name, spec, text, text)
  if (spec.kind === "numbers") return text.split(",").map((part) => readPart(name, part, text))
  if (spec.kind === "texts") return text.split(betweenTexts)
  return spec.kind === "switch" ? text === "true" : text
}

/** The value of a key of a configuration file. */
export function readSetting(name: string, spec: OptionSpec, value: unknown): unknown {
  if (spec.kind === "raw") return value
  if (spec.kind === "number" || spec.kind === "integer" || spec.kind === "choice")
    return checkRange(name, spec, value, show(value))
  if (spec.kind === "numbers") {
    if (Array.isArray(value) && value.every((part) => typeof part === "number")) return value
    throw new UsageError(`${name} must be a list of numbers, got ${show(value)}`)
  }
  if (spec.kind === "texts") {
    if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value
    throw new UsageError(`${name} must be a list of texts, got ${show(value)}`)
  }
  if (spec.kind === "switch" ? typeof value === "boolean" : typeof value === "string") return value
  throw new UsageError(`${name} must be ${spec.kind === "switch" ? "true or false" : "text"}, got ${show(value)}`)
}

function readPart(name: string, part: string, text: string): number {
  const value = readNumber(part)
  if (value !== null) return value
  throw new UsageError(`${name} must be numbers separated by commas, got ${show(text)}`)
}

function checkRange(name: string, spec: NumberSpec | ChoiceSpec, value: unknown, given: string): number | string {
  if (isInRange(spec, value)) return value
  throw new UsageError(`${name} must be ${describeRange(spec)}, got ${given}`)
}

const show = (value: unknown): string => JSON.stringify(value) ?? "nothing"
