// The types of the service's API as one text without imports: for every name of service/http/api.ts the schema of that name.

import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { parseSync } from "oxc-parser"
import { root } from "../repository.ts"
import { declarationsOf, type Schema } from "./schema-types.ts"

const list = "service/http/api.ts"

/** `compiled` has what the service was compiled to. */
export async function apiTypes(compiled = join(root, "service/dist")): Promise<string> {
  const schemas: Record<string, Schema> = {}
  for (const { name, from } of exportsOf(readFileSync(join(root, list), "utf8"))) {
    const module = join(compiled, dirname(list).replace("service/", ""), from.replace(/\.ts$/, ".js"))
    const found = (await import(pathToFileURL(module).href)) as Record<string, Schema | undefined>
    const schema = found[name]
    if (schema === undefined) throw new Error(`${list} must name types that are schemas, got ${name} of ${from}`)
    schemas[name] = schema
  }
  return `// The API of the service, from its schemas.\n\n${declarationsOf(schemas)}`
}

function exportsOf(text: string): { name: string; from: string }[] {
  const { module } = parseSync(list, text)
  return module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, moduleRequest }) => {
      if (!exportName.name || moduleRequest === null)
        throw new Error(`${list} must only hand on names, got ${exportName.name ?? "all of a module"}`)
      return { name: exportName.name, from: moduleRequest.value }
    }),
  )
}
