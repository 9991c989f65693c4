// The account behind this tab's key, requested once for each key and again until the service
// answers. Pages offer only what it may do.

import type { ArmisticeClient } from "@armistice/client"
import { useEffect, useState } from "preact/hooks"
import { isolateName } from "../text/isolate-name.ts"
import { connect, describeError, readKey, storeKey } from "./connection.ts"

export type Account = Awaited<ReturnType<ArmisticeClient["me"]>>

const againMs = 3000

let held: { readonly key: string | null; readonly account: Account } | null = null
let asking: string | null | undefined
const listeners = new Set<() => void>()

const known = (): Account | null => (held !== null && held.key === readKey() ? held.account : null)

/** `null` until it is known. */
export function useAccount(): Account | null {
  const [account, setMe] = useState(known)
  useEffect(() => {
    const update = () => setMe(known())
    listeners.add(update)
    update()
    void loadAccount()
    return () => void listeners.delete(update)
  }, [])
  return account
}

/** Another key is another account. */
export async function loadAccount(): Promise<void> {
  const key = readKey()
  if (known() !== null || asking === key || listeners.size === 0) return
  asking = key
  let isDisconnected = false
  try {
    const account = await connect(0).me()
    held = { key, account }
  } catch (error) {
    isDisconnected = describeError(error).kind === "disconnected"
  }
  asking = undefined
  for (const listener of listeners) listener()
  if (isDisconnected) setTimeout(() => void loadAccount(), againMs)
}

/** Forgets the key and reloads the list. */
export function signOut(): void {
  storeKey(null)
  location.assign("/experiments")
}

export const may = (account: Account | null, task: "decide" | "audit" | "operate"): boolean =>
  account?.may.includes(task) ?? false

/** "key “growth” · may operate". */
export const describeAccount = ({ key, role }: Account): string =>
  key === null ? "No keys: full access" : `key “${isolateName(key.name)}” · may ${role}`
