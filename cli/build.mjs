// Compiles the command and what it imports, if a source is newer than the last build. Does nothing in an installed package,
// which has no sources. Only one process builds at a time; the others wait for it.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const here = fileURLToPath(new URL(".", import.meta.url))
const root = resolve(here, "..")
const stamp = join(here, "dist", ".built")
const lock = join(here, "dist", ".building")

export function buildWhatIsMissing() {
  if (!existsSync(join(here, "main.ts")) || isBuilt()) return
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  if (!existsSync(compiler)) fail("dependencies must be installed before the command can be built: run npm ci first")
  mkdirSync(join(here, "dist"), { recursive: true })
  takeTurn()
  const succeeded = isBuilt() || compile(compiler)
  rmSync(lock, { force: true })
  if (!succeeded) fail("the build failed, with the errors above")
}

/** The page that the service sends. In a clone only; without it the service still runs. */
export async function buildStudioIfMissing() {
  const builder = join(root, "studio", "build.mjs")
  if (!existsSync(builder)) return
  try {
    const { buildSiteIfNeeded } = await import(pathToFileURL(builder).href)
    await buildSiteIfNeeded()
  } catch (error) {
    process.stderr.write(`armistice: the studio could not be built, and is left out: ${error.message}\n`)
  }
}

function compile(compiler) {
  process.stderr.write("armistice: building the command, as its sources are new or changed ...\n")
  const started = new Date()
  // What the compiler says goes to stderr: stdout belongs to results.
  const { status } = spawnSync(process.execPath, [compiler, "-b", here], { cwd: root, stdio: ["ignore", 2, 2] })
  if (status !== 0) return false
  writeFileSync(stamp, "")
  utimesSync(stamp, started, started)
  return true
}

function isBuilt() {
  const built = statSync(stamp, { throwIfNoEntry: false })
  return built !== undefined && projects().every((folder) => isOlder(folder, built.mtimeMs))
}

/** The folders that the command is compiled from: its own and what it references, and so on. */
function projects(folder = here, found = new Set()) {
  if (found.has(folder)) return [...found]
  found.add(folder)
  const { references = [] } = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8"))
  for (const { path } of references) projects(resolve(folder, path), found)
  return [...found]
}

function isOlder(folder, time) {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    if (entry.isDirectory())
      return entry.name === "dist" || entry.name === "node_modules" || isOlder(join(folder, entry.name), time)
    const isSource = /\.ts$|^tsconfig\.json$/.test(entry.name) && !/\.(test|contract|bench)\.ts$/.test(entry.name)
    return !isSource || statSync(join(folder, entry.name)).mtimeMs <= time
  })
}

/** Waits until no other process builds, then holds the lock. */
function takeTurn() {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" })
      return
    } catch (error) {
      if (error.code !== "EEXIST") throw error
    }
    if (isAbandoned()) rmSync(lock, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
}

/** Whether the process that took the lock is gone without having released it. */
function isAbandoned() {
  try {
    const pid = Number(readFileSync(lock, "utf8"))
    if (pid > 0) process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === "ESRCH"
  }
}

function fail(message) {
  process.stderr.write(`armistice: ${message}\n`)
  process.exit(1)
}
