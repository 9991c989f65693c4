// npm start: installs and builds what is missing, then runs the first look.
import "./node-version.mjs"
import { build, install } from "./ready.mjs"

install()
build("scripts")
void import("./dist/first-look.js")
