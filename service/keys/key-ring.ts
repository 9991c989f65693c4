// The keys of a store in memory, read again when another process has written to it.

import type { MaybePromise } from "../maybe-promise.ts"
import type { KeyRow } from "../store/rows.ts"
import { parseToken } from "./key.ts"

/** Verified tokens in memory; bounded, so that many keys do not fill it. */
const mostTokens = 1000

interface ReadableKeys {
  keys(): MaybePromise<readonly KeyRow[]>
  /** Changes with every write of another process. */
  version(): MaybePromise<string>
}

export class KeyRing {
  readonly #store: ReadableKeys
  #keys = new Map<string, KeyRow>()
  /** Verified tokens: hashing one takes as long as all other guards together. */
  readonly #tokens = new Map<string, KeyRow>()
  #version = ""
  readonly #needsCaller: boolean
  readonly #refreshMs: number
  #checkedAt = Number.NEGATIVE_INFINITY
  #refreshing: Promise<void> | undefined
  #isExpired = false

  /** `needsCaller`: callers must say who they are even before the first key. */
  constructor(store: ReadableKeys, refreshMs = 500, needsCaller = false) {
    this.#store = store
    this.#needsCaller = needsCaller
    this.#refreshMs = refreshMs
  }

  /** Whether everyone may do everything: before the first key, if nobody can sign in. */
  get isOpen(): boolean {
    return this.#keys.size === 0 && !this.#needsCaller
  }

  /** The usable key of a token, or null. */
  find(token: string, now: number): KeyRow | null {
    const key = this.#tokens.get(token) ?? this.#verify(token)
    return key !== null && isUsable(key, now) ? key : null
  }

  #verify(token: string): KeyRow | null {
    const { id = "", hash = "" } = parseToken(token) ?? {}
    const key = this.#keys.get(id)
    if (key === undefined || !isSameText(hash, key.hash)) return null
    if (this.#tokens.size >= mostTokens) this.#tokens.clear()
    this.#tokens.set(token, key)
    return key
  }

  /** Whether the key `id` still opens the service; "local" does while there are no keys. */
  isStillGood(id: string, now: number): boolean {
    const known = this.#keys.get(id)
    return known === undefined ? id === "local" && this.isOpen : isUsable(known, now)
  }

  /** Reads keys again if the last look was too long ago; await the result before using the ring. */
  refresh(): Promise<void> | undefined {
    if (performance.now() - this.#checkedAt < this.#refreshMs) return undefined
    this.#refreshing ??= this.#readAgain().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** This process has changed keys: the next request reads them, also if they are being read. */
  expire(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY
    this.#isExpired = true
  }

  async #readAgain(): Promise<void> {
    let time: number
    do {
      this.#isExpired = false
      time = performance.now()
      const version = await this.#store.version()
      if (version !== this.#version) {
        this.#keys = new Map((await this.#store.keys()).map((row) => [row.id, row]))
        this.#tokens.clear()
        this.#version = version
      }
    } while (this.#isExpired)
    this.#checkedAt = time
  }
}

export const isUsable = (key: KeyRow, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

/** Compares in constant time. Comparing texts is three times as fast as comparing bytes. */
function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}
