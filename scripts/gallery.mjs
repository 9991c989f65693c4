// npm run gallery: installs what is missing, then takes pictures of every page (studio/testing/gallery/write-gallery.ts).
import "./node-version.mjs"
import { spawnSync } from "node:child_process"
import { install, root } from "./ready.mjs"

install()
const program = "studio/testing/gallery/write-gallery.ts"
const args = ["--conditions=source", "--import=tsx", program, ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" })
process.exit(status === null ? 1 : status)
