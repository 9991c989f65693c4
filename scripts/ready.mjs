// Makes a fresh clone ready: installs what package-lock.json asks for and node_modules lacks, then builds incrementally.
// Plain JavaScript without dependencies, because it runs before anything is installed, and without recent syntax, so that
// an old Node gets as far as node-version.mjs.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("..", import.meta.url))

/** Installs if needed. Ends the process with a message if that fails. */
export function install() {
  const missing = whatIsMissing()
  if (missing === null) return
  const command = missing.isFresh ? "npm ci" : "npm install"
  console.log(`Installing dependencies with ${command} (${missing.why}; this can take a minute) ...`)
  // Only a fresh install deletes what is there: other programs may be using it.
  const how = missing.isFresh ? ["ci"] : ["install", "--no-save"]
  // Development tools are needed even where NODE_ENV says production; warnings about other people's packages are not.
  const status = npm([...how, "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"])
  if (status === 0) {
    writeFileSync(stamp, fingerprint())
    console.log("")
    return
  }
  console.error(`\n${command} failed (its messages are above). It needs to reach the npm registry; then try again.`)
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

/** Runs a program from its source to its end; returns its exit code. */
export function run(program, args = []) {
  const runner = ["--conditions=source", "--import=tsx", program, ...args]
  const { status } = spawnSync(process.execPath, runner, { cwd: root, stdio: "inherit" })
  return status === null ? 1 : status
}

/** Why an install is needed, or null if node_modules holds what the lock file asks for. */
function whatIsMissing() {
  const installed = readJson(join(root, "node_modules", ".package-lock.json"))
  if (installed === null) return { why: "nothing is installed yet", isFresh: true }
  for (const [path, entry] of packagesOf(installed)) {
    if (!fitsHere(entry)) return { why: `${nameOf(path)} is for another platform`, isFresh: true }
    if (!existsSync(join(root, path))) return { why: `${nameOf(path)} is missing`, isFresh: false }
  }
  // npm may rightly leave out something that is listed; once it has had its say, do not ask again.
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()) return null
  for (const [path, entry] of packagesOf(readJson(join(root, "package-lock.json")))) {
    const found = installed.packages[path]
    if (found === undefined && entry.optional) continue
    if (found === undefined) return { why: `${nameOf(path)} is missing`, isFresh: false }
    if (found.version !== entry.version || found.resolved !== entry.resolved)
      return { why: `${nameOf(path)} changed`, isFresh: false }
  }
  return null
}

/** What belongs in node_modules. A workspace whose folder does not exist cannot be linked to. */
function packagesOf(lock) {
  return Object.entries(lock.packages).filter(
    ([path, entry]) => path.startsWith("node_modules/") && !(entry.link && !existsSync(join(root, entry.resolved))),
  )
}

/** What the last install was for. */
const stamp = join(root, "node_modules", ".installed-for")

function fingerprint() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")
}

const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)

function fitsHere({ os, cpu }) {
  return allows(os, process.platform) && allows(cpu, process.arch)
}

/** Lists name what is allowed ("linux") or what is not ("!win32"). */
function allows(list, value) {
  if (!list || list.includes(value)) return true
  return list.every((item) => item.startsWith("!")) && !list.includes(`!${value}`)
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
