// The operations of a program on the files of one folder, in order: bytes written, files flushed,
// names made, changed and removed, names flushed. The folder is read after every step and compared
// with what it held before, so that a step only has to say what it flushed. (Reading a file drops
// this process's locks on it, so nobody else may use the folder meanwhile.)

import { type BigIntStats, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

export type DiskOperation =
  /** `isWhole`: SQLite's rollback journal makes it all or nothing. */
  | { kind: "write"; file: number; offset: number; bytes: Uint8Array; isWhole: boolean }
  | { kind: "truncate"; file: number; size: number }
  | { kind: "flush"; file: number }
  /** At once: a rename removes one name and sets another. */
  | { kind: "names"; set: readonly (readonly [name: string, file: number | null])[] }
  | { kind: "flush names"; by: "program" | "sqlite" }
  | { kind: "acknowledge"; what: string; about: unknown }

export interface Recording {
  readonly operations: readonly DiskOperation[]
}

const sector = 512
const logHeader = 32

/** SQLite rebuilds it from the log, whatever a crash has left of it. */
const isSharedMemory = (name: string): boolean => name.endsWith("-shm")

interface Seen {
  readonly file: number
  readonly bytes: Buffer
}

export class RecordedDisk implements Recording {
  readonly operations: DiskOperation[] = []
  readonly #folder: string
  readonly #files = new Map<bigint, number>()
  #seen = new Map<string, Seen>()
  #count = 0
  #isReading = false

  constructor(folder: string) {
    this.#folder = folder
  }

  acknowledge(what: string, about: unknown = null): void {
    this.operations.push({ kind: "acknowledge", what, about })
  }

  /** After a call of node:fs, which flushes nothing by itself. */
  changed(): void {
    this.#compare("program")
  }

  flushed(stats: BigIntStats): void {
    if (stats.isDirectory()) {
      if (statSync(this.#folder, { bigint: true }).ino === stats.ino)
        this.operations.push({ kind: "flush names", by: "program" })
      return
    }
    const file = this.#files.get(stats.ino)
    if (file !== undefined) this.operations.push({ kind: "flush", file })
  }

  /**
   * After a statement outside of a transaction, or a commit. With synchronous FULL, SQLite flushes
   * the log before a commit returns; a checkpoint then writes the database and flushes it before
   * the log is overwritten, truncated or removed; and the first flush of a new log flushes the
   * folder.
   */
  statement(): void {
    this.#compare("sqlite")
  }

  #compare(by: "program" | "sqlite"): void {
    // Reading the folder calls functions that are recorded themselves.
    if (this.#isReading) return
    this.#isReading = true
    const now = this.#read()
    this.#isReading = false
    const isLog = (name: string) => name.endsWith("-wal")
    const names = [...now.keys()].toSorted((one, other) => Number(isLog(other)) - Number(isLog(one)))
    const made: [string, number][] = names.flatMap((name) =>
      this.#seen.get(name)?.file === now.get(name)?.file ? [] : [[name, (now.get(name) as Seen).file]],
    )
    const gone = [...this.#seen.keys()].filter((name) => !now.has(name))
    const renamed = gone.flatMap((name) => made.filter(([, file]) => file === this.#seen.get(name)?.file))
    for (const [name, file] of made) {
      const from = gone.find((one) => this.#seen.get(one)?.file === file)
      this.operations.push({
        kind: "names",
        set:
          from === undefined
            ? [[name, file]]
            : [
                [from, null],
                [name, file],
              ],
      })
    }
    // The log is truncated once what is in it has been written to the database and flushed.
    this.operations.push(...names.flatMap((name) => this.#compareFile(name, now, by, made)))
    const isRenamed = (name: string) => renamed.some(([, file]) => file === this.#seen.get(name)?.file)
    for (const name of gone) if (!isRenamed(name)) this.operations.push({ kind: "names", set: [[name, null]] })
    this.#seen = now
  }

  /** Returns the operations that follow the writes to all files. */
  #compareFile(
    name: string,
    now: ReadonlyMap<string, Seen>,
    by: "program" | "sqlite",
    made: readonly (readonly [string, number])[],
  ): DiskOperation[] {
    const { file, bytes } = now.get(name) as Seen
    const before = [...this.#seen.values()].find((seen) => seen.file === file)?.bytes ?? Buffer.alloc(0)
    const isLog = name.endsWith("-wal")
    const hasLog = now.has(`${name}-wal`) || this.#seen.has(`${name}-wal`)
    const from = this.operations.length
    if (
      isLog &&
      by === "sqlite" &&
      bytes.length > 0 &&
      !before.subarray(0, logHeader).equals(bytes.subarray(0, logHeader))
    ) {
      // Before a log is used from its beginning again, its new header is flushed: the old frames
      // are over.
      const header = bytes.subarray(0, logHeader)
      this.operations.push({ kind: "write", file, offset: 0, bytes: header, isWhole: true }, { kind: "flush", file })
    }
    for (let offset = 0; offset < bytes.length; ) {
      const start = offset
      while (offset < bytes.length && !isSame(before, bytes, offset)) offset += sector
      if (offset > start) {
        const end = Math.min(offset, bytes.length)
        const isWhole = by === "sqlite" && !isLog && !hasLog
        this.operations.push({ kind: "write", file, offset: start, bytes: bytes.subarray(start, end), isWhole })
      } else offset += sector
    }
    const isWritten = this.operations.length > from
    // A file that SQLite writes for VACUUM INTO is not taken as flushed.
    if (by === "sqlite" && isWritten && !name.endsWith(".part")) {
      this.operations.push({ kind: "flush", file })
      if (isLog && made.some(([, one]) => one === file)) this.operations.push({ kind: "flush names", by: "sqlite" })
    }
    return bytes.length < before.length ? [{ kind: "truncate", file, size: bytes.length }] : []
  }

  #read(): Map<string, Seen> {
    const found = new Map<string, Seen>()
    for (const name of readdirSync(this.#folder)) {
      if (isSharedMemory(name)) continue
      const path = join(this.#folder, name)
      const { ino } = statSync(path, { bigint: true })
      found.set(name, { file: this.#findFile(ino, name), bytes: readFileSync(path) })
    }
    return found
  }

  /** A number that was used by a file that is gone may be given to another. */
  #findFile(ino: bigint, name: string): number {
    const known = this.#files.get(ino)
    const isStillThere = [...this.#seen.values()].some(({ file }) => file === known)
    if (known !== undefined && (isStillThere || this.#seen.get(name)?.file === known)) return known
    this.#count += 1
    this.#files.set(ino, this.#count)
    return this.#count
  }
}

const isSame = (before: Buffer, after: Buffer, offset: number): boolean =>
  before.length >= Math.min(offset + sector, after.length) &&
  before.subarray(offset, Math.min(offset + sector, after.length)).equals(after.subarray(offset, offset + sector))
