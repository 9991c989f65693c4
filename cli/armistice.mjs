#!/usr/bin/env node
// The `armistice` command. In a clone, which has sources, it first builds what is out of date
// (build.mjs).
import { existsSync } from "node:fs"

if (existsSync(new URL("main.ts", import.meta.url))) {
  const { buildStudioIfMissing, buildCommand } = await import("./build.mjs")
  await buildCommand()
  const [first = "serve"] = process.argv.slice(2)
  if (/^serve$|^-(?!-?h|-version)/.test(first)) await buildStudioIfMissing()
}
const { main } = await import("./dist/main.js")
process.exitCode = await main(process.argv.slice(2))
