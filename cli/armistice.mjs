#!/usr/bin/env node
// The `armistice` command: in a clone, builds what is missing (build.mjs); then runs the compiled output.
import { buildStudioIfMissing, buildWhatIsMissing } from "./build.mjs"

buildWhatIsMissing()
if (process.argv[2] === "serve") await buildStudioIfMissing()
const { main } = await import("./dist/main.js")
process.exitCode = await main(process.argv.slice(2))
