// Why SQLite did not do it, in words a caller can act on.

import { ServiceError } from "../../service-error.ts"

/** Messages of SQLite about foreign pages, and of the parser about rows that are no JSON. */
const damaged = /malformed|not a database|unsupported file format/i

export const damage = (): ServiceError =>
  new ServiceError("store_damaged", "the store's file is damaged: restore a backup (docs/operations.md)")

/** `lacksRoom` tells a quota that is used up from a disk that fails; SQLite does not. */
export function sqliteError(error: unknown, lacksRoom: () => boolean = () => false): ServiceError {
  if (error instanceof ServiceError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (damaged.test(message) || error instanceof SyntaxError) return damage()
  if (/full/i.test(message) || (/disk I\/O error/i.test(message) && lacksRoom()))
    return new ServiceError("store_full", "the store is full")
  if (/locked|busy/i.test(message)) return new ServiceError("store_busy", "another process is writing to the store")
  return new ServiceError("store_unavailable", `the store could not save the change: ${message}`)
}
