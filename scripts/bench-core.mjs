// npm run bench:core: on compiled output, because that is what people run.
import "./node-version.mjs"
import { build, install } from "./ready.mjs"

install()
build("scripts")
void import("./dist/bench-core.js")
