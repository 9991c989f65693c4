// An issuer on loopback that says whatever a test wants: the tokens that no real provider can be
// made to give.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import { client } from "./real-provider.ts"

export interface TokenParts {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly issuer: ForgingIssuer
}

/** The differences from an honest issuer. */
export interface Forgery {
  /** Replaces the honest token; null: no token. */
  readonly token?: (honest: TokenParts) => Promise<string> | string | null
  readonly userInfo?: object
}

export class ForgingIssuer {
  readonly key: CryptoKey
  readonly publicJwk: JWK
  /** Another key, which the issuer does not name. */
  readonly otherKey: CryptoKey
  issuer = ""
  forgery: Forgery = {}
  /** Added to its metadata, which a service reads once. */
  metadata: object = {}
  #stop = async (): Promise<void> => undefined

  static async start(): Promise<ForgingIssuer> {
    const own = await generateKeyPair("RS256", { extractable: true })
    const other = await generateKeyPair("RS256")
    const jwk = { ...(await exportJWK(own.publicKey)), kid: "one", alg: "RS256", use: "sig" }
    const issuer = new ForgingIssuer(own.privateKey, jwk, other.privateKey)
    const server = createServer((request, response) => void issuer.#answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    issuer.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    issuer.#stop = () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    return issuer
  }

  private constructor(key: CryptoKey, publicJwk: JWK, otherKey: CryptoKey) {
    this.key = key
    this.publicJwk = publicJwk
    this.otherKey = otherKey
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  /** The path that a browser requests after an authorization address. */
  callback(location: string): string {
    const { searchParams } = new URL(location)
    const [state, nonce] = [searchParams.get("state") ?? "", searchParams.get("nonce") ?? ""]
    return `/sign-in/callback?${new URLSearchParams({ code: nonce, state, iss: this.issuer })}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "", this.issuer)
    const body = Buffer.concat(await request.toArray()).toString()
    const answer = await this.#body(pathname, new URLSearchParams(body))
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(answer ?? {}))
  }

  async #body(path: string, form: URLSearchParams): Promise<object | undefined> {
    const { issuer } = this
    if (path === "/.well-known/openid-configuration")
      return {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
        authorization_response_iss_parameter_supported: true,
        ...this.metadata,
      }
    if (path === "/jwks") return { keys: [this.publicJwk] }
    if (path === "/me") return { sub: "ada", name: "Ada Lovelace", groups: ["experimenters"], ...this.forgery.userInfo }
    if (path !== "/token") return undefined
    const now = Math.floor(Date.now() / 1000)
    const honest: TokenParts = {
      header: { alg: "RS256", kid: "one" },
      claims: { iss: issuer, sub: "ada", aud: client.id, nonce: form.get("code"), iat: now, exp: now + 300 },
      issuer: this,
    }
    const { token = sign } = this.forgery
    const idToken = await token(honest)
    return { access_token: "of-a-test", token_type: "Bearer", ...(idToken === null ? {} : { id_token: idToken }) }
  }
}

export const sign = (
  { header, claims, issuer }: TokenParts,
  key: CryptoKey | Uint8Array = issuer.key,
): Promise<string> => new SignJWT({ ...claims }).setProtectedHeader(header as { alg: string }).sign(key)

/** An honest token but for these claims; undefined leaves one out. */
export const withClaims =
  (change: Readonly<Record<string, unknown>>) =>
  (honest: TokenParts): Promise<string> =>
    sign({ ...honest, claims: JSON.parse(JSON.stringify({ ...honest.claims, ...change })) as TokenParts["claims"] })
