// Whether a store is where it says that it is.

import { ServiceError } from "../../service-error.ts"
import { type Place, readPlace } from "./postgres-copy.ts"
import type { ServerState } from "./server-state.ts"

/** Whether the store is where it was last, and any restore has been dealt with. */
export const isSettled = (state: ServerState): boolean => state.properties?.copy === undefined && isInPlace(state)

/** Whether the store is where it was last, be it a copy that has not been dealt with. */
export const isInPlace = (state: ServerState): boolean => isOn(readPlace(state.properties?.place), state)

const partsInTransactions = ["oid", "schema", "timeline"] as const

export const isOn = (place: Place, state: ServerState): boolean =>
  partsInTransactions.every((part) => place[part] === null || state[part] === null || place[part] === state[part])

export const settlingError = (): ServiceError =>
  new ServiceError("store_busy", "the database was restored or failed over, and is being looked through: try again")
