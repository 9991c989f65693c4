// Prints a JSON Schema as a TypeScript type, so that the packed client needs neither the service
// nor its schema library.

export interface Schema {
  readonly type?: string | readonly string[]
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}

/** One exported type for each schema, by its name. */
export function writeDeclarations(schemas: Readonly<Record<string, Schema>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `${comment(schema, "")}export type ${name} = ${writeType(schema, name)};\n`)
    .join("\n")
}

/** `place` names the schema in the error about one that has no type. */
export function writeType(schema: Schema, place: string, indent = ""): string {
  const { type, items, properties } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  // Conditions beside an object's properties cannot be said in a type.
  if (schema.anyOf !== undefined && properties === undefined)
    return union(schema.anyOf.map((one, index) => writeType(one, `${place}, choice ${index + 1}`, indent)))
  if (Array.isArray(type)) return union(type.map((one: string) => writeType({ ...schema, type: one }, place, indent)))
  // A pattern may allow one word only, which is stricter than any string.
  const word = type === "string" ? /^\^(\w+)\$$/.exec(schema.pattern ?? "")?.[1] : undefined
  if (word !== undefined) return JSON.stringify(word)
  if (type === "string" || type === "boolean" || type === "null") return type
  if (type === "number" || type === "integer") return "number"
  if (type === "array" && items !== undefined) return `Array<${writeType(items, `${place}[]`, indent)}>`
  if (type === "object") return objectType(schema, place, indent)
  throw new Error(`the schema at ${place} has no type: ${JSON.stringify(schema)}`)
}

function objectType(schema: Schema, place: string, indent: string): string {
  const { properties = {}, patternProperties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, one]) =>
      `${comment(one, inner)}${inner}${writeName(name)}${required.includes(name) ? "" : "?"}: ${writeType(one, `${place}.${name}`, inner)};\n`,
  )
  const open = typeof additionalProperties === "object" ? [additionalProperties] : []
  for (const one of [...Object.values(patternProperties), ...open])
    lines.push(`${inner}[name: string]: ${writeType(one, `${place}.*`, inner)};\n`)
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`
}

const writeName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ")

const comment = ({ description }: Schema, indent: string): string =>
  description === undefined ? "" : `${indent}/** ${description.replaceAll("*/", "* /")} */\n`
