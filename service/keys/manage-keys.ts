// Manages the keys of a store over HTTP. One transaction reads the keys, checks the caller against
// them and writes: a key that was revoked elsewhere changes nothing any more, and two changes at
// the same time cannot together leave a store that nobody can manage.

import type { Actor } from "../activity/activity.ts"
import { pickDefined } from "../pick-defined.ts"
import { ServiceError } from "../service-error.ts"
import type { KeyRow } from "../store/rows.ts"
import type { KeyTable, StoreReads } from "../store/store.ts"
import { quoted } from "../text.ts"
import {
  checkEnd,
  createKey,
  editKey,
  type KeyChange,
  type KeyStore,
  type NewKey,
  revokeKey,
  rotateKey,
} from "./key.ts"
import { isUsable } from "./key-ring.ts"
import { deriveKeyId } from "./repeatable-ids.ts"
import { mayDo } from "./role.ts"

/**
 * The manager of keys: a key, someone at the machine while there are no keys, or a person who
 * signed in, with the role that the sign-in service gives them.
 */
export interface KeyManager {
  readonly kind: "key" | "local" | "person"
  readonly actor: Actor
  /** Owns Idempotency-Keys. */
  readonly lineage: string
}

export interface ManagedKeysOptions {
  readonly store: StoreReads & KeyTable
  /** The store's key, under which ids of repeatable requests are hashed. */
  readonly storeKey: Uint8Array
  readonly time: () => number | Promise<number>
  /** Whether people who sign in manage keys, so that the last key that does so may go. */
  readonly arePeopleAdmins: boolean
}

export interface KeyRequest extends NewKey {
  /** Must be true for the first key of a store. */
  readonly requireKeys?: boolean
  readonly idempotencyKey?: string
}

export interface KeyRotation {
  /** For how long the old key works on. */
  readonly overlapSeconds?: number
  /** When the new key ends; with the old one's end if left out, never if null. */
  readonly expiresAt?: number | null
}

export class ManagedKeys {
  readonly #options: ManagedKeysOptions

  constructor(options: ManagedKeysOptions) {
    this.#options = options
  }

  async list(): Promise<readonly KeyRow[]> {
    return this.#options.store.keys()
  }

  async read(id: string): Promise<KeyRow> {
    return find(await this.list(), id)
  }

  /** Returns the token, which cannot be read again. */
  async create(request: KeyRequest, by: KeyManager): Promise<{ row: KeyRow; token: string }> {
    const { requireKeys = false, idempotencyKey, ...key } = request
    await this.#checkExperiments(key.experiments)
    const id =
      idempotencyKey === undefined ? undefined : deriveKeyId(this.#options.storeKey, by.lineage, idempotencyKey)
    return this.#change(by, (keys, now) => {
      checkEnd(key.expiresAt, now)
      if (by.kind === "local") checkFirstKey(key, requireKeys)
      if (id !== undefined) checkNotCreated(keys.keys(), id)
      return createKey(keys, key, now, { by: by.actor, ...pickDefined({ id }) })
    })
  }

  async edit(id: string, change: KeyChange, by: KeyManager): Promise<KeyRow> {
    await this.#checkExperiments(change.experiments ?? undefined)
    return this.#change(by, (keys, now) => {
      find(keys.keys(), id)
      if (change.expiresAt != null) this.#checkNotLast(keys.keys(), id, now, lastEnded)
      return editKey(keys, id, change, now, by.actor)
    })
  }

  /** Returns the token of the successor, which cannot be read again. */
  rotate(id: string, rotation: KeyRotation, by: KeyManager): Promise<{ row: KeyRow; token: string }> {
    const { overlapSeconds = 0, expiresAt } = rotation
    return this.#change(by, (keys, now) => {
      find(keys.keys(), id)
      checkEnd(expiresAt ?? undefined, now)
      if (expiresAt != null) this.#checkNotLast(keys.keys(), id, now, lastEnded)
      if (overlapSeconds === 0) this.#checkNotLast(keys.keys(), id, now, lastRotated)
      return rotateKey(keys, id, overlapSeconds, now, { by: by.actor, ...pickDefined({ expiresAt }) })
    })
  }

  revoke(id: string, by: KeyManager): Promise<KeyRow> {
    return this.#change(by, (keys, now) => {
      find(keys.keys(), id)
      this.#checkNotLast(keys.keys(), id, now, lastRevoked)
      return revokeKey(keys, id, now, by.actor)
    })
  }

  async #change<Result>(by: KeyManager, work: (keys: KeyStore, now: number) => Result): Promise<Result> {
    const now = await this.#options.time()
    return this.#options.store.changeKeys((keys) => {
      checkManager(keys.keys(), by, now)
      return work(keys, now)
    })
  }

  /** A key for an experiment that does not exist would be refused everywhere. */
  async #checkExperiments(ids: readonly string[] = []): Promise<void> {
    for (const id of ids)
      if ((await this.#options.store.experiment(id)) === undefined)
        throw new ServiceError("unknown_experiment", `unknown experiment ${quoted(id)}`)
  }

  #checkNotLast(keys: readonly KeyRow[], id: string, now: number, advice: string): void {
    if (this.#options.arePeopleAdmins) return
    const admins = keys.filter((key) => isUsable(key, now) && mayDo(key.role, "manage-keys"))
    if (admins.length !== 1 || admins[0]?.id !== id) return
    throw new ServiceError(
      "last_admin_key",
      `${quoted(admins[0].name)} is the last key that may manage keys: ${advice}`,
    )
  }
}

const lastRevoked = "create another key with the role admin first"
const lastEnded = "create another key with the role admin before this one gets an end"
const lastRotated = "rotate it with an overlap, so that it still works if the answer with the new key is lost"

function find(keys: readonly KeyRow[], id: string): KeyRow {
  const key = keys.find((row) => row.id === id)
  if (key !== undefined) return key
  throw new ServiceError("unknown_key", `unknown key ${quoted(id)}`)
}

/** The same as authentication.ts checks, by the keys as they are in this transaction. */
function checkManager(keys: readonly KeyRow[], { kind, actor }: KeyManager, now: number): void {
  if (kind === "person") return
  if (kind === "local") {
    if (keys.length === 0) return
    throw new ServiceError("missing_key", "the service has keys by now, and this request came without one")
  }
  const key = keys.find(({ id }) => id === actor.id)
  if (key === undefined || !isUsable(key, now)) throw new ServiceError("invalid_key", "unknown, expired or revoked key")
  if (!mayDo(key.role, "manage-keys") || key.experiments !== null)
    throw new ServiceError("forbidden", `a key with the role ${key.role} may not manage keys`)
}

/** From the first key on nobody does anything without one, on the machine itself too. */
function checkFirstKey({ role, expiresAt }: NewKey, requireKeys: boolean): void {
  if (role !== "admin" || expiresAt !== undefined)
    throw new ServiceError(
      "first_key",
      'the first key must have the role admin and no end: from then on every request needs a key, and only "admin" can make more',
    )
  if (!requireKeys)
    throw new ServiceError(
      "first_key",
      'this is the first key: from then on every request needs a key, on this machine too; repeat with "requireKeys": true',
    )
}

function checkNotCreated(keys: readonly KeyRow[], id: string): void {
  const made = keys.find((row) => row.id === id)
  if (made === undefined) return
  throw new ServiceError(
    "key_created",
    `this request made the key ${id} (${quoted(made.name)}) before, and its answer had the key, which is shown once: rotate or revoke it`,
    { key: id },
  )
}
