// Stops with a sentence where Node is too old for what follows. Imported first, and in plain old syntax, so that an old
// Node reaches it instead of failing on something newer.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const manifest = JSON.parse(readFileSync(fileURLToPath(new URL("../package.json", import.meta.url)), "utf8"))
const wanted = manifest.engines.node.replace(">=", "")

function isOlder(version, least) {
  const a = version.split(".").map(Number)
  const b = least.split(".").map(Number)
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] < b[i]
  return false
}

if (isOlder(process.versions.node, wanted)) {
  console.error(`Armistice needs Node ${wanted} or newer, and this is Node ${process.versions.node}.`)
  console.error("Install a newer one from https://nodejs.org or with your version manager, then try again.")
  process.exit(1)
}
