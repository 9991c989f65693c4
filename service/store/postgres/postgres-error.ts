// Why the database did not do it, in words a caller can act on: busy (try again soon), full, or not
// there.

import { ServiceError } from "../../service-error.ts"
import { standbyError } from "./server-state.ts"

/** Lock or statement timeouts, deadlocks, serialization failures, no connection to spare. */
const busy = new Set(["55P03", "57014", "40P01", "40001", "53300", "25P03"])
const full = new Set(["53100", "53200"])
/** Something was to be written on a standby. */
const readOnly = "25006"
/** The database, its schema or a table of it is no longer there. */
const gone = new Set(["3D000", "3F000", "42P01"])
const damaged = new Set(["XX001", "XX002"])
/** Nothing was kept, and the same work would go well against what is there now. */
const repeatable = new Set(["40P01", "40001", "23505"])

const readCode = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === "string" ? code : ""
}

export const isRepeatable = (error: unknown): boolean => repeatable.has(readCode(error))

const lost = new Set(["57P01", "57P02", "ECONNRESET", "EPIPE"])

/** The connection had been cut, perhaps long ago; another one may do. */
export const isLostLine = (error: unknown): boolean =>
  lost.has(readCode(error)) || (error instanceof Error && /^Connection terminated|not queryable/.test(error.message))

export function postgresError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  const code = readCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (busy.has(code) || /timeout exceeded when trying to connect/i.test(message))
    return new ServiceError("store_busy", "the store is busy: try again")
  if (code === readOnly) return standbyError()
  if (full.has(code)) return new ServiceError("store_full", "the store is full")
  if (gone.has(code)) return new ServiceError("store_gone", "the database has lost the store's tables")
  if (damaged.has(code))
    return new ServiceError(
      "store_damaged",
      "the database server reports that the store is damaged: restore a backup (docs/operations.md)",
    )
  // Messages of the server may quote rows: only its code is passed on.
  return new ServiceError(
    "store_unavailable",
    `the store could not save the change: ${code === "" ? "no connection to it" : `error ${code}`}`,
  )
}
