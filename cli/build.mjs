// Compiles the command, and the page that the service sends, if a source is newer than the last
// build. Only in a clone: an installed package has neither sources nor this file.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

// By its address: what builds a clone belongs to no package.
const { buildOnce } = await import(new URL("../scripts/build-once.mjs", import.meta.url).href)
const here = fileURLToPath(new URL(".", import.meta.url))
const root = resolve(here, "..")

export function buildCommand() {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  return buildOnce({
    stamp: join(here, "dist", ".built"),
    folders: listProjects(),
    skipped: ["dist", "node_modules"],
    isSource: /\.ts$|^tsconfig\.json$/,
    build: () => {
      if (!existsSync(compiler)) fail("the dependencies are not installed: run npm ci first")
      process.stderr.write("armistice: building the command, because its sources are new or changed ...\n")
      // Output of the compiler goes to stderr: stdout belongs to results.
      const { status } = spawnSync(process.execPath, [compiler, "-b", here], { cwd: root, stdio: ["ignore", 2, 2] })
      if (status !== 0) fail("the build failed, with the errors above")
    },
  })
}

/** Without the page the service still runs. */
export async function buildStudioIfMissing() {
  try {
    const { buildSiteIfNeeded } = await import(new URL("../studio/build.mjs", import.meta.url).href)
    await buildSiteIfNeeded()
  } catch (error) {
    process.stderr.write(`armistice: the studio could not be built, and is left out: ${error.message}\n`)
  }
}

/** The folder of the command, and of all projects that it references. */
function listProjects(folder = here, found = new Set()) {
  if (found.has(folder)) return [...found]
  found.add(folder)
  const { references = [] } = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8"))
  for (const { path } of references) listProjects(resolve(folder, path), found)
  return [...found]
}

function fail(message) {
  process.stderr.write(`armistice: ${message}\n`)
  process.exit(1)
}
