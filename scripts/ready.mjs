// Makes a fresh clone ready: installs what package-lock.json asks for and node_modules lacks, then builds incrementally.
// Plain JavaScript without dependencies, because it runs before anything is installed, and without recent syntax, so that
// an old Node gets as far as node-version.mjs.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

/** Installs if needed. Ends the process with a message if that fails. */
export function install() {
  const missing = whatIsMissing()
  if (missing === null) return
  console.log(`Installing dependencies with npm ci (${missing}; this takes about half a minute) ...`)
  // Development tools are needed even where NODE_ENV says production; warnings about other people's packages are not.
  const status = npm(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"])
  if (status === 0) {
    console.log("")
    return
  }
  console.error("\nnpm ci failed (its messages are above). It needs to reach the npm registry; then try again.")
  process.exit(1)
}

/** Compiles the project in a folder, and what it needs, if its sources changed. Ends the process with the errors if that fails. */
export function build(project) {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
  if (!existsSync(join(root, project, "dist"))) console.log("Building (a few seconds, once) ...\n")
  if (spawnSync(process.execPath, [compiler, "-b", project], { cwd: root, stdio: "inherit" }).status === 0) return
  console.error("\nThe build failed (errors above).")
  process.exit(1)
}

/** Why an install is needed, or null if node_modules holds what the lock file asks for. */
function whatIsMissing() {
  const installed = readJson(join(root, "node_modules", ".package-lock.json"))
  if (installed === null) return "nothing is installed yet"
  const wanted = readJson(join(root, "package-lock.json"))
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (!path.startsWith("node_modules/")) continue
    if (entry.link && !existsSync(join(root, entry.resolved))) continue
    const found = installed.packages[path]
    const isThere = found !== undefined && existsSync(join(root, path))
    if (!isThere && !entry.optional) return `${nameOf(path)} is missing`
    if (isThere && (found.version !== entry.version || found.resolved !== entry.resolved))
      return `${nameOf(path)} changed`
    if (isThere && !fitsHere(entry)) return `${nameOf(path)} is for another platform`
  }
  return null
}

const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

function fitsHere({ os, cpu }) {
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null
}

/** The npm that started this script, or the one on the path. */
function npm(args) {
  const self = process.env.npm_execpath || ""
  const options = { cwd: root, stdio: "inherit" }
  if (self.endsWith(".js")) return spawnSync(process.execPath, [self, ...args], options).status
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" }).status
}
