// Where we are: path and query of the page's address. Everything a page shows is in them, so a link shows the same.

import { useLayoutEffect, useState } from "preact/hooks"

export interface Address {
  readonly path: string
  readonly query: string
}

/** What every page gets. `rest` follows the page's own path, such as the id of an experiment. */
export interface PageProps {
  readonly address: Address
  readonly rest: string
}

const listeners = new Set<() => void>()

const addressNow = (): Address => ({ path: location.pathname, query: location.search })

export function useAddress(): Address {
  const [address, setAddress] = useState(addressNow)
  // At once: a link that is followed as soon as it is there must be heard of.
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

/** Goes to another page of the studio, from its top unless it is the same in another way. */
export function goTo(target: string, staysInPlace = false): void {
  history.pushState(null, "", target)
  for (const listener of listeners) listener()
  if (!staysInPlace) scrollTo(0, 0)
}

/** Writes the query without a new entry in the history, for settings that change while one drags. */
export function writeQuery(query: string): void {
  if (query !== location.search) history.replaceState(null, "", location.pathname + query + location.hash)
}
