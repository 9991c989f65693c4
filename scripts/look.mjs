// npm run look: installs and builds what is missing, then shows a first simulation and what its figures mean.
import "./node-version.mjs"
import { build, install } from "./ready.mjs"

install()
build("scripts")
void import("./dist/first-look.js")
