// Whether this process may still answer for its file: nobody else serves it, it is where it was,
// and it is whole. From the first sign of the contrary on, until the next start, everything is
// refused: what is in memory may no longer be what the store has.

import { ServiceError, type ServiceErrorCode } from "../../service-error.ts"
import { lacksRoom } from "./lacks-room.ts"
import { damage, sqliteError } from "./sqlite-error.ts"
import type { StoreFiles } from "./store-files.ts"

export interface Ownership {
  /** The id that this process wrote into the store when it took ownership. */
  readonly id: string
  readonly files: StoreFiles
}

const lasting: readonly ServiceErrorCode[] = ["store_overtaken", "store_gone", "store_damaged"]

export interface OwnerRows {
  readonly owner: string | null
  readonly frozen: string | null
}

export class StoreGuard {
  readonly #owned: Ownership | null
  readonly #place: string | null
  #lastingError: ServiceError | null = null

  /** Without ownership, as commands have it, only damage is noticed. `place`: the store's file. */
  constructor(owned: Ownership | null, place: string | null) {
    this.#owned = owned
    this.#place = place
  }

  /** Refuses if there was a sign before. */
  checkTrouble(): void {
    if (this.#lastingError !== null) throw this.#lastingError
  }

  /** `read` gives the rows about the owner, which hold until the transaction ends. */
  checkOwner(read: () => OwnerRows | undefined): void {
    this.checkTrouble()
    if (this.#owned === null) return
    this.#check((files) => files.checkShared())
    const { owner = null, frozen = null } = read() ?? {}
    if (owner !== this.#owned.id)
      throw this.explain(new ServiceError("store_overtaken", "another process serves this store now: stop this one"))
    if (frozen !== null) throw new ServiceError("store_frozen", `the store was moved elsewhere and frozen at ${frozen}`)
  }

  /** If another process wrote to the file, `detectReplacedStore` checks which store it is now. */
  checkUntouched(detectReplacedStore: () => "same" | "damaged" | "other"): void {
    this.#check((files) => {
      const found = files.isTouched() ? detectReplacedStore() : "same"
      if (found === "damaged") throw damage()
      if (found === "other") files.overwritten()
    })
  }

  /** After a commit, and before answers. */
  checkKept(): void {
    this.#check((files) => files.checkKept())
  }

  /** An error of the store in words; one that is a lasting sign is remembered. */
  explain(error: unknown): ServiceError {
    const explained = sqliteError(error, () => this.#place !== null && lacksRoom(this.#place))
    if (this.#lastingError === null && lasting.includes(explained.code)) this.#lastingError = explained
    return this.#lastingError ?? explained
  }

  #check(look: (files: StoreFiles) => void): void {
    if (this.#owned === null) return
    try {
      look(this.#owned.files)
    } catch (error) {
      throw this.explain(error)
    }
  }
}
