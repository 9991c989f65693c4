// Whether the files that are open are still the ones under the store's name. A write to a file that
// was deleted or replaced is gone with the process; a log or shared memory that was replaced would
// let another process write in between.

import { type BigIntStats, lstatSync } from "node:fs"
import { ServiceError } from "../../service-error.ts"

const suffixes = ["", "-wal", "-shm"] as const

export interface FileIdentity {
  readonly dev: bigint
  readonly ino: bigint
}

interface Known extends FileIdentity {
  readonly path: string
  readonly suffix: string
}

export class StoreFiles {
  readonly #known: readonly Known[]
  /** The database as it was after the last write of this process. */
  #written: BigIntStats

  /** Once all of them are open; `before` is the database's own file as it was before that. */
  constructor(store: string, before: FileIdentity | undefined) {
    this.#known = suffixes.map((suffix) => {
      const path = `${store}${suffix}`
      const { dev, ino } = lookAt(path) ?? fail(suffix, "deleted")
      return { path, suffix, dev, ino }
    })
    this.#written = this.#check(0)
    if (this.#written.dev !== before?.dev || this.#written.ino !== before.ino) fail("", "replaced")
  }

  /** Before a write: processes with other shared memory would not see each other's writes. */
  checkShared(): void {
    this.#check(2)
  }

  /** Whether anyone may have written to the database since it was last looked at. */
  isTouched(): boolean {
    const before = this.#written
    this.#written = this.#check(0)
    return this.#written.mtimeNs !== before.mtimeNs || this.#written.size !== before.size
  }

  /** After it: what was written to is still under the store's name. */
  checkKept(): void {
    this.#written = this.#check(0)
    this.#check(1)
  }

  /** Someone wrote over the database, which kept its place. */
  overwritten(): never {
    return fail("", "replaced")
  }

  #check(which: 0 | 1 | 2): BigIntStats {
    const { path, suffix, dev, ino } = this.#known[which] as Known
    const found = lookAt(path) ?? fail(suffix, "deleted")
    if (found.ino !== ino || found.dev !== dev) fail(suffix, "replaced")
    return found
  }
}

/** Not through a symbolic link, beside whose target there may be another log. */
export function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    const { code = "an error" } = error as NodeJS.ErrnoException
    throw new ServiceError("store_unavailable", `the store's file cannot be read: ${code}`)
  }
}

function fail(suffix: string, what: "deleted" | "replaced"): never {
  const which = suffix === "" ? "the store's file" : `the store's file that ends in ${suffix}`
  throw new ServiceError("store_gone", `${which} was ${what} while it was served`)
}
