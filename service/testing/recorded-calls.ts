// The calls that make files durable, in order, while `work` runs: what was flushed, and under which
// name something was put. `work` may note calls of its own between them.

import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { basename } from "node:path"

type Note = (call: string) => void

export function recordCalls(work: (note: Note) => void): string[] {
  const { calls, stop } = startRecording()
  try {
    work((call) => calls.push(call))
  } finally {
    stop()
  }
  return calls
}

/** The same for work that waits. */
export async function recordCallsDuring(work: (note: Note) => Promise<unknown>): Promise<string[]> {
  const { calls, stop } = startRecording()
  try {
    await work((call) => calls.push(call))
  } finally {
    stop()
  }
  return calls
}

function startRecording(): { readonly calls: string[]; stop(): void } {
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
  const stop = () => {
    Object.assign(fs, { fsyncSync, renameSync, openSync })
    syncBuiltinESMExports()
  }
  return { calls, stop }
}
