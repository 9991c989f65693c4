// npm run verify: the checks that take minutes, one after the other. Each is a script that ends with 0 if all is well.
import "./node-version.mjs"
import { build, install, run } from "./ready.mjs"

const checks = [
  "service/verify/kill.ts",
  "service/verify/faults.ts",
  "service/verify/pgbouncer.ts",
  "service/verify/generated-client.ts",
  "lab/audit/verify/audit-at-length.ts",
  "cli/verify/audit-service.ts",
]

install()
// Threads and processes run what is compiled.
build(".")
let failed = 0
for (const check of checks) {
  console.log(`\n${check}`)
  if (run(check) !== 0) failed += 1
}
console.log(failed === 0 ? "\nAll verified." : `\n${failed} of ${checks.length} checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
