// Text as the service takes it: well-formed Unicode without control characters. Half a surrogate pair is refused because hashes and
// stores would take it for any other half; control characters are refused because people cannot see them.

export const textPattern = "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$"

export const textRule = "must be well-formed Unicode text without control characters"

// With "u" a pair of surrogates is one character, so that only halves match.
const text = new RegExp(textPattern, "u")

/** What a caller gave, for a message about it: short, and quoted so that nothing in it can be taken for the message's own words. */
export const quoted = (given: string): string => JSON.stringify(given.length > 40 ? `${given.slice(0, 40)}…` : given)

export const isText = (given: string): boolean => text.test(given)
