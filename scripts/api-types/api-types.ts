// The types of the service's API as one text without imports: each name of service/http/api.ts from
// the schema of that name, with its TSDoc sentence.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parseSync } from "oxc-parser"
import { root } from "../repository.ts"
import { type Schema, writeDeclarations } from "./schema-types.ts"

const sources = join(root, "service/http")
const compiled = join(root, "service/dist/http")

/** The service must be compiled. */
export async function apiTypes(): Promise<string> {
  const schemas: Record<string, Schema> = {}
  for (const { name, from } of listExports(readFileSync(join(sources, "api.ts"), "utf8"))) {
    const module = pathToFileURL(join(compiled, from.replace(/\.ts$/, ".js"))).href
    const { [name]: schema } = (await import(module)) as Record<string, Schema | undefined>
    if (schema === undefined) throw new Error(`service/http/api.ts must export types of schemas only, got ${name}`)
    const text = readFileSync(join(sources, from), "utf8")
    const [, description = ""] = new RegExp(`/\\*\\* (.*) \\*/\nexport type ${name} =`).exec(text) ?? []
    schemas[name] = { ...schema, description }
  }
  return `// The API of the service, from its schemas.\n\n${writeDeclarations(schemas)}`
}

function listExports(text: string): { name: string; from: string }[] {
  const { module } = parseSync("api.ts", text)
  return module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, moduleRequest }) => ({ name: exportName.name ?? "", from: moduleRequest?.value ?? "" })),
  )
}
