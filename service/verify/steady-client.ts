// A steady load from a process of its own, which has nothing else to do, compile or collect. For
// each load it is sent it answers with what it saw, in milliseconds, and the processor time it
// took, in microseconds.

import { type SteadyLoad, steadyLoad } from "./steady-load.ts"

export interface Seen {
  readonly median: number
  readonly p99: number
  readonly p99FromDue: number
  readonly late: number
  readonly cpu: number
}

process.on("message", (load: SteadyLoad) => void answer(load))
process.on("disconnect", () => process.exit(0))

async function answer(load: SteadyLoad): Promise<void> {
  const started = process.cpuUsage()
  const { took, fromDue, late } = await steadyLoad(load)
  const { user, system } = process.cpuUsage(started)
  const at = (share: number, list: Float64Array): number => list[Math.floor(list.length * share)] ?? Number.NaN
  const seen: Seen = {
    median: at(0.5, took),
    p99: at(0.99, took),
    p99FromDue: at(0.99, fromDue),
    late: at(0.99, late),
    cpu: user + system,
  }
  process.send?.(seen)
}
