// Keys: a public id and 32 random bytes. The store keeps a plain hash of them, which is enough
// because nobody can guess 32 random bytes.
// `armistice keys` creates, rotates and revokes them.

import * as crypto from "node:crypto"
import { type ActivityRow, commandActor } from "../activity/activity.ts"
import { experimentIdPattern } from "../experiment.ts"
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
  /** In milliseconds since 1970; never if left out. */
  readonly expiresAt?: number
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
export function createKey(store: KeyStore, key: NewKey, now = Date.now()) {
  checkTexts("a key's name", [key.name])
  // A key for a malformed id would be refused everywhere, and nobody would see why.
  if (key.role === "admin" && key.experiments !== undefined)
    throw new ServiceError(
      "invalid_request",
      "a key with the role admin manages all keys, so it cannot be limited to experiments",
    )
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
    hash: hashSecret(secret),
    experiments: experiments ?? null,
    createdAt: now,
    expiresAt: expiresAt ?? null,
    revokedAt: null,
  }
  store.putKey(row, note)
  return { row, token: `${tokenPrefix}${id}_${secret}` }
}

/**
 * Creates a successor of the key `id` with the same lineage. The old key ends now or, for a change
 * without a gap, after `overlapSeconds`, but never later than it would have anyway.
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

/** Ends the key `id` now. */
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
  throw new ServiceError("invalid_parameter", `a key's id must be one that "keys list" shows, got ${quoted(id)}`)
}

const hashSecret = (secret: string): string => crypto.hash("sha256", secret, "base64url")

/** The key id in a token; undefined where the text has another form. */
export function parseToken(token: string): { readonly id: string; readonly hash: string } | undefined {
  const end = token.indexOf("_", tokenPrefix.length)
  if (!token.startsWith(tokenPrefix) || end < 0) return undefined
  return { id: token.slice(tokenPrefix.length, end), hash: hashSecret(token.slice(end + 1)) }
}
