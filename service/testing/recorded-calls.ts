// The calls that make files durable, in order, while `work` runs: what was flushed, and under which name something was put. `work` may note
// calls of its own between them.

import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { basename } from "node:path"

export function recordCalls(work: (note: (call: string) => void) => void): string[] {
  const calls: string[] = []
  const { fsyncSync, renameSync, openSync } = fs
  const opened = new Map<number, string>()
  fs.openSync = ((path: string, ...rest: [string, number]) => {
    const file = openSync(path, ...rest)
    opened.set(file, path)
    return file
  }) as typeof fs.openSync
  fs.fsyncSync = (file) => {
    const path = opened.get(file) ?? ""
    calls.push(fs.statSync(path).isDirectory() ? "flush folder" : `flush ${basename(path)}`)
    fsyncSync(file)
  }
  fs.renameSync = (from, to) => {
    calls.push(`rename to ${basename(String(to))}`)
    renameSync(from, to)
  }
  syncBuiltinESMExports()
  try {
    work((call) => calls.push(call))
  } finally {
    Object.assign(fs, { fsyncSync, renameSync, openSync })
    syncBuiltinESMExports()
  }
  return calls
}
