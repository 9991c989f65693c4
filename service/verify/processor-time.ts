// Processor time as Linux counts it, so that it hardly depends on what else runs.

import { readdirSync, readFileSync } from "node:fs"

/**
 * Processor seconds of a process so far, and of those it started that have ended: fields 14 to 17,
 * in hundredths.
 */
export function readProcess(pid: number): { parent: number; seconds: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").map(Number) ?? []
  const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0)
  return { parent: fields[1] ?? 0, seconds: ticks / 100 }
}

/**
 * The processor time of a server, one of whose processes is `backend`: its main process and all
 * that it started.
 */
export function measureServer(backend: number): number {
  const main = readProcess(backend).parent
  let sum = 0
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      const { parent, seconds } = readProcess(Number(name))
      if (Number(name) === main || parent === main) sum += seconds
    } catch {
      // It has ended.
    }
  return sum
}
