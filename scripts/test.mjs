// npm test: installs what is missing, then runs every step of steps.ts. `--quick` and `--slow` run other tests (test-kinds.ts).
import "./node-version.mjs"
import { spawnSync } from "node:child_process"
import { install, root } from "./ready.mjs"

install()
const runner = ["--import", "tsx", "scripts/check.ts", ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, runner, { cwd: root, stdio: "inherit" })
process.exit(status === null ? 1 : status)
