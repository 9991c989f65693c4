// How long the command takes to start, beside Node itself. npm run bench:start

import { spawnSync } from "node:child_process"
import { formatTable } from "../print/table.ts"
import { listLoadedModules } from "../testing/loaded-modules.ts"
import { buildCommand, shim } from "../testing/run-command.ts"

const times = 15
const lines = ["help", "privacy --eta 1 --delta 1e-6", "help simulate", "plan --help", "ledger --help"]

function measure(args: readonly string[]): number {
  const begun = performance.now()
  spawnSync(process.execPath, args)
  return performance.now() - begun
}

buildCommand()
const programs = [["-e", "0"], ...lines.map((line) => [shim, ...line.split(" ")])]
const samples = programs.map((): number[] => [])
// In turn, so that other work on the machine slows all alike.
for (let turn = 0; turn < times; turn++)
  for (const [index, args] of programs.entries()) samples[index]?.push(measure(args))
const medians = samples.map((sample) => sample.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0)
const rows = lines.map((line, index) => [
  `armistice ${line}`,
  `${(medians[index + 1] ?? 0).toFixed(0)} ms`,
  `${((medians[index + 1] ?? 0) / (medians[0] ?? 1)).toFixed(2)}`,
  String(listLoadedModules(line.split(" ")).length),
])
const node = ["node -e 0", `${(medians[0] ?? 0).toFixed(0)} ms`, "1", "0"]
process.stdout.write(`${formatTable([["program", "median", "times node -e 0", "modules"], node, ...rows])}\n`)
