// npm run example NAME: builds the packages, then runs examples/NAME.mjs.
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = new URL("..", import.meta.url)
const names = readdirSync(new URL("examples", root)).flatMap((file) =>
  file.endsWith(".mjs") ? [file.slice(0, -4)] : [],
)
const name = process.argv[2]
if (names.includes(name)) {
  const tsc = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root))
  const { status } = spawnSync(process.execPath, [tsc, "-b", fileURLToPath(new URL("cli", root))], { stdio: "inherit" })
  if (status !== 0) process.exit(1)
  await import(new URL(`examples/${name}.mjs`, root).href)
} else {
  console.error(`the example must be one of ${names.join(", ")}, got ${name ?? "none"}`)
  process.exitCode = 2
}
