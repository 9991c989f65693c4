#!/usr/bin/env node
// The `armistice` command: in a clone, which has sources, builds what is missing (build.mjs); then runs the compiled output.
import { existsSync } from "node:fs"

if (existsSync(new URL("main.ts", import.meta.url))) {
  const { buildStudioIfMissing, buildWhatIsMissing } = await import("./build.mjs")
  await buildWhatIsMissing()
  if (process.argv[2] === "serve") await buildStudioIfMissing()
}
const { main } = await import("./dist/main.js")
process.exitCode = await main(process.argv.slice(2))
