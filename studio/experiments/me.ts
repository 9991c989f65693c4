// Who one is to the service: asked once for each key, and again until it is known. What a key may not do is not offered.

import type { ArmisticeClient } from "@armistice/client"
import { useEffect, useState } from "preact/hooks"
import { isolated } from "../text/isolated.ts"
import { connect, keyNow, rememberKey, troubleOf } from "./connection.ts"

export type Me = Awaited<ReturnType<ArmisticeClient["me"]>>

const againMs = 3000

let held: { readonly key: string | null; readonly me: Me } | null = null
let asking: string | null | undefined
const listeners = new Set<() => void>()

const known = (): Me | null => (held !== null && held.key === keyNow() ? held.me : null)

/** Null until it is known. */
export function useMe(): Me | null {
  const [me, setMe] = useState(known)
  useEffect(() => {
    const update = () => setMe(known())
    listeners.add(update)
    update()
    void ask()
    return () => void listeners.delete(update)
  }, [])
  return me
}

/** Another key is someone else. */
export async function ask(): Promise<void> {
  const key = keyNow()
  if (known() !== null || asking === key || listeners.size === 0) return
  asking = key
  let isGone = false
  try {
    const me = await connect(0).me()
    held = { key, me }
  } catch (error) {
    isGone = troubleOf(error).kind === "gone"
  }
  asking = undefined
  for (const listener of listeners) listener()
  if (isGone) setTimeout(() => void ask(), againMs)
}

/** Forgets the key, and shows the list anew. */
export function signOut(): void {
  rememberKey(null)
  location.assign("/experiments")
}

export const may = (me: Me | null, task: "decide" | "audit" | "operate"): boolean => me?.may.includes(task) ?? false

/** "key “growth” · may operate". */
export const whoText = ({ key, role }: Me): string =>
  key === null ? "No keys: full access" : `key “${isolated(key.name)}” · may ${role}`
