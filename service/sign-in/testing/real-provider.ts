// A real OpenID Connect provider on loopback. Anyone may sign in by name; what it says about them
// is in `people`.

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair } from "jose"
import Provider from "oidc-provider"
import { CookieJar } from "./cookie-jar.ts"

export const client = { id: "armistice", secret: "client-secret-0123456789abcdef" }

const people: Readonly<Record<string, object>> = {
  ada: { name: "Ada Lovelace", groups: ["experimenters"], email: "ada@people.example" },
  amy: { name: "Amy Analyst", groups: ["analysts", "others"] },
  root: { name: "Rosa Root", groups: ["experimenters", "platform"] },
  both: { name: "Both Roles", groups: ["analysts", "experimenters"] },
  one: { name: "One Text", groups: "experimenters" },
  stranger: { name: "Stranger", groups: ["others"] },
  nobody: { name: "Nobody" },
  mail: { name: "mail@people.example", preferred_username: "mail@people.example", groups: ["analysts"] },
}

export interface RealProvider {
  readonly issuer: string
  /** Signs in at an authorization address; where the provider then sends the browser. */
  signIn(location: string, name: string, jar?: CookieJar): Promise<string>
  stop(): Promise<void>
}

/** `redirectUris`: those of the service. */
export async function startRealProvider(redirectUris: readonly string[]): Promise<RealProvider> {
  let answer: ReturnType<Provider["callback"]> | undefined
  const server = createServer((request, response) => answer?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair("RS256", { extractable: true })
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "one" }] },
    cookies: { keys: ["of a test"] },
    scopes: ["openid", "profile"],
    claims: { openid: ["sub"], profile: ["name", "preferred_username", "groups"] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people[id] }),
    }),
    // Nobody is asked whether the client may know their name.
    loadExistingGrant: async (context: {
      oidc: {
        client: { clientId: string }
        session: { accountId: string }
        provider: { Grant: new (of: object) => Grant }
      }
    }) => {
      const { client, session, provider } = context.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope("openid profile")
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  answer = provider.callback()
  return {
    issuer,
    signIn: (location, name, jar = new CookieJar()) => signInByName(issuer, location, name, jar),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}

async function signInByName(issuer: string, location: string, name: string, jar: CookieJar): Promise<string> {
  for (let next = location; ; ) {
    if (!next.startsWith(issuer)) return next
    const isForm = next.includes("/interaction/")
    const answer = await fetch(next, {
      redirect: "manual",
      headers: { cookie: jar.header(), "content-type": "application/x-www-form-urlencoded" },
      ...(isForm ? { method: "POST", body: new URLSearchParams({ prompt: "login", login: name, password: "x" }) } : {}),
    })
    jar.take(answer.headers.getSetCookie())
    const to = answer.headers.get("location")
    if (to === null) throw new Error(`the provider must redirect, got ${answer.status}: ${await answer.text()}`)
    next = new URL(to, issuer).href
  }
}
