// Describes why a request does not match its schema: the field and the rule. The given value is
// never quoted.

import { joinChoices, textPattern, textRule } from "../text.ts"

/** A finding of ajv. */
export interface Finding {
  readonly keyword?: string
  readonly instancePath: string
  readonly message?: string
  readonly params?: {
    readonly additionalProperty?: string
    readonly missingProperty?: string
    readonly pattern?: string
    readonly limit?: number
    readonly type?: string | readonly string[]
    readonly allowedValues?: readonly unknown[]
    readonly allowedValue?: unknown
  }
}

/** `namesFields` allows naming an unknown field. */
export function describeValidation([first]: readonly Finding[], context = "body", namesFields = false): string {
  if (first === undefined) return "the request does not match its schema"
  const field = fieldName(first.instancePath)
  const { additionalProperty: unknown, missingProperty: missing } = first.params ?? {}
  if (missing !== undefined) return field === "" ? `${missing} is required` : `${field}.${missing} is required`
  if (unknown !== undefined) {
    const where = field === "" ? `the ${wholes[context] ?? context}` : field
    return `${where} has an unknown field${namesFields ? `: ${JSON.stringify(unknown.slice(0, 40))}` : ""}`
  }
  return `${field === "" ? `the ${wholes[context] ?? context}` : field} ${describeRule(first)}`
}

const wholes: Readonly<Record<string, string>> = {
  body: "body",
  querystring: "query",
  params: "path",
  headers: "headers",
}

/** "/metrics/0/eta" as "metrics[0].eta". */
const fieldName = (path: string): string =>
  path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`), "")

const types: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a text",
}

function describeRule({ keyword, message, params = {} }: Finding): string {
  const { limit = 0, type = [], allowedValues = [], allowedValue, pattern } = params
  const many = (word: string): string => `${limit} ${word}${limit === 1 ? "" : "s"}`
  if (keyword === "minItems") return `needs at least ${many("item")}`
  if (keyword === "maxItems") return `may have at most ${many("item")}`
  if (keyword === "minLength") return limit === 1 ? "must not be empty" : `must have at least ${many("character")}`
  if (keyword === "maxLength") return `must have at most ${many("character")}`
  if (keyword === "minProperties") return `needs at least ${many("field")}`
  if (keyword === "maxProperties") return `may have at most ${many("field")}`
  if (keyword === "minimum") return `must be at least ${limit}`
  if (keyword === "maximum") return `must be at most ${limit}`
  if (keyword === "exclusiveMinimum") return `must be above ${limit}`
  if (keyword === "exclusiveMaximum") return `must be below ${limit}`
  if (keyword === "uniqueItems") return "must have different items"
  if (keyword === "enum") return `must be ${joinChoices(allowedValues.map(String))}`
  if (keyword === "const") return `must be ${JSON.stringify(allowedValue)}`
  if (keyword === "type")
    return `must be ${[type]
      .flat()
      .map((name) => types[name] ?? name)
      .join(" or ")}`
  if (keyword === "pattern") return pattern === textPattern ? textRule : `must match ${pattern}`
  return message ?? "does not match its schema"
}
