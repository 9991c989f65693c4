// The service that sent this page, as its own typed client. A key, where one is needed, stays in this tab.

import { ArmisticeClient, ClientError } from "@armistice/client"

const place = "armistice-key"

export const keyNow = (): string | null => sessionStorage.getItem(place)

export function rememberKey(key: string | null): void {
  if (key === null || key === "") sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, key)
}

/** `retries` 0 where the page wants to know at once that the line is dead. */
export function connect(retries = 2): ArmisticeClient {
  const key = keyNow()
  return new ArmisticeClient({
    baseUrl: location.origin,
    retries,
    timeoutMs: 5000,
    ...(key === null ? {} : { key }),
  })
}

export type Trouble =
  | { readonly kind: "key"; readonly words: string }
  | { readonly kind: "gone"; readonly words: string }
  | { readonly kind: "refused"; readonly words: string }
  | { readonly kind: "missing"; readonly words: string }

/** What went wrong, in words for people, and what kind of help it needs. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ClientError)) return { kind: "gone", words: "The service does not answer." }
  const words = error.problem?.detail ?? error.message
  if (error.status === 401)
    return { kind: "key", words: "The service does not know this key. Was it copied whole, and is it still in use?" }
  if (error.status === 403) return { kind: "key", words: `This key may not do that: ${words}.` }
  // A server that only sends the pages has nothing under /v1.
  if (error.status === 404) return { kind: "missing", words }
  if (error.isTemporary) return { kind: "gone", words: "The service does not answer." }
  return { kind: "refused", words }
}
