// The service that sent this page, through its typed client. A key stays in this tab.

import { ArmisticeClient, ClientError } from "@armistice/client"

const storageName = "armistice-key"

export const readKey = (): string | null => sessionStorage.getItem(storageName)

export function storeKey(key: string | null): void {
  if (key === null || key === "") sessionStorage.removeItem(storageName)
  else sessionStorage.setItem(storageName, key)
}

/** With 0 `retries` the page learns at once that the service does not answer. */
export function connect(retries = 2): ArmisticeClient {
  const key = readKey()
  return new ArmisticeClient({
    baseUrl: location.origin,
    retries,
    timeoutMs: 5000,
    ...(key === null ? {} : { key }),
  })
}

/** Where people sign in, and the host of the provider that signs them in. */
export interface SignInPlace {
  readonly address: string
  readonly provider: string
}

export interface RequestError {
  /** `unauthorized`: another key is needed. `disconnected`: the service does not answer. */
  readonly kind: "unauthorized" | "disconnected" | "refused" | "missing"
  readonly message: string
  /** Left out where only keys open the service. */
  readonly signIn?: SignInPlace
}

/** The error in a sentence for people. */
export function describeError(error: unknown): RequestError {
  if (!(error instanceof ClientError)) return { kind: "disconnected", message: "The service does not answer." }
  const message = error.problem?.detail ?? error.message
  if (error.status === 401) {
    const { signIn, provider } = error.problem ?? {}
    return {
      kind: "unauthorized",
      message: refusalText[error.code] ?? message,
      ...(signIn === undefined || provider === undefined ? {} : { signIn: { address: signIn, provider } }),
    }
  }
  if (error.status === 403) return { kind: "unauthorized", message: `That is not allowed: ${message}.` }
  // A server that only serves pages has no routes under /v1.
  if (error.status === 404) return { kind: "missing", message }
  if (error.isTemporary) return { kind: "disconnected", message: "The service does not answer." }
  return { kind: "refused", message }
}

const refusalText: Readonly<Record<string, string>> = {
  missing_key: "",
  invalid_key: "The service does not know this key. Was it copied whole, and is it still in use?",
  session_over: "Your session is over. Sign in again to go on.",
}
