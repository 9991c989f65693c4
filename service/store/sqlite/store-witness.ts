// The witness of a file: `<store>.seen`, which says how far this place has seen its store. A
// database that is behind it, or that it does not know, came from elsewhere or from earlier. It is
// made with fsync and then overwritten in place, within one sector and without fsync: whatever is
// lost of that leaves it behind the database, never ahead. One whose text is damaged says nothing,
// which counts as none; one that may not be read is refused, since what it knows of restores would
// be forgotten.

import * as crypto from "node:crypto"
import { closeSync, fsyncSync, openSync, readFileSync, realpathSync, writeSync } from "node:fs"
import { makeDurable, writeDurably } from "../../durable-file.ts"
import { ServiceError } from "../../service-error.ts"

export interface Seen {
  /** The copy that is served here; `noCopy` before the first one. */
  readonly copy: string
  readonly commits: number
  readonly restores: number
  /** The copy that the database is about to become, in case of a crash meanwhile; "" for none. */
  readonly next: string
}

/** In a witness that was made before its database knew of it. */
export const noCopy = ""

const sector = 512

/** If you rename the store, rename this file too. Named by the real path, also behind links. */
const witnessPath = (store: string): string => `${realpathSync(store)}.seen`

export class StoreWitness {
  readonly #path: string

  constructor(store: string) {
    this.#path = witnessPath(store)
  }

  /** Null: there is none, or its text is damaged. */
  read(): Seen | null {
    const text = this.#text()
    const [hash, body = ""] = text?.trimEnd().split(/ (.*)/s) ?? []
    if (text?.length !== sector || hash !== computeHash(body)) return null
    return JSON.parse(body) as Seen
  }

  get exists(): boolean {
    return this.#text() !== null
  }

  /** Durable on return. */
  make(seen: Seen): void {
    writeDurably(this.#path, encodeSeen(seen))
  }

  /** Replaces the file: a read-only one would fall behind silently. May fail without harm. */
  replaceFile(seen: Seen): void {
    try {
      this.make(seen)
    } catch {
      this.overwrite(seen, true)
    }
  }

  /** For the same store under another name. */
  copyTo(store: string): void {
    const seen = this.read()
    if (seen !== null) new StoreWitness(store).make(seen)
  }

  /**
   * In place, without waiting for the disk unless `isFlushed`. A failed write leaves a witness that
   * has seen less, which is no reason to fail.
   */
  overwrite(seen: Seen, isFlushed: boolean): void {
    let file: number
    try {
      file = openSync(this.#path, "r+")
    } catch {
      return
    }
    try {
      writeSync(file, encodeSeen(seen), 0, sector, 0)
      if (isFlushed) fsyncSync(file)
    } catch {
      // As above.
    } finally {
      closeSync(file)
    }
  }

  /** A failed write leaves a witness that may have seen less. */
  flush(): void {
    try {
      makeDurable(this.#path)
    } catch {
      // As above.
    }
  }

  #text(): string | null {
    try {
      return readFileSync(this.#path, "latin1")
    } catch (error) {
      const { code = "an error" } = error as NodeJS.ErrnoException
      if (code === "ENOENT") return null
      throw new ServiceError("store_unavailable", `the store's witness ${this.#path} cannot be read: ${code}`)
    }
  }
}

const computeHash = (body: string): string => crypto.hash("sha256", body, "base64url")

function encodeSeen({ copy, commits, restores, next }: Seen): Buffer {
  const body = JSON.stringify({ copy, commits, restores, next })
  return Buffer.from(`${`${computeHash(body)} ${body}`.padEnd(sector - 1)}\n`, "latin1")
}
