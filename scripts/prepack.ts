// `prepack` of every published workspace: builds it and copies what lies outside of its folder.

import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { apiTypes } from "./api-types/api-types.ts"
import { root } from "./repository.ts"

const workspace = process.cwd()
const folder = basename(workspace)
const dist = join(workspace, "dist")

// The compiler compiles only the server of the studio; vite builds the page.
const project = folder === "studio" ? join(workspace, "server") : workspace
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", project], { stdio: "inherit" })
if (folder === "studio") {
  const { buildSiteIfNeeded } = await import(pathToFileURL(join(workspace, "build.mjs")).href)
  await buildSiteIfNeeded()
} else removeStale()
cpSync(join(root, "LICENSE"), join(workspace, "LICENSE"))
// The help of the command names files to try.
if (folder === "cli") cpSync(join(root, "docs/examples"), join(workspace, "examples"), { recursive: true })
if (folder === "client") await writeClientTypes()

/** The compiler leaves the output of sources that were renamed or deleted. */
function removeStale(): void {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const source = join(workspace, relative(dist, path)).replace(/(\.d\.ts|\.js|\.js\.map)$/, ".ts")
    if (entry.isFile() && source.endsWith(".ts") && !existsSync(source)) rmSync(path)
  }
}

/** Writes declarations that need no types of the service, which users of the client do not have. */
async function writeClientTypes(): Promise<void> {
  const types = join(workspace, "types")
  mkdirSync(types, { recursive: true })
  for (const name of readdirSync(dist).filter((file) => file.endsWith(".d.ts"))) {
    const text = readFileSync(join(dist, name), "utf8")
    writeFileSync(join(types, name), text.replaceAll('"@armistice/service/api"', '"./api.ts"'))
  }
  writeFileSync(join(types, "api.d.ts"), await apiTypes())
}
