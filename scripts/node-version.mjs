// Stops with a sentence where this Node is not one that package.json asks for. Imported first, and in plain old syntax, so
// that an old Node gets here instead of failing on something newer.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const manifest = JSON.parse(readFileSync(fileURLToPath(new URL("../package.json", import.meta.url)), "utf8"))
// Written as "^20.19.0 || >=24.0.0": each part is a line of versions, or everything from one version on.
const ranges = manifest.engines.node.split(" || ").map((range) => ({
  isLine: range.startsWith("^"),
  least: range
    .replace(/^(\^|>=)/, "")
    .split(".")
    .map(Number),
}))
const here = process.versions.node.split(".").map(Number)

function isWithin({ isLine, least }) {
  if (isLine && here[0] !== least[0]) return false
  for (let i = 0; i < 3; i++) if (here[i] !== least[i]) return here[i] > least[i]
  return true
}

function describe({ isLine, least }) {
  const version = least[1] === 0 ? least[0] : `${least[0]}.${least[1]}`
  return isLine ? `${version} or a later ${least[0]}` : `${version} or newer`
}

if (!ranges.some(isWithin)) {
  console.error(`Armistice needs Node ${ranges.map(describe).join(", ")}; this is Node ${process.versions.node}.`)
  console.error("Install one from https://nodejs.org or with your version manager, then try again.")
  process.exit(1)
}
