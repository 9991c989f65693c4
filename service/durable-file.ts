// Files that survive a loss of power. A new file is written under another name, flushed, renamed, and its folder is flushed: only then may
// a commit or an answer rely on it. Before that a crash leaves the old file or none, never half of one.

import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"

/** Replaces what is under the name. Only the owner may read it, whatever the process would otherwise allow. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  const part = `${path}.part`
  rmSync(part, { force: true })
  try {
    createPart(part, typeof content === "string" ? Buffer.from(content) : content)
    renameDurably(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Makes an empty file whose name is durable; one that is there stays as it is. */
export function createDurably(path: string): void {
  let file: number
  try {
    file = openSync(path, "wx", 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return
    throw error
  }
  try {
    // The mask may have taken the owner's permissions too.
    fchmodSync(file, 0o600)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  flushFolder(dirname(path))
}

/** For a file that is complete: content, new name and the absence of the old name are durable. */
export function renameDurably(from: string, to: string): void {
  flushFile(from)
  renameSync(from, to)
  flushFolder(dirname(to))
  if (dirname(from) !== dirname(to)) flushFolder(dirname(from))
}

/** For a file that others may have written: content and name. */
export function makeDurable(path: string): void {
  flushFile(path)
  flushFolder(dirname(path))
}

function createPart(part: string, bytes: Uint8Array): void {
  const file = openSync(part, "wx", 0o600)
  try {
    fchmodSync(file, 0o600)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
  } finally {
    closeSync(file)
  }
}

function flushFile(path: string): void {
  const file = openForFlush(path)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Windows flushes only what is open for writing; elsewhere reading is enough, and all that may be allowed. */
function openForFlush(path: string): number {
  return openSync(path, process.platform === "win32" ? "r+" : "r")
}

/** Windows lets no program open a folder; some network file systems cannot flush one, or keep names durable by themselves. */
const cannotFlushFolder = new Set(["EACCES", "EPERM", "EISDIR", "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])

/** Makes names in a folder durable where the system can; a disk that fails is an error. */
export function flushFolder(folder: string): void {
  let file: number | undefined
  try {
    file = openSync(folder, "r")
    fsyncSync(file)
  } catch (error) {
    if (!cannotFlushFolder.has((error as NodeJS.ErrnoException).code ?? "")) throw error
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
