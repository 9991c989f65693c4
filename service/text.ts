// Text of callers must be well-formed Unicode without control characters: hashes and stores confuse
// lone surrogates, and people cannot see control characters.

import { ServiceError } from "./service-error.ts"

export const textPattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$"

export const textRule = "must be well-formed Unicode text without control characters"

// With "u" a surrogate pair is one character, so that only lone surrogates match.
const text = new RegExp(textPattern, "u")

/** Quotes and shortens a given text for a message. */
export const quoted = (given: string): string => JSON.stringify(given.length > 40 ? `${given.slice(0, 40)}…` : given)

export const isText = (given: string): boolean => text.test(given)

/** Refuses texts with an invisible character, and names its code point. */
export function checkTexts(what: string, given: readonly string[]): void {
  const wrong = given.find((one) => !isText(one))
  if (wrong === undefined) return
  const hidden = [...wrong].find((character) => !isText(character)) as string
  const number = (hidden.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")
  throw new ServiceError("invalid_request", `${what} ${textRule}, got U+${number}`)
}

/** `rule` begins the message of a refusal. */
export function checkDifferent(rule: string, names: readonly string[]): void {
  const known = new Set<string>()
  for (const name of names) {
    if (known.has(name)) throw new ServiceError("invalid_parameter", `${rule}, got ${quoted(name)} twice`)
    known.add(name)
  }
}

/** "one of: north, south", with the first five names. */
export function joinChoices(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(quoted).join(", ")
  return `one of: ${shown}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`
}

export const parseTimeIfGiven = (name: string, given: string | undefined): number | undefined =>
  given === undefined ? undefined : parseTime(name, given)

/** Parses a time in milliseconds; its pattern was checked. */
export function parseTime(name: string, given: string): number {
  const time = Date.parse(given)
  if (Number.isFinite(time)) return time
  throw new ServiceError("invalid_request", `${name} must be a valid time, got ${quoted(given)}`)
}
