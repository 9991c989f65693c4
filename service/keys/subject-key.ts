// The secret under which subjects are hashed. It lives in a file beside the store or in the
// environment, never in the store, so that a copy of the store identifies nobody. The store keeps
// its fingerprint: another secret would recognise no subject.

import { createHash, randomBytes } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { makeDurable, writeDurably } from "../durable-file.ts"
import type { MaybePromise } from "../maybe-promise.ts"
import { ServiceError } from "../service-error.ts"

interface FileStore {
  readonly path: string
  property(name: string): string | null
  setProperty(name: string, value: string): void
}

interface SharedStore {
  readonly path: string
  property(name: string): MaybePromise<string | null>
  setProperty(name: string, value: string): MaybePromise<void>
}

/** The key of a store in a file: `given`, or in a file beside it, which a new store creates. */
export function loadSubjectKey(store: FileStore, given?: string): Uint8Array {
  const key = given === undefined ? fromFile(store) : decode(given)
  const print = fingerprint(key)
  const known = store.property("subjectKey")
  if (known === null) store.setProperty("subjectKey", print)
  else if (known !== print) throw otherKey(store.path)
  return key
}

/** The key that every replica is given; the first one to start stores its fingerprint. */
export async function loadSharedSubjectKey(store: SharedStore, given: string | undefined): Promise<Uint8Array> {
  if (given === undefined)
    throw new ServiceError(
      "store_unavailable",
      "a service on Postgres needs the key of its subjects (--subject-key FILE, 32 bytes in base64url)",
    )
  const key = decode(given)
  if ((await store.property("subjectKey")) === null) await store.setProperty("subjectKey", fingerprint(key))
  if ((await store.property("subjectKey")) === fingerprint(key)) return key
  throw new ServiceError("store_unavailable", `the subject key is not the one that the store ${store.path} began with`)
}

/** The key of a store that is only read: nothing is created or written. */
export async function findSubjectKey(
  store: Pick<SharedStore, "path" | "property">,
  given?: string,
): Promise<Uint8Array> {
  const path = `${store.path}.key`
  if (given === undefined && !existsSync(path))
    throw new ServiceError(
      "store_unavailable",
      `there is no key of the store's subjects: it must be in ${path} or be given`,
    )
  const key = decode(given ?? readFileSync(path, "latin1").trim())
  const known = await store.property("subjectKey")
  if (known === null || known === fingerprint(key)) return key
  throw otherKey(store.path)
}

const otherKey = (path: string): ServiceError =>
  new ServiceError(
    "store_unavailable",
    `the subject key is not the one that the store ${path} began with (in ${path}.key unless it was given)`,
  )

/** Reads a subject key from a file, and flushes the file: without its key a store is lost. */
export function readSubjectKey(path: string): string {
  const key = readFileSync(path, "utf8").trim()
  try {
    makeDurable(path)
  } catch {
    // A pipe or a mounted secret cannot be flushed, and does not need to be.
  }
  return key
}

const fingerprint = (key: Uint8Array): string =>
  createHash("sha256").update("armistice subject key").update(key).digest("base64url")

function fromFile(store: FileStore): Uint8Array {
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
    // From the next commit on the store is lost without this file, which may not have been flushed.
    if (isNew) makeDurable(path)
    return key
  }
  if (!isNew)
    throw new ServiceError(
      "store_unavailable",
      `there is no key of the store's subjects: it must be in ${path} or be given`,
    )
  const key = randomBytes(32)
  writeDurably(path, `${key.toString("base64url")}\n`)
  return key
}

/** A crash while the key is written can leave its beginning, or zeros. */
const isUnfinished = (text: string): boolean => /^[\w-]{0,42}\0*$/.test(text)

function decode(text: string): Uint8Array {
  const key = Buffer.from(text, "base64url")
  if (key.length === 32) return key
  throw new ServiceError("store_unavailable", `a subject key must be 32 bytes in base64url, got ${key.length}`)
}
