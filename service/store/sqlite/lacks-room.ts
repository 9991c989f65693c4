// Whether the file system has room for the store, or the account that serves it has used up its
// quota: a file as large as some pages is written and removed again. Asked only after SQLite
// reported an error of the disk.

import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs"

const probeBytes = 64 * 1024

export function lacksRoom(store: string, write: (path: string) => void = writeProbe): boolean {
  const path = `${store}.room`
  try {
    write(path)
    return false
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === "ENOSPC" || code === "EDQUOT"
  } finally {
    rmSync(path, { force: true })
  }
}

function writeProbe(path: string): void {
  const file = openSync(path, "w", 0o600)
  try {
    const bytes = Buffer.alloc(probeBytes, 1)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
    // Some file systems count a quota only when they write.
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
