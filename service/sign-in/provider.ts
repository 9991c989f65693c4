// The OpenID Connect provider: authorization code flow with PKCE, state and nonce. The library is
// loaded, and the provider asked for its metadata, when the first person signs in.

import type { Configuration } from "openid-client"
import { ServiceError } from "../service-error.ts"
import { computeChallenge, type Login } from "./login.ts"
import type { Claims } from "./person.ts"
import { isLoopbackUrl, type SignInSettings } from "./sign-in-options.ts"

type OpenIdClient = typeof import("openid-client")

interface Known {
  readonly client: OpenIdClient
  readonly config: Configuration
  readonly readAt: number
}

/** Metadata of the provider is read again after this. */
const metadataMs = 3_600_000
/** For one request to the provider. */
const timeoutSeconds = 5
/** How far ahead of ours the provider's clock may be. */
const clockToleranceSeconds = 30

/** A sign-in that came to nothing. `reason` is for the log and has nothing of the person. */
export class SignInError extends ServiceError {
  readonly reason: string

  constructor(
    code: "sign_in_failed" | "sign_in_denied" | "no_role" | "provider_unavailable",
    message: string,
    reason: string,
  ) {
    super(code, message)
    this.reason = reason
  }
}

export class Provider {
  readonly #settings: SignInSettings
  #known: Known | undefined
  #reading: Promise<Known> | undefined

  constructor(settings: SignInSettings) {
    this.#settings = settings
  }

  /** The provider's page on which the person signs in. */
  async loginUrl(login: Login, redirectUri: string): Promise<URL> {
    const { client, config } = await this.#read()
    return client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: this.#settings.scope,
      response_type: "code",
      state: login.state,
      nonce: login.nonce,
      code_challenge: computeChallenge(login),
      code_challenge_method: "S256",
    })
  }

  /** The provider's claims about the person, after every check of its answer. */
  async readClaims(login: Login, callback: URL): Promise<Claims> {
    const { client, config } = await this.#read()
    try {
      const tokens = await client.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: login.verifier,
        expectedState: login.state,
        expectedNonce: login.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims() as Claims
      this.#checkClaims(claims)
      if (!this.#lacks(claims) || config.serverMetadata().userinfo_endpoint === undefined) return claims
      // The library checks that the answer is about the same subject.
      return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub as string)), ...claims }
    } catch (error) {
      throw refusal(error)
    }
  }

  /** The library leaves these checks to its callers. */
  #checkClaims({ azp, iat }: Claims): void {
    if (azp !== undefined && azp !== this.#settings.clientId) throw failure("the token is for another client")
    if (typeof iat !== "number" || iat > Date.now() / 1000 + clockToleranceSeconds)
      throw failure("the token was issued in the future")
  }

  /** Many providers put names and groups into the user info alone. */
  #lacks(claims: Claims): boolean {
    return claims.name === undefined || claims[this.#settings.claim] === undefined
  }

  /** Several people who come at once wait for one request. */
  #read(): Promise<Known> {
    const known = this.#known
    if (known !== undefined && performance.now() - known.readAt < metadataMs) return Promise.resolve(known)
    this.#reading ??= this.#discover().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #discover(): Promise<Known> {
    const { issuer, clientId, clientSecret } = this.#settings
    const client = await import("openid-client")
    const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
    try {
      const config = await client.discovery(
        new URL(issuer),
        clientId,
        { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds },
        (server, ...rest) => {
          const { token_endpoint_auth_methods_supported: methods } = server
          const isPost = methods?.includes("client_secret_basic") === false && methods.includes("client_secret_post")
          ;(isPost ? post : basic)(server, ...rest)
        },
        {
          timeout: timeoutSeconds,
          execute: [
            // Signatures are checked although the token comes from the provider itself.
            client.enableNonRepudiationChecks,
            ...(isLoopbackUrl(issuer) && issuer.startsWith("http:") ? [client.allowInsecureRequests] : []),
          ],
        },
      )
      this.#known = { client, config, readAt: performance.now() }
      return this.#known
    } catch (error) {
      throw refusal(error)
    }
  }
}

const failure = (reason: string): SignInError =>
  new SignInError("sign_in_failed", "the provider's answer does not belong to this sign-in: start again", reason)

/** The library's own messages are fixed texts; all others may hold tokens and names. */
function refusal(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const { code = "", error: named, cause } = error as { code?: string; error?: unknown; cause?: unknown }
  const word = typeof named === "string" && /^[a-z_]{1,40}$/.test(named) ? named : "another error"
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR")
    return new SignInError("sign_in_denied", `the provider has not signed you in (${word})`, word)
  if (code === "OAUTH_RESPONSE_BODY_ERROR") return failure(`the token endpoint says ${word}`)
  if (isFetchError(error) || isFetchError(cause) || code === "OAUTH_TIMEOUT" || isServerError(cause))
    return new SignInError("provider_unavailable", "the provider does not answer: try again", code || "no connection")
  if (!code.startsWith("OAUTH_")) return failure("unknown")
  const { message } = cause instanceof Error && cause.name === "OperationProcessingError" ? cause : (error as Error)
  return failure(`${code}: ${message}`)
}

const isFetchError = (error: unknown): boolean => error instanceof TypeError && error.message === "fetch failed"

const isServerError = (cause: unknown): boolean => cause instanceof Response && cause.status >= 500
