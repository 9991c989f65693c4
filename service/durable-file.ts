// Files that survive a loss of power. A new file is written under another name, flushed and
// renamed, and its folder is flushed. A crash before that leaves the old file or none, never half
// of one.

import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"

/** Replaces a file. Only its owner may read it, whatever the process's mask is. */
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

/** Creates an empty file with a durable name; an existing file stays as it is. */
export function createDurably(path: string): void {
  let file: number
  try {
    file = openSync(path, "wx", 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return
    throw error
  }
  try {
    // The mask may have removed permissions of the owner.
    fchmodSync(file, 0o600)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  flushFolder(dirname(path))
}

/** Renames a complete file; its content, new name and the removal of the old name are durable. */
export function renameDurably(from: string, to: string): void {
  flushFile(from)
  renameSync(from, to)
  flushFolder(dirname(to))
  if (dirname(from) !== dirname(to)) flushFolder(dirname(from))
}

/** Flushes the content and the name of a file that another program may have written. */
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

/** Windows flushes only files open for writing; elsewhere reading is enough. */
function openForFlush(path: string): number {
  return openSync(path, process.platform === "win32" ? "r+" : "r")
}

/** Errors of systems that cannot flush a folder: Windows and some network file systems. */
const cannotFlushFolder = new Set(["EACCES", "EPERM", "EISDIR", "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])

/** Makes the names in a folder durable where the system can. */
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
