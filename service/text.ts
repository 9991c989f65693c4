// Text as the service takes it: well-formed Unicode without control characters. Half a surrogate pair is refused because hashes and
// stores would take it for any other half; control characters are refused because people cannot see them.

import { ServiceError } from "./service-error.ts"

export const textPattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$"

export const textRule = "must be well-formed Unicode text without control characters"

// With "u" a pair of surrogates is one character, so that only halves match.
const text = new RegExp(textPattern, "u")

/** What a caller gave, for a message about it: short, and quoted so that nothing in it can be taken for the message's own words. */
export const quoted = (given: string): string => JSON.stringify(given.length > 40 ? `${given.slice(0, 40)}…` : given)

export const isText = (given: string): boolean => text.test(given)

/** Refuses words with a character that people cannot see, which is told by its number. */
export function checkTexts(what: string, given: readonly string[]): void {
  const wrong = given.find((one) => !isText(one))
  if (wrong === undefined) return
  const hidden = [...wrong].find((character) => !isText(character)) as string
  const number = (hidden.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")
  throw new ServiceError("invalid_request", `${what} ${textRule}, got U+${number}`)
}

/** `rule`: what must hold of them together. */
export function checkDifferent(rule: string, names: readonly string[]): void {
  const known = new Set<string>()
  for (const name of names) {
    if (known.has(name)) throw new ServiceError("invalid_parameter", `${rule}, got ${quoted(name)} twice`)
    known.add(name)
  }
}

/** "one of: north, south"; of many names the first few. */
export function oneOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(quoted).join(", ")
  return `one of: ${shown}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`
}

/** A time as the API takes it, in milliseconds; its pattern was checked. */
export function parseTime(name: string, given: string): number {
  const time = Date.parse(given)
  if (Number.isFinite(time)) return time
  throw new ServiceError("invalid_request", `${name} must be a time that exists, got ${quoted(given)}`)
}
