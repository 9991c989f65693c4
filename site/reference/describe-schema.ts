// A JSON schema in Markdown: the type in words with its bounds, and the fields as a nested list.

export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
}

/** Such as "integer, 2 to 100". */
export function describeType(schema: Schema): string {
  const { anyOf, enum: choices, const: only, items, default: otherwise } = schema
  if (anyOf !== undefined) return [...new Set(anyOf.map(describeType))].join(" or ")
  if (only !== undefined) return code(only)
  if (choices !== undefined) return choices.map(code).join(", ")
  const values = findValueSchema(schema)
  const type = items !== undefined ? `list of ${describeType(items)}` : nameType(schema)
  const map = values === undefined ? "" : ` of ${describeType(values)} by name`
  return [
    `${type}${map}`,
    ...describeBounds(schema),
    ...(otherwise === undefined ? [] : [`default ${code(otherwise)}`]),
  ].join(", ")
}

/** The fields of an object, or of the objects in it, as a nested list; empty if it has none. */
export function describeFields(schema: Schema, depth = 0): string {
  const { properties = {}, required = [] } = schema
  const own = Object.entries(properties).map(([name, field]) => {
    const need = required.includes(name) ? ", required" : ""
    const about = field.description === undefined ? "" : `: ${field.description}`
    return `${"  ".repeat(depth)}- \`${name}\` (${describeType(field)}${need})${about}\n${describeFields(field, depth + 1)}`
  })
  const inner = [schema.items, findValueSchema(schema), ...(schema.anyOf ?? [])].filter((one) => one !== undefined)
  return own.join("") + inner.map((one) => describeFields(one, depth)).join("")
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``

const nameType = ({ type = "any value" }: Schema): string => (typeof type === "string" ? type : type.join(" or "))

/** The schema of the values of an object whose names are free. */
function findValueSchema({ additionalProperties, patternProperties }: Schema): Schema | undefined {
  const [pattern] = Object.values(patternProperties ?? {})
  return typeof additionalProperties === "object" ? additionalProperties : pattern
}

function describeBounds(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, minItems, maxItems } = schema
  return [
    range(minimum, maximum, ""),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
    range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " entries"),
  ].filter((part) => part !== "")
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${format(least)} to ${format(most)}${unit}`
  if (least !== undefined) return `at least ${format(least)}${unit}`
  return most === undefined ? "" : `at most ${format(most)}${unit}`
}

const format = (value: number): string =>
  Math.abs(value) < 1e-3 || Math.abs(value) >= 1e12 ? String(value) : value.toLocaleString("en")
