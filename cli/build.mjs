// Compiles the command and what it imports, and the page that the service sends, where a source is newer than the last build. Only in a clone:
// an installed package has neither sources nor this file.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

// By its address: what builds a clone belongs to no package.
const { buildOnce } = await import(new URL("../scripts/build-once.mjs", import.meta.url).href)
const here = fileURLToPath(new URL(".", import.meta.url))
const root = resolve(here, "..")

export function buildWhatIsMissing() {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  return buildOnce({
    stamp: join(here, "dist", ".built"),
    folders: projects(),
    skipped: ["dist", "node_modules"],
    isSource: /\.ts$|^tsconfig\.json$/,
    build: () => {
      if (!existsSync(compiler))
        fail("dependencies must be installed before the command can be built: run npm ci first")
      process.stderr.write("armistice: building the command, as its sources are new or changed ...\n")
      // What the compiler says goes to stderr: stdout belongs to results.
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

/** The folders that the command is compiled from: its own and what it references, and so on. */
function projects(folder = here, found = new Set()) {
  if (found.has(folder)) return [...found]
  found.add(folder)
  const { references = [] } = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8"))
  for (const { path } of references) projects(resolve(folder, path), found)
  return [...found]
}

function fail(message) {
  process.stderr.write(`armistice: ${message}\n`)
  process.exit(1)
}
