// Why SQLite did not take a write, in words a caller can act on.

import { ServiceError } from "../service-error.ts"

export function sqliteError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/full/i.test(message))
    return new ServiceError("store_full", "the store must have room for what it is asked to keep, got a full one")
  if (/locked|busy/i.test(message))
    return new ServiceError("store_busy", "the store must be free to write, got one that another process holds")
  return new ServiceError("store_unavailable", `the store must take the change, got: ${message}`)
}
