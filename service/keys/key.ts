// Keys: a public id and 32 random bytes, of which the store keeps only a hash (they are too random to guess, so a plain hash does).
// Created, rotated and revoked by `armistice keys`; a running service notices within half a second.

import * as crypto from "node:crypto"
import { type ActivityRow, commandActor } from "../activity/activity.ts"
import { experimentIdPattern } from "../experiment.ts"
import { ServiceError } from "../service-error.ts"
import type { KeyRow } from "../store/rows.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"
import { checkTexts, quoted } from "../text.ts"
import type { Role } from "./role.ts"

export interface NewKey {
  readonly name: string
  readonly role: Role
  readonly experiments?: readonly string[]
  readonly expiresAt?: number
}

/** Where keys are kept. */
export type KeyStore = Pick<SqliteStore, "keys" | "putKey">

const experimentId = new RegExp(experimentIdPattern)

/** Stores a new key and returns it together with its token, which cannot be read again. */
export function createKey(store: KeyStore, key: NewKey, now = Date.now()) {
  checkTexts("a key's name", [key.name])
  // A key for an id that nothing can have (with a space in front, say) would be refused everywhere, and nobody would see why.
  const wrong = key.experiments?.find((id) => !experimentId.test(id))
  if (wrong !== undefined)
    throw new ServiceError("invalid_request", `a key's experiments must be ids such as exp_…, got ${quoted(wrong)}`)
  return putNewKey(store, key, now, keyNote("create-key", now))
}

function putNewKey(
  store: KeyStore,
  { name, role, experiments, expiresAt }: NewKey,
  now: number,
  note: ActivityRow,
  lineage?: string,
) {
  const id = crypto.randomBytes(6).toString("hex")
  const secret = crypto.randomBytes(32).toString("base64url")
  const row: KeyRow = {
    id,
    lineage: lineage ?? id,
    name,
    role,
    hash: hashOf(secret),
    experiments: experiments ?? null,
    createdAt: now,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
  }
  store.putKey(row, note)
  return { row, token: `${prefix}${id}_${secret}` }
}

/**
 * A successor of the key `id`, with the same lineage. The old key ends now or, to change over without a gap, after
 * `overlapSeconds`, but never later than it would have ended anyway.
 */
export function rotateKey(store: KeyStore, id: string, overlapSeconds = 0, now = Date.now()) {
  const old = findKey(store, id)
  const created = putNewKey(
    store,
    { name: old.name, role: old.role, ...(old.experiments === null ? {} : { experiments: old.experiments }) },
    now,
    keyNote("rotate-key", now),
    old.lineage,
  )
  const overlapEnd = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000)
  store.putKey(overlapSeconds > 0 ? { ...old, expiresAt: overlapEnd } : { ...old, revokedAt: old.revokedAt ?? now })
  return created
}

export function revokeKey(store: KeyStore, id: string, now = Date.now()): void {
  const key = findKey(store, id)
  if (key.revokedAt === null) store.putKey({ ...key, revokedAt: now }, keyNote("revoke-key", now))
}

const keyNote = (action: string, at: number): ActivityRow => ({
  experiment: null,
  at,
  action,
  key: commandActor,
  outcome: "done",
  code: null,
  count: 1,
})

function findKey(store: KeyStore, id: string): KeyRow {
  const key = store.keys().find((row) => row.id === id)
  if (key !== undefined) return key
  throw new ServiceError(
    "invalid_parameter",
    `a key's id must be one that "keys list" shows, got ${JSON.stringify(id)}`,
  )
}

const isUsable = (key: KeyRow, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)

const hashOf = (secret: string): string => crypto.hash("sha256", secret, "base64url")

const prefix = "arm_"

/** As long for texts that differ in the first character as for others. A text of a hash is made three times as fast as its bytes. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

/** So many tokens are known by their text at most: the memory of a service must not grow with its keys. */
const mostTokens = 1000

/** The keys of a store, read again when another process has written to it. */
export class KeyRing {
  readonly #store: Store
  #keys = new Map<string, KeyRow>()
  /**
   * Tokens that were right before, until keys are read again: hashing each anew takes as long as all other guards. Texts are compared only
   * where their hashes are the same, so how long that takes says nothing about how much of a wrong token is right.
   */
  readonly #tokens = new Map<string, KeyRow>()
  #version = ""
  readonly #refreshMs: number
  #checkedAt = Number.NEGATIVE_INFINITY
  #refreshing: Promise<void> | undefined

  constructor(store: Store, refreshMs = 500) {
    this.#store = store
    this.#refreshMs = refreshMs
  }

  /** Whether any key was ever made: from then on none may be left out. */
  get isEmpty(): boolean {
    return this.#keys.size === 0
  }

  /** The key of a token, or null if it is not one that may be used now. */
  find(token: string, now: number): KeyRow | null {
    const key = this.#tokens.get(token) ?? this.#keyOf(token)
    return key !== null && isUsable(key, now) ? key : null
  }

  #keyOf(token: string): KeyRow | null {
    const end = token.indexOf("_", prefix.length)
    const key = this.#keys.get(token.slice(prefix.length, end))
    if (!token.startsWith(prefix) || key === undefined || !isSame(hashOf(token.slice(end + 1)), key.hash)) return null
    if (this.#tokens.size >= mostTokens) this.#tokens.clear()
    this.#tokens.set(token, key)
    return key
  }

  /** Whether whoever was let in as `id` would be let in now; "local" is everyone, while there are no keys. */
  isStillGood(id: string, now: number): boolean {
    const known = this.#keys.get(id)
    return known === undefined ? id === "local" && this.isEmpty : isUsable(known, now)
  }

  /** To be awaited before the others are asked. */
  refresh(): Promise<void> | undefined {
    if (performance.now() - this.#checkedAt < this.#refreshMs) return undefined
    this.#refreshing ??= this.#readAgain().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #readAgain(): Promise<void> {
    const time = performance.now()
    const version = await this.#store.version()
    if (version !== this.#version) {
      this.#keys = new Map((await this.#store.keys()).map((row) => [row.id, row]))
      this.#tokens.clear()
      this.#version = version
    }
    this.#checkedAt = time
  }
}
