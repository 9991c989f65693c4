// node scripts/run.mjs PROGRAM …: installs what package-lock.json asks for, then runs a program of
// this repository. It has no dependencies, because it runs before anything is installed, and no
// recent syntax, so that an old Node gets as far as the check of its version.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
checkNodeVersion()
install()
const [program, ...args] = process.argv.slice(2)
if (program.endsWith(".mjs")) {
  process.argv = [process.argv[0], join(root, program), ...args]
  void import(pathToFileURL(join(root, program)).href)
} else {
  const { status } = spawnSync(process.execPath, ["--conditions=source", "--import=tsx", program, ...args], {
    cwd: root,
    stdio: "inherit",
  })
  process.exitCode = status === null ? 1 : status
}

function checkNodeVersion() {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const [major, minor] = process.versions.node.split(".").map(Number)
  // Such as "^20.19.0 || ^22.12.0 || >=24.0.0": the last one allows every later version.
  const ranges = engines.node.split(" || ").map((range) => range.replace(/^\D+/, "").split(".").map(Number))
  const latest = ranges[ranges.length - 1]
  if (major >= latest[0] || ranges.some((range) => major === range[0] && minor >= range[1])) return
  const wanted = ranges.map((range) => (range[1] === 0 ? `${range[0]}+` : `${range[0]}.${range[1]}+`)).join(", ")
  console.error(
    `Armistice needs Node ${wanted.replace(/, ([^,]*)$/, " or $1")}; this is Node ${process.versions.node}.`,
  )
  process.exit(1)
}

/** Installs if the lock file, or the platform, is not the one of the last install. */
function install() {
  const stamp = join(root, "node_modules", ".installed-for")
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return
  // A fresh install deletes what is there, which other programs may be using.
  const isFresh = !existsSync(join(root, "node_modules"))
  const command = isFresh ? ["ci"] : ["install", "--no-save"]
  console.log(`Installing dependencies with npm ${command[0]} (this can take a minute) ...`)
  // Development tools are needed even where NODE_ENV says production.
  if (npm([...command, "--include=dev", "--loglevel=error"]) === 0) return writeFileSync(stamp, wanted)
  console.error(`\nnpm ${command[0]} failed, with the messages above. It needs to reach the npm registry.`)
  process.exit(1)
}

/** Runs the npm that started this script, or the one on the path. */
function npm(args) {
  const self = process.env.npm_execpath || ""
  const options = { cwd: root, stdio: "inherit" }
  if (self.endsWith(".js")) return spawnSync(process.execPath, [self, ...args], options).status
  return spawnSync("npm", args, { ...options, shell: process.platform === "win32" }).status
}
