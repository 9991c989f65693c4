// Output files. A path that cannot be written is refused before any work, and a file appears whole
// or not at all: it is written as a draft beside its place and then renamed, durably.

import { closeSync, openSync, readlinkSync, realpathSync, rmSync, statSync, writeSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { renameDurably } from "@armistice/service/durable-file"
import { UsageError } from "../usage-error.ts"

/** Whole, or in pieces that need not fit in memory together. */
export type Content = string | Uint8Array | Iterable<string>

export interface OutputFile {
  readonly path: string
  write(content: Content): void
}

export interface OutputFiles<Name extends string> {
  /** The file for each option that was given. */
  readonly files: Readonly<Partial<Record<Name, OutputFile>>>
  /** Removes drafts that were not written. */
  discard(): void
}

/** A line that names the written files; empty without any. */
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

/** Checks that the files can be written; `paths` are by option. */
export function prepareOutputs<Name extends string>(
  paths: Readonly<Partial<Record<Name, string | undefined>>>,
): OutputFiles<Name> {
  const drafts = new Set<string>()
  const discard = () => {
    for (const path of drafts) rmSync(path, { force: true })
    drafts.clear()
    process.off("exit", discard)
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
      files[name] = prepareOutput(name, path, drafts)
    }
  } catch (error) {
    discard()
    throw error
  }
  return { files, discard }
}

function prepareOutput(option: string, path: string, drafts: Set<string>): OutputFile {
  const cannot = (code: string) =>
    new UsageError(`--${option} must be a file that can be written, got ${path} (${reasons[code] ?? code})`)
  try {
    if (path === "") throw cannot("no name")
    const place = resolveLinks(path)
    const there = statSync(place, { throwIfNoEntry: false })
    if (there?.isDirectory()) throw cannot("a directory")
    // A terminal, a pipe or /dev/null is written to, never replaced.
    if (there !== undefined && !there.isFile()) return { path, write: (content) => writeContent(place, content) }
    if (there !== undefined) closeSync(openSync(place, "r+"))
    const draft = join(dirname(place), `.${basename(place)}.${process.pid}.part`)
    closeSync(openSync(draft, "wx", there?.mode ?? 0o666))
    drafts.add(draft)
    return {
      path,
      write(content) {
        writeContent(draft, content)
        renameDurably(draft, place)
        drafts.delete(draft)
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

/** Follows links, so that writing keeps them. */
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
