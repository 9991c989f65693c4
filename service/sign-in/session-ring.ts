// Sessions in memory, each read again from the store at most twice a second: one that was ended by
// another process is refused within that time.

import { isOver, isToBeTouched, type SessionRow, type SessionStore } from "./session.ts"

/** Bounded, so that many sessions do not fill the memory. */
const mostSessions = 1000

interface ReadSession {
  /** Undefined: the store has none. */
  readonly row: SessionRow | undefined
  readonly readAt: number
}

export class SessionRing {
  readonly #store: SessionStore
  readonly #provider: string
  readonly #refreshMs: number
  readonly #read = new Map<string, ReadSession>()
  readonly #reading = new Map<string, Promise<void>>()
  readonly #touching = new Set<string>()

  /** `provider`: the one whose sessions count. */
  constructor(store: SessionStore, provider: string, refreshMs = 500) {
    this.#store = store
    this.#provider = provider
    this.#refreshMs = refreshMs
  }

  /** Reads a session if the last look was too long ago; await the result before `find`. */
  refresh(hash: string): Promise<void> | undefined {
    const known = this.#read.get(hash)
    if (known !== undefined && performance.now() - known.readAt < this.#refreshMs) return undefined
    const reading = this.#reading.get(hash) ?? this.#readAgain(hash)
    this.#reading.set(hash, reading)
    return reading
  }

  /** The session as it was last read, unless it is over. */
  find(hash: string, now: number): SessionRow | null {
    const row = this.#read.get(hash)?.row
    return row === undefined || row.provider !== this.#provider || isOver(row, now) ? null : row
  }

  /** Notes a use, at most once a minute; no request waits for it. */
  touch(row: SessionRow, now: number): void {
    const { hash } = row
    if (!isToBeTouched(row, now) || this.#touching.has(hash)) return
    this.#touching.add(hash)
    void this.#write(hash, now)
  }

  /** The next look reads it from the store. */
  forget(hash?: string): void {
    if (hash === undefined) this.#read.clear()
    else this.#read.delete(hash)
  }

  async #readAgain(hash: string): Promise<void> {
    const readAt = performance.now()
    try {
      const row = await this.#store.session(hash)
      if (this.#read.size >= mostSessions) this.#read.clear()
      this.#read.set(hash, { row, readAt })
    } finally {
      this.#reading.delete(hash)
    }
  }

  async #write(hash: string, now: number): Promise<void> {
    try {
      await this.#store.touchSession(hash, now)
    } catch {
      // The next use tries again.
    } finally {
      this.#touching.delete(hash)
    }
  }
}
