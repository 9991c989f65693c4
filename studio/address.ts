// The address of the page. It holds everything that a page shows, so that a link shows the same.

import { useEffect, useLayoutEffect, useState } from "preact/hooks"

export interface Address {
  readonly path: string
  readonly query: string
}

/** `rest` follows the page's own path, such as the id of an experiment. */
export interface PageProps {
  readonly address: Address
  readonly rest: string
}

const listeners = new Set<() => void>()

const addressNow = (): Address => ({ path: location.pathname, query: location.search })

export function useAddress(): Address {
  const [address, setAddress] = useState(addressNow)
  // In a layout effect, so that a link clicked right after the first paint is not missed.
  useLayoutEffect(() => {
    const update = () => setAddress(addressNow())
    listeners.add(update)
    addEventListener("popstate", update)
    return () => {
      listeners.delete(update)
      removeEventListener("popstate", update)
    }
  }, [])
  return address
}

/** Takes the target of a link instead of going there. */
let holder: ((target: string) => void) | null = null

/** Until the returned function is called, links give their target to `hold` and go nowhere. */
export function holdLinks(hold: (target: string) => void): () => void {
  holder = hold
  return () => {
    if (holder === hold) holder = null
  }
}

/** Goes to another address of the studio and scrolls to the top, unless it stays in place. */
export function goTo(target: string, staysInPlace = false): void {
  if (holder !== null && !staysInPlace) {
    holder(target)
    return
  }
  history.pushState(null, "", target)
  for (const listener of listeners) listener()
  if (!staysInPlace) scrollTo(0, 0)
}

/** Replaces the query without a history entry, for settings that change during a drag. */
export function writeQuery(query: string): void {
  if (query !== location.search) history.replaceState(null, "", location.pathname + query + location.hash)
}

/** Writes the query once the settings rest: browsers limit how often an address changes. */
export function useQueryWriter(makeQuery: () => string, settings: readonly unknown[]): void {
  useEffect(() => {
    const timer = setTimeout(() => writeQuery(makeQuery()), 250)
    return () => clearTimeout(timer)
  }, settings)
}
