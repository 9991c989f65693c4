// Keys: a public id and 32 random bytes. The store keeps a plain hash of them, which is enough
// because nobody can guess 32 random bytes.
// `armistice keys` and manage-keys.ts create, rotate and revoke them.

import * as crypto from "node:crypto"
import { type ActivityRow, type Actor, commandActor, doneToStore } from "../activity/activity.ts"
import { experimentIdPattern } from "../experiment.ts"
import { formatTime } from "../format-time.ts"
import { ServiceError } from "../service-error.ts"
import type { KeyRow } from "../store/rows.ts"
import { checkTexts, quoted } from "../text.ts"
import type { Role } from "./role.ts"

/** A key to create. */
export interface NewKey {
  /** For people. */
  readonly name: string
  readonly role: Role
  /** Ids of the experiments it is limited to; all if left out. */
  readonly experiments?: readonly string[]
  /** Beside the service's own limit; no other if left out. */
  readonly requestsPerSecond?: number
  /** In milliseconds since 1970; never if left out. */
  readonly expiresAt?: number
}

/** Changes of a key; fields that are left out stay. */
export interface KeyChange {
  readonly name?: string
  /** `null`: all. */
  readonly experiments?: readonly string[] | null
  /** `null`: only the service's own. */
  readonly requestsPerSecond?: number | null
  /** `null`: never. */
  readonly expiresAt?: number | null
}

/** The creator of a key, and for a repeatable request its id. */
interface Creation {
  readonly by?: Actor
  readonly id?: string
}

/** The keys of a store. */
export interface KeyStore {
  keys(): readonly KeyRow[]
  /** `note`: the change for the record of activity. */
  putKey(key: KeyRow, note?: ActivityRow): void
}

const tokenPrefix = "arm_"

const experimentId = new RegExp(experimentIdPattern)

/** Stores a new key and returns it together with its token, which cannot be read again. */
export function createKey(store: KeyStore, key: NewKey, now = Date.now(), { by = commandActor, id }: Creation = {}) {
  checkTexts("a key's name", [key.name])
  checkLimits(key.role, key.experiments)
  return putNewKey(store, key, now, doneToStore("create-key", now, by), id)
}

/** Changes the key `id`, which must not be revoked. */
export function editKey(store: KeyStore, id: string, change: KeyChange, now: number, by: Actor): KeyRow {
  const key = findKey(store, id)
  if (key.revokedAt !== null)
    throw new ServiceError("invalid_transition", `key ${id} is revoked, so nothing of it can change`)
  const { name, experiments, requestsPerSecond, expiresAt } = { ...key, ...change }
  checkTexts("a key's name", [name])
  if (change.experiments != null) checkLimits(key.role, change.experiments)
  if (change.expiresAt != null) checkEnd(change.expiresAt, now)
  const limits = { experiments: experiments === null ? null : [...new Set(experiments)], requestsPerSecond }
  const edited = { ...key, name, ...limits, expiresAt }
  store.putKey(edited, doneToStore("edit-key", now, by))
  return edited
}

/** For changes over HTTP; the command counts days from now. */
export function checkEnd(expiresAt: number | undefined, now: number): void {
  if (expiresAt !== undefined && expiresAt <= now)
    throw new ServiceError("invalid_request", "a key's end must be in the future; to end a key now, revoke it")
}

function checkLimits(role: Role, experiments: readonly string[] | undefined): void {
  // A key for a malformed id would be refused everywhere, and nobody would see why.
  if (role === "admin" && experiments !== undefined)
    throw new ServiceError(
      "invalid_request",
      "a key with the role admin manages all keys, so it cannot be limited to experiments",
    )
  const wrong = experiments?.find((id) => !experimentId.test(id))
  if (wrong !== undefined)
    throw new ServiceError("invalid_request", `a key's experiments must be ids such as exp_…, got ${quoted(wrong)}`)
}

function putNewKey(
  store: KeyStore,
  { name, role, experiments, requestsPerSecond, expiresAt }: NewKey,
  now: number,
  note: ActivityRow,
  id = crypto.randomBytes(6).toString("hex"),
  lineage = id,
) {
  const secret = crypto.randomBytes(32).toString("base64url")
  const row: KeyRow = {
    id,
    lineage,
    name,
    role,
    hash: hashSecret(secret),
    experiments: experiments === undefined ? null : [...new Set(experiments)],
    requestsPerSecond: requestsPerSecond ?? null,
    createdAt: now,
    createdBy: note.key.name,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
    revokedBy: null,
  }
  store.putKey(row, note)
  return { row, token: `${tokenPrefix}${id}_${secret}` }
}

/**
 * Creates a successor of the key `id` with the same lineage, and with the same end if none is
 * given. The old key ends now or, for a change without a gap, after `overlapSeconds`, but never
 * later than it would have anyway.
 */
export function rotateKey(
  store: KeyStore,
  id: string,
  overlapSeconds: number,
  now: number,
  { by = commandActor, expiresAt: givenEnd }: Pick<Creation, "by"> & Pick<KeyChange, "expiresAt"> = {},
) {
  const { lineage, name, role, experiments, requestsPerSecond, ...old } = findKey(store, id)
  const newest = findNewest(store, lineage)
  // An older key of the line may have been ended by an overlap.
  const expiresAt = givenEnd === undefined ? newest.expiresAt : givenEnd
  if (givenEnd === undefined && expiresAt !== null && expiresAt <= now)
    throw new ServiceError(
      "invalid_request",
      `the line of key ${id} ended on ${formatTime(expiresAt)}: its successor needs an end of its own, or none`,
    )
  const successor = {
    name,
    role,
    ...(experiments === null ? {} : { experiments }),
    ...(requestsPerSecond === null ? {} : { requestsPerSecond }),
    ...(expiresAt === null ? {} : { expiresAt }),
  }
  // Newest in its line also where clocks disagree.
  const createdAt = Math.max(now, newest.createdAt + 1)
  const created = putNewKey(store, successor, createdAt, doneToStore("rotate-key", now, by), undefined, lineage)
  const overlapEnd = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000)
  const ended = overlapSeconds > 0 ? { expiresAt: overlapEnd } : endNow(old, now, by)
  store.putKey({ lineage, name, role, experiments, requestsPerSecond, ...old, ...ended })
  return created
}

function findNewest(store: KeyStore, lineage: string): KeyRow {
  const line = store.keys().filter((key) => key.lineage === lineage)
  return line.reduce((newest, key) => (key.createdAt > newest.createdAt ? key : newest))
}

/** Ends the key `id` now. */
export function revokeKey(store: KeyStore, id: string, now = Date.now(), by = commandActor): KeyRow {
  const key = findKey(store, id)
  if (key.revokedAt !== null) return key
  const revoked = { ...key, ...endNow(key, now, by) }
  store.putKey(revoked, doneToStore("revoke-key", now, by))
  return revoked
}

/** A key that is revoked stays as it is. */
const endNow = ({ revokedAt, revokedBy }: Pick<KeyRow, "revokedAt" | "revokedBy">, now: number, by: Actor) =>
  revokedAt === null ? { revokedAt: now, revokedBy: by.name } : { revokedAt, revokedBy }

function findKey(store: KeyStore, id: string): KeyRow {
  const key = store.keys().find((row) => row.id === id)
  if (key !== undefined) return key
  throw new ServiceError("invalid_parameter", `a key's id must be one that "keys list" shows, got ${quoted(id)}`)
}

const hashSecret = (secret: string): string => crypto.hash("sha256", secret, "base64url")

/** The key id in a token; undefined where the text has another form. */
export function parseToken(token: string): { readonly id: string; readonly hash: string } | undefined {
  const end = token.indexOf("_", tokenPrefix.length)
  if (!token.startsWith(tokenPrefix) || end < 0) return undefined
  return { id: token.slice(tokenPrefix.length, end), hash: hashSecret(token.slice(end + 1)) }
}
