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
    const followHistory = () => {
      if (!undoLeaving()) update()
    }
    listeners.add(update)
    addEventListener("popstate", followHistory)
    return () => {
      listeners.delete(update)
      removeEventListener("popstate", followHistory)
    }
  }, [])
  return address
}

interface Hold {
  /** Takes the target instead of going there. */
  readonly ask: (target: string) => void
  /** The address of the page that is not left. */
  address: Address
}

let hold: Hold | null = null

/** Until the returned function is called, `ask` gets what links, Back and Forward lead to. */
export function holdLinks(ask: (target: string) => void): () => void {
  const mine: Hold = { ask, address: addressNow() }
  hold = mine
  return () => {
    if (hold === mine) hold = null
  }
}

/** Whether Back or Forward would leave a held page, whose address is then put back. */
function undoLeaving(): boolean {
  if (hold === null) return false
  const { path, query } = addressNow()
  if (path === hold.address.path) {
    hold.address = { path, query }
    return false
  }
  const target = path + query + location.hash
  history.pushState(null, "", hold.address.path + hold.address.query)
  hold.ask(target)
  return true
}

/** Goes to another address of the studio and scrolls to the top, unless it stays in place. */
export function goTo(target: string, staysInPlace = false): void {
  if (hold !== null && !staysInPlace) {
    hold.ask(target)
    return
  }
  history.pushState(null, "", target)
  if (hold !== null) hold.address = addressNow()
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
