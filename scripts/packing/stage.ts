// A package as it is published, in a folder of its own: compiled output whose source exists, README, LICENSE, a manifest without what only
// the clone has, and for the client the types of the API.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../repository.ts"
import { apiTypes } from "./api-types.ts"

interface PackedManifest {
  readonly files?: readonly string[]
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly [field: string]: unknown
}

/** Copies what is published of the workspace in `folder`, which must be built. */
export async function stage(folder: string, into: string): Promise<void> {
  const from = join(root, folder)
  const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as PackedManifest
  const files = (manifest.files ?? []).filter((entry) => !entry.startsWith("!"))
  mkdirSync(into, { recursive: true })
  for (const entry of [...files, "README.md"]) {
    if (!existsSync(join(from, entry))) throw new Error(`${folder} must have ${entry} to be packed`)
    cpSync(join(from, entry), join(into, entry), {
      recursive: true,
      filter: (path) => isPublished(from, relative(from, path)),
    })
  }
  cpSync(join(root, "LICENSE"), join(into, "LICENSE"))
  if (folder === "cli") bringExamples(into, files)
  writeFileSync(join(into, "package.json"), `${JSON.stringify(publishedManifest(manifest, files), null, 2)}\n`)
  for (const path of scripts(into)) withoutMap(path)
  if (folder === "client") await bringTypes(join(into, "dist"))
}

/** No test, no cache, no map of sources that are not there, and nothing whose source was deleted or is in no package. */
function isPublished(from: string, path: string): boolean {
  if (/(^|\/)\.[^/]*$|\.map$|^dist\/test(\/|$)/.test(path)) return false
  const compiled = /^dist\/(?!site\/)(.*?)(\.d\.ts|\.js)$/.exec(path)
  return compiled === null || existsSync(join(from, `${compiled[1]}.ts`))
}

/** Sources and scripts stay in the clone, and so does what only they need. */
function publishedManifest(manifest: PackedManifest, files: readonly string[]): object {
  const { devDependencies: _development, scripts: _scripts, exports, ...rest } = manifest
  const open = Object.entries(exports ?? {}).map(([name, entry]) => {
    if (typeof entry === "string") return [name, entry]
    const { source: _source, ...conditions } = entry
    return [name, conditions]
  })
  return { ...rest, files, ...(exports === undefined ? {} : { exports: Object.fromEntries(open) }) }
}

const scripts = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => join(entry.parentPath, entry.name))

function withoutMap(path: string): void {
  const text = readFileSync(path, "utf8")
  writeFileSync(path, text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n"))
}

/** The command's help names files to try, which whoever installs it must have, too. */
function bringExamples(into: string, files: string[]): void {
  cpSync(join(root, "docs/examples"), join(into, "examples"), { recursive: true })
  files.push("examples")
}

/** The client's types name the service's, which whoever installs the client does not have. */
async function bringTypes(dist: string): Promise<void> {
  for (const name of readdirSync(dist).filter((one) => one.endsWith(".d.ts"))) {
    const text = readFileSync(join(dist, name), "utf8")
    writeFileSync(join(dist, name), text.replaceAll('"@armistice/service/api"', '"./api.js"'))
  }
  writeFileSync(join(dist, "api.d.ts"), await apiTypes())
}
