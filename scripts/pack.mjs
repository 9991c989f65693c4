// npm run pack: installs what is missing, then makes a tarball of every package (scripts/packing).
import "./node-version.mjs"
import { spawnSync } from "node:child_process"
import { install, root } from "./ready.mjs"

install()
const runner = ["--import", "tsx", "scripts/packing/main.ts", ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, runner, { cwd: root, stdio: "inherit" })
process.exit(status === null ? 1 : status)
