// node scripts/run.mjs PROGRAM …: installs what is missing, then runs a program of this repository from its source. A name that ends in .js is
// one of scripts/, compiled first: it is to be timed or shown as people have it.
import "./node-version.mjs"
import { build, install, run } from "./ready.mjs"

install()
const [program, ...args] = process.argv.slice(2)
if (program.endsWith(".js")) {
  build("scripts")
  process.argv.splice(1, 2, program)
  void import(`./dist/${program}`)
} else process.exit(run(program, args))
