// The long form of store/postgres/faults.slow.test.ts: at least fifty faults. Part of npm run
// verify.

import { faultTest } from "../testing/fault-test.ts"

const report = await faultTest(Number(process.argv[2] ?? 54), 8, Number(process.argv[3] ?? Date.now() % 1e6))
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
process.exitCode = report.problems.length === 0 ? 0 : 1
