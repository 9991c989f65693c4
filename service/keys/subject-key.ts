// The secret under which subjects are hashed. It lives in a file beside the store (or in the environment), never inside it, so that a
// copy of the store alone tells nobody's name. Its fingerprint is in the store: with another secret no subject would be recognised.

import { createHash, randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { makeDurable, writeDurably } from "../durable-file.ts"
import { ServiceError } from "../service-error.ts"
import type { SqliteStore } from "../store/sqlite/sqlite-store.ts"
import type { Store } from "../store/store.ts"

export function subjectKeyFor(store: SqliteStore, given?: string): Uint8Array {
  const key = given === undefined ? fromFile(store) : decode(given)
  const fingerprint = fingerprintOf(key)
  const known = store.property("subjectKey")
  if (known === null) store.setProperty("subjectKey", fingerprint)
  else if (known !== fingerprint)
    throw new ServiceError(
      "store_unavailable",
      `subjects must be hashed with the key the store ${store.path} began with, got another (it is in ${store.path}.key unless it was given)`,
    )
  return key
}

/** The key all replicas must be given; the first one to start leaves its fingerprint. */
export async function sharedSubjectKey(store: Store, given: string | undefined): Promise<Uint8Array> {
  if (given === undefined)
    throw new ServiceError(
      "store_unavailable",
      "replicas must be given one key for their subjects (--subject-key FILE, 32 bytes in base64url), got none",
    )
  const key = decode(given)
  if ((await store.property("subjectKey")) === null) await store.setProperty("subjectKey", fingerprintOf(key))
  if ((await store.property("subjectKey")) === fingerprintOf(key)) return key
  throw new ServiceError(
    "store_unavailable",
    `subjects must be hashed with the key the store ${store.path} began with, got another`,
  )
}

/** From the file that someone who starts the service names. The store will be worth nothing without it, so one that was just made is flushed. */
export function readSubjectKey(path: string): string {
  const key = readFileSync(path, "utf8").trim()
  try {
    makeDurable(path)
  } catch {
    // A pipe or a mounted secret cannot be flushed, and does not need to be.
  }
  return key
}

const fingerprintOf = (key: Uint8Array): string =>
  createHash("sha256").update("armistice subject key").update(key).digest("base64url")

function fromFile(store: SqliteStore): Uint8Array {
  const path = `${store.path}.key`
  const isNew = store.property("subjectKey") === null
  const text = existsSync(path) ? readFileSync(path, "latin1") : null
  if (text !== null && !(isUnfinished(text) && isNew)) {
    if (isUnfinished(text))
      throw new ServiceError(
        "store_unavailable",
        `the key of the store's subjects in ${path} is empty or cut off: put back the copy that belongs to this store`,
      )
    const key = decode(text.trim())
    // Whoever wrote it may not have flushed it, and from the next commit on the store is worth nothing without it.
    if (isNew) makeDurable(path)
    return key
  }
  if (!isNew)
    throw new ServiceError(
      "store_unavailable",
      `the key of the store's subjects must be in ${path} or be given, got neither`,
    )
  const key = randomBytes(32)
  writeDurably(path, `${key.toString("base64url")}\n`)
  return key
}

/** What a crash can leave of a key that was being written: the beginning of one, or zeros where it should be. */
const isUnfinished = (text: string): boolean => /^[\w-]{0,42}\0*$/.test(text)

function decode(text: string): Uint8Array {
  const key = Buffer.from(text, "base64url")
  if (key.length === 32) return key
  throw new ServiceError("store_unavailable", `a subject key must be 32 bytes in base64url, got ${key.length}`)
}
