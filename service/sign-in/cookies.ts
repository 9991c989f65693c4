// The two cookies of signing in. Over TLS their names bind them to this host and to TLS
// ("__Host-"); on loopback they carry the port, because browsers share cookies among ports.

export interface CookieNames {
  /** The session. */
  readonly session: string
  /** The login under way. */
  readonly login: string
}

export function nameCookies(origin: string): CookieNames {
  const { protocol, port } = new URL(origin)
  const name = (what: string) =>
    protocol === "https:" ? `__Host-armistice-${what}` : `armistice-${what}-${port === "" ? "80" : port}`
  return { session: name("session"), login: name("login") }
}

/** The one cookie of this name; null if there are several, as any may be another program's. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  let found: string | null = null
  for (const part of header.split(";")) {
    const end = part.indexOf("=")
    if (end < 0 || part.slice(0, end).trim() !== name) continue
    if (found !== null) return null
    found = part.slice(end + 1).trim()
  }
  return found
}

/**
 * `Lax` reaches the service with a navigation from another site, such as the provider's redirect;
 * `Strict` never comes with anything another site has begun.
 */
export const formatCookie = (name: string, value: string, sameSite: "Lax" | "Strict", maxAgeSeconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${name.startsWith("__Host-") ? "; Secure" : ""}`
