// What a route's schemas check and write with is compiled when the route is first asked, and not at the start, which would take most of
// its time for routes that nobody asks. Deciding and being watched are ready from the start.

import type { FastifySchema, FastifySchemaCompiler, FastifySerializerCompiler } from "fastify"
import type { App } from "./app.ts"

type Compile = FastifySchemaCompiler<FastifySchema>
type Check = ReturnType<Compile>

export function addLateSchemas(app: App): void {
  const checks: Compile = (schema) => lateCheck(() => (app.validatorCompiler as Compile)(schema))
  const writes: FastifySerializerCompiler<FastifySchema> = (schema) => {
    let write: ReturnType<FastifySerializerCompiler<FastifySchema>> | undefined
    return (data) => {
      write ??= (app.serializerCompiler as typeof writes)(schema)
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
