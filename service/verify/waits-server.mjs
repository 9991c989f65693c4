// The server of bench:waits, in a process of its own: the service as people run it, which also
// measures for how long its process was busy with one thing. Argument: the store's file. A line on
// standard input asks for the longest since the line before.

import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { createKey, openSqliteStore, startService } from "../dist/index.js"

const [store = ""] = process.argv.slice(2)
const file = openSqliteStore(store, { owns: true })
const [owner, decider, evaluator] = ["operate", "decide", "evaluate"].map(
  (role) => createKey(file, { name: role, role }).token,
)
file.close()
const { address, stop } = await startService({ store, port: 0, rateLimit: 1e9 })

/**
 * Milliseconds of processor time: of this thread where the system tells, else of all, with those
 * that compile and collect garbage.
 */
function processorTime() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

// A beat per turn of the event loop. Processor time beside it, also of the longest turn itself:
// where that had little of it, the process did nothing for so long but wait for a core or for the
// disk.
let [longest, usedInLongest, busiest] = [0, 0, 0]
let allBefore = process.cpuUsage()
let [last, used] = [performance.now(), processorTime()]
const beat = setInterval(() => {
  const [took, usedNow] = [performance.now() - last, processorTime() - used]
  if (took > longest) [longest, usedInLongest] = [took, usedNow]
  busiest = Math.max(busiest, usedNow)
  last = performance.now()
  used = processorTime()
}, 1)

process.stdout.write(`${JSON.stringify({ address, owner, decider, evaluator })}\n`)
for await (const _line of createInterface({ input: process.stdin })) {
  const { user, system } = process.cpuUsage(allBefore)
  allBefore = process.cpuUsage()
  process.stdout.write(`${JSON.stringify({ longest, usedInLongest, busiest, used: (user + system) / 1000 })}\n`)
  ;[longest, usedInLongest, busiest] = [0, 0, 0]
}
clearInterval(beat)
await stop()
