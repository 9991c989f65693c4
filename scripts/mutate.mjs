// npm run mutate -- FOLDER …: installs what is missing, then plants mistakes and sees whether tests notice (scripts/mutation).
import "./node-version.mjs"
import { spawnSync } from "node:child_process"
import { install, root } from "./ready.mjs"

install()
const runner = ["--conditions=source", "--import", "tsx", "scripts/mutation/mutate.ts", ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, runner, { cwd: root, stdio: "inherit" })
process.exit(status === null ? 1 : status)
