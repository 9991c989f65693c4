// A login under way: what its callback must show again, sealed in a cookie of the browser that
// began it. The key of the seal comes from the client secret, which all replicas share, so nothing
// is stored before somebody has signed in.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto"
import type { SignInSettings } from "./sign-in-options.ts"

export interface Login {
  readonly state: string
  readonly nonce: string
  /** The code verifier of PKCE. */
  readonly verifier: string
  /** Where the person wanted to go, a path of the service. */
  readonly returnTo: string
  readonly expiresAt: number
}

export const loginMs = 10 * 60_000

const cipher = "aes-256-gcm"
const [ivBytes, tagBytes] = [12, 16]

const newSecret = (): string => randomBytes(32).toString("base64url")

export const createLogin = (returnTo: string, now: number): Login => ({
  state: newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
  returnTo,
  expiresAt: now + loginMs,
})

export const computeChallenge = ({ verifier }: Login): string =>
  createHash("sha256").update(verifier).digest("base64url")

export class LoginSeal {
  readonly #key: Uint8Array

  constructor({ issuer, clientId, clientSecret }: Pick<SignInSettings, "issuer" | "clientId" | "clientSecret">) {
    const salt = JSON.stringify([issuer, clientId])
    this.#key = new Uint8Array(hkdfSync("sha256", clientSecret, salt, "armistice login cookie", 32))
  }

  seal(login: Login): string {
    const iv = randomBytes(ivBytes)
    const sealing = createCipheriv(cipher, this.#key, iv)
    const body = Buffer.concat([sealing.update(JSON.stringify(login), "utf8"), sealing.final()])
    return Buffer.concat([iv, sealing.getAuthTag(), body]).toString("base64url")
  }

  /** Null for anything that is not a login of this service, or over. */
  open(text: string, now: number): Login | null {
    const bytes = Buffer.from(text, "base64url")
    if (bytes.length <= ivBytes + tagBytes) return null
    try {
      const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const body = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()])
      const login = JSON.parse(body.toString("utf8")) as Login
      return login.expiresAt > now ? login : null
    } catch {
      return null
    }
  }
}
