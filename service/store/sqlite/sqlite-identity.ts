// Which copy of a store a file is. The database counts its commits, in the same transaction, under
// a random id; the witness beside it knows both. A file that is behind its witness, has another id
// or no witness at all was restored or copied by whatever means.

import { randomBytes } from "node:crypto"
import type { SqliteStatements } from "./sqlite-statements.ts"
import { noCopy, type Seen, StoreWitness } from "./store-witness.ts"

interface Identity {
  readonly copy: string
  readonly commits: number
  readonly restores: number
}

const newCopy = (): string => randomBytes(16).toString("base64url")

const columns = "copy, commits, restores"

export class SqliteIdentity {
  readonly #rows: SqliteStatements
  readonly #witness: StoreWitness
  #isCopy = false
  /** Written by the transaction under way. */
  #written: Identity | undefined
  #next = ""
  /** By this process, which can write it therefore. */
  #isMade = false

  constructor(rows: SqliteStatements, path: string, isReadOnly: boolean) {
    this.#rows = rows
    this.#witness = new StoreWitness(path)
    // A reader serves nothing and may not have access to the witness.
    if (isReadOnly) return
    if (this.#row() === undefined) rows.transaction(() => this.#makeFirst())
    // The witness first: what another process commits meanwhile only takes the database further.
    const seen = this.#witness.read()
    const own = this.#row()
    this.#isCopy = isCopy(own, seen, this.#isMarked)
    if (own !== undefined && !this.#isCopy && seen?.next !== "") this.#witness.overwrite(createSeen(own), true)
  }

  /** Restores of this store and of the ones it was copied from. */
  get restores(): number {
    return this.#row()?.restores ?? 0
  }

  set restores(count: number) {
    this.#rows.run("UPDATE identity SET restores = ?", count)
  }

  /** The number of the restore that this copy is; null: it is none, or has been dealt with. */
  get copied(): number | null {
    return this.#isCopy ? 1 + Math.max(this.restores, this.#witness.read()?.restores ?? 0) : null
  }

  /** Before a transaction. With `restored`, the file becomes a copy of its own. */
  begin(restored: number | undefined): void {
    this.#next = restored === undefined ? "" : newCopy()
    if (restored === undefined) return
    const unknown = { copy: "?", commits: 0, restores: 0 }
    this.#witness.make({ ...(this.#witness.read() ?? unknown), next: this.#next })
  }

  /** Within the transaction. */
  write(restored: number | undefined): void {
    if (restored === undefined)
      this.#written = this.#rows.get(`UPDATE identity SET commits = commits + 1 RETURNING ${columns}`)
    else {
      this.#written = { copy: this.#next, commits: (this.#row()?.commits ?? 0) + 1, restores: restored }
      this.#put(this.#written)
      this.#rows.run("DELETE FROM properties WHERE name = 'copy'")
    }
  }

  /** Once it is committed. */
  committed(): void {
    if (this.#written === undefined) return
    if (this.#next !== "") this.#isCopy = false
    if (this.#isCopy) return
    const seen = createSeen(this.#written)
    if (this.#isMade) this.#witness.overwrite(seen, this.#next !== "")
    else this.#witness.replaceFile(seen)
    this.#isMade = true
  }

  /** So that a loss of power forgets nothing that was seen. */
  flush(): void {
    if (this.#isMade) this.#witness.flush()
  }

  /** A file that never had an identity and has no witness is new. */
  #makeFirst(): void {
    if (this.#row() !== undefined) return
    const seen = this.#witness.read()
    if (seen === null ? this.#witness.exists : seen.copy !== noCopy) return
    const first = { copy: seen?.next ?? newCopy(), commits: 0, restores: 0 }
    // It becomes the witness of this copy once that is in the database.
    this.#witness.make({ ...first, copy: noCopy, next: first.copy })
    this.#put(first)
  }

  #put({ copy, commits, restores }: Identity): void {
    const sql = `INSERT OR REPLACE INTO identity (only, ${columns}) VALUES (1, ?, ?, ?)`
    this.#rows.run(sql, copy, commits, restores)
  }

  #row(): Identity | undefined {
    return this.#isKnown ? this.#rows.get(`SELECT ${columns} FROM identity`) : undefined
  }

  /** A file that is only read may be empty. */
  get #isKnown(): boolean {
    return this.#rows.get("SELECT 1 FROM sqlite_schema WHERE name = 'identity'") !== undefined
  }

  get #isMarked(): boolean {
    return this.#rows.get("SELECT 1 FROM properties WHERE name = 'copy'") !== undefined
  }
}

const createSeen = (identity: Identity): Seen => ({ ...identity, next: "" })

function isCopy(own: Identity | undefined, seen: Seen | null, isMarked: boolean): boolean {
  if (own === undefined || seen === null || isMarked) return true
  if (seen.next === own.copy) return false
  return seen.copy !== own.copy || own.commits < seen.commits
}
