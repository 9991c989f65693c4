// Compares the place that a store has noted with the server that answers. Another place means a
// restored copy or a failover (postgres-copy.ts).

import { type Place, readPlace } from "./postgres-copy.ts"
import type { ServerState } from "./server-state.ts"

/** Not every transaction may read the system identifier: it is compared when a place is noted. */
const comparedParts = ["oid", "schema", "timeline"] as const

/** The server is at this place, as far as both are known. */
export const isAtPlace = (place: Place, state: ServerState): boolean =>
  comparedParts.every((part) => place[part] === null || state[part] === null || place[part] === state[part])

/** The server is at the place that the store has noted. A restore may still wait to be handled. */
export const isAtNotedPlace = (state: ServerState): boolean => isAtPlace(readPlace(state.properties?.place), state)

/** The store is where it was last, and no restore waits to be handled. */
export const isSettled = (state: ServerState): boolean => state.properties?.copy === undefined && isAtNotedPlace(state)
