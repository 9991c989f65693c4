// npm start: installs and builds what is missing, then serves live experiments on 127.0.0.1 from one file, until Ctrl-C.
import "./node-version.mjs"
import { install } from "./ready.mjs"

install()
process.argv.splice(2, 0, "serve")
void import("../cli/armistice.mjs")
