// What a route's schemas check and write with is compiled when the route is first asked, and not at the start, which would take most of
// its time for routes that nobody asks. Deciding and being watched are ready from the start.

import type { FastifySchema, FastifySchemaCompiler, FastifySerializerCompiler } from "fastify"
import type { App } from "./app.ts"

/**
 * The same shapes for writing alone. Where one of several may be meant, the framework's writer asks a validator which one it is, value by
 * value, and compiling that validator holds everyone up for longer than all else that a request does.
 */
export function withoutUnions<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(withoutUnions) as Schema
  if (typeof schema !== "object" || schema === null) return schema
  const entries = Object.entries(schema).map(([name, part]) => [name, withoutUnions(part)])
  const { anyOf, ...rest } = Object.fromEntries(entries) as { readonly anyOf?: readonly Record<string, unknown>[] }
  if (!Array.isArray(anyOf)) return Object.fromEntries(entries) as Schema
  const others = anyOf.filter(({ type }) => type !== "null")
  const orNull = others.length < anyOf.length ? { nullable: true } : {}
  const [only = {}, ...more] = others
  if (more.length === 0 && only["type"] !== undefined) return { ...rest, ...only, ...orNull } as Schema
  if (others.every(isPlain)) return { ...rest, type: others.map(({ type }) => type), ...orNull } as Schema
  return Object.fromEntries(entries) as Schema
}

/** Told apart by its type alone. */
const isPlain = ({ type }: Record<string, unknown>): boolean =>
  type === "string" || type === "number" || type === "boolean"

type Compile = FastifySchemaCompiler<FastifySchema>
type Check = ReturnType<Compile>

export function addLateSchemas(app: App): void {
  const checks: Compile = (schema) => lateCheck(() => (app.validatorCompiler as Compile)(schema))
  const writes: FastifySerializerCompiler<FastifySchema> = ({ schema, ...route }) => {
    let write: ReturnType<FastifySerializerCompiler<FastifySchema>> | undefined
    return (data) => {
      write ??= (app.serializerCompiler as typeof writes)({ ...route, schema: withoutUnions(schema) })
      return write(data)
    }
  }
  app.addHook("onRoute", (route) => {
    if (route.config?.task === "decide" || route.config?.isUnlimited === true) return
    route.validatorCompiler = checks
    route.serializerCompiler = writes
  })
}

/** The framework asks the function itself what was wrong. */
function lateCheck(compile: () => Check): Check {
  let check: Check | undefined
  const late: Check = (data) => {
    check ??= compile()
    const result = check(data)
    late.errors = check.errors ?? null
    return result
  }
  return late
}
