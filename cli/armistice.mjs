#!/usr/bin/env node
// The `armistice` command: in a clone, builds what is missing (build.mjs); then runs the compiled output.
import { buildWhatIsMissing } from "./build.mjs"

buildWhatIsMissing()
const { main } = await import("./dist/main.js")
process.exitCode = await main(process.argv.slice(2))
