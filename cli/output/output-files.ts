// Files to write at the end of a command. A place that cannot be written is found out before any work, and a file appears
// whole or not at all: text goes to a new file beside it, which then takes its name. Once it is written, it also survives a loss of power.

import { closeSync, openSync, readlinkSync, realpathSync, rmSync, statSync, writeSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { renameDurably } from "@armistice/service/durable-file"
import { UsageError } from "../usage-error.ts"

/** Whole, or in pieces that need not fit into memory together. */
export type Content = string | Uint8Array | Iterable<string>

export interface OutputFile {
  readonly path: string
  write(content: Content): void
}

export interface OutputFiles<Name extends string> {
  /** The file for each option that was given. */
  readonly files: Readonly<Partial<Record<Name, OutputFile>>>
  /** Takes away what was begun and not written. */
  discard(): void
}

/** A line for people that names what was written; nothing where nothing was. */
export function formatWritten(files: Readonly<Partial<Record<string, OutputFile>>>): string {
  const paths = Object.values(files).flatMap((file) => (file === undefined ? [] : [file.path]))
  return paths.length === 0 ? "" : `\nWritten: ${paths.join(", ")}\n`
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its directory does not exist",
  ENOTDIR: "its directory is a file",
  EACCES: "permission denied",
  EROFS: "the file system is read-only",
}

/** Makes sure that the files can be written; `paths` by the option that named them. */
export function prepareOutputs<Name extends string>(
  paths: Readonly<Partial<Record<Name, string | undefined>>>,
): OutputFiles<Name> {
  const begun = new Set<string>()
  const discard = () => {
    for (const path of begun) rmSync(path, { force: true })
    begun.clear()
  }
  process.once("exit", discard)
  const files: Partial<Record<Name, OutputFile>> = {}
  const taken = new Set<string>()
  try {
    for (const [name, path] of Object.entries(paths) as [Name, string | undefined][]) {
      if (path === undefined) continue
      const target = resolve(path)
      if (taken.has(target)) throw new UsageError(`each output must have a file of its own, got ${path} twice`)
      taken.add(target)
      files[name] = prepareOutput(name, path, begun)
    }
  } catch (error) {
    discard()
    throw error
  }
  return { files, discard }
}

function prepareOutput(option: string, path: string, begun: Set<string>): OutputFile {
  const cannot = (code: string) =>
    new UsageError(`--${option} must be a file that can be written, got ${path} (${reasons[code] ?? code})`)
  try {
    if (path === "") throw cannot("no name")
    const place = resolveLinks(path)
    const there = statSync(place, { throwIfNoEntry: false })
    if (there?.isDirectory()) throw cannot("a directory")
    // A terminal, a pipe or /dev/null must be written to, never replaced.
    if (there !== undefined && !there.isFile()) return { path, write: (content) => writeContent(place, content) }
    if (there !== undefined) closeSync(openSync(place, "r+"))
    const draft = join(dirname(place), `.${basename(place)}.${process.pid}.part`)
    closeSync(openSync(draft, "wx", there?.mode ?? 0o666))
    begun.add(draft)
    return {
      path,
      write(content) {
        writeContent(draft, content)
        renameDurably(draft, place)
        begun.delete(draft)
      },
    }
  } catch (error) {
    throw error instanceof UsageError ? error : cannot((error as NodeJS.ErrnoException).code ?? String(error))
  }
}

function writeContent(path: string, content: Content): void {
  const pieces = typeof content === "string" ? [content] : content instanceof Uint8Array ? [content] : content
  const file = openSync(path, "w")
  try {
    for (const piece of pieces) writeWhole(file, typeof piece === "string" ? Buffer.from(piece) : piece)
  } finally {
    closeSync(file)
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
}

/** Where a path leads: links are followed, so that they stay links. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    try {
      return resolve(dirname(path), readlinkSync(path))
    } catch {
      return resolve(path)
    }
  }
}
