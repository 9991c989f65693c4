// The user of this tab, by its key or as a person who signed in: requested once for each key and
// again until the service answers. Pages offer only what the account may do.

import type { ArmisticeClient } from "@armistice/client"
import { useEffect, useState } from "preact/hooks"
import { isolateName } from "../text/isolate-name.ts"
import { connect, describeError, readKey, storeKey } from "./connection.ts"

export type Account = Awaited<ReturnType<ArmisticeClient["me"]>>

const againMs = 3000

let cached: { readonly key: string | null; readonly account: Account } | null = null
let requestedKey: string | null | undefined
const listeners = new Set<() => void>()

const known = (): Account | null => (cached !== null && cached.key === readKey() ? cached.account : null)

/** `null` until it is known. */
export function useAccount(): Account | null {
  const [account, setAccount] = useState(known)
  useEffect(() => {
    const update = () => setAccount(known())
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
  if (known() !== null || requestedKey === key || listeners.size === 0) return
  requestedKey = key
  let isDisconnected = false
  try {
    const account = await connect(0).me()
    cached = { key, account }
  } catch (error) {
    isDisconnected = describeError(error).kind === "disconnected"
  }
  requestedKey = undefined
  for (const listener of listeners) listener()
  if (isDisconnected) setTimeout(() => void loadAccount(), againMs)
}

/** Asks again who it is, because a key or a session may have ended. */
export async function recheckAccount(): Promise<void> {
  const key = readKey()
  try {
    cached = { key, account: await connect(0).me() }
  } catch (error) {
    if (describeError(error).kind === "unauthorized") cached = null
  }
  for (const listener of listeners) listener()
}

/** Forgets the key, or ends the session of the person, and reloads the list. */
export async function signOut(everywhere = false): Promise<void> {
  if (readKey() === null) await (everywhere ? connect().signOutEverywhere() : connect().signOut())
  storeKey(null)
  location.assign("/experiments")
}

export const may = (account: Account | null, task: "decide" | "audit" | "operate" | "manage-keys"): boolean =>
  account?.may.includes(task) ?? false

const chooseVerb = ({ role }: Account): string => (role === "admin" ? "administer" : role)

/** "key “growth” · may operate", "Ada Lovelace · may administer". */
export function describeAccount(account: Account): string {
  const { key, person } = account
  if (key === null && person === null) return "No keys: full access"
  const name = key === null ? isolateName(person?.name ?? "") : `key “${isolateName(key.name)}”`
  return `${name} · may ${chooseVerb(account)}`
}

export const describeRights = (account: Account): string =>
  account.role === "local"
    ? "Without keys everyone on this machine may do everything"
    : `You may ${chooseVerb(account)}`
