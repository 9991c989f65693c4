// Fastify compiles every schema again for every server. Tests build hundreds of servers in a
// process, which took more time than all the rest; here the same schema is compiled once by the
// same compilers, and what they made is used again.

import { createRequire } from "node:module"

type Compile = (route: { readonly schema: unknown }) => unknown
type Factory = () => (...settings: unknown[]) => Compile

const require = createRequire(createRequire(import.meta.url).resolve("fastify"))

for (const name of ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"]) {
  const factory = require(name) as Factory
  const made = new Map<string, unknown>()
  const remembering: Factory = () => {
    const build = factory()
    return (...settings) => {
      const compile = build(...settings)
      return (route) => {
        const key = JSON.stringify([settings, route.schema])
        if (!made.has(key)) made.set(key, compile(route))
        return made.get(key)
      }
    }
  }
  const loaded = require.cache[require.resolve(name)]
  if (loaded === undefined) throw new Error(`${name} must be loaded by now`)
  loaded.exports = remembering
}
