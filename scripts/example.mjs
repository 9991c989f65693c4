// npm run example NAME: installs and builds what is missing, then runs examples/NAME.mjs.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import "./node-version.mjs"
import { build, install, root } from "./ready.mjs"

const folder = join(root, "examples")
const name = process.argv[2] || ""
const file = join(folder, `${name}.mjs`)
if (!/^[\w-]+$/.test(name) || !existsSync(file)) {
  const names = readdirSync(folder).flatMap((one) => (one.endsWith(".mjs") ? [one.slice(0, -4)] : []))
  console.error(`the example must be one of ${names.join(", ")}, got ${name || "none"}`)
  process.exit(2)
}
install()
build("cli")
process.argv.splice(1, 2, file)
void import(pathToFileURL(file).href)
