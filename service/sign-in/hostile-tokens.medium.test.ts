// Tokens and metadata that no honest provider gives, from an issuer that forges them: each is
// refused for the reason beside it, and no session is made.

import { exportSPKI, importJWK } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Forgery, ForgingIssuer, sign, withClaims } from "./testing/forging-issuer.ts"
import { countSessions, expectRefused, origin, serveLogged } from "./testing/hostile.ts"
import { client } from "./testing/real-provider.ts"
import { openBrowser, signInAt } from "./testing/signed-in.ts"

let forging: ForgingIssuer

beforeAll(async () => {
  forging = await ForgingIssuer.start()
})

afterAll(() => forging.stop())

const serve = () => serveLogged({ signIn: signInAt(forging.issuer, origin) })

const now = (): number => Math.floor(Date.now() / 1000)

/** Each is signed with the issuer's own key unless it says otherwise. */
const tokens: Record<string, Forgery & { readonly reason: string }> = {
  "another nonce": { reason: 'unexpected ID Token "nonce"', token: withClaims({ nonce: "C".repeat(43) }) },
  "no nonce": { reason: '"nonce" (nonce) claim missing', token: withClaims({ nonce: undefined }) },
  "another audience": { reason: 'unexpected JWT "aud"', token: withClaims({ aud: "someone-else" }) },
  "no audience": { reason: '"aud" (audience) claim missing', token: withClaims({ aud: undefined }) },
  "several audiences and no authorized party": {
    reason: "additional untrusted audiences",
    token: withClaims({ aud: [client.id, "someone-else"] }),
  },
  "several audiences and another authorized party": {
    reason: 'unexpected ID Token "azp"',
    token: withClaims({ aud: [client.id, "someone-else"], azp: "someone-else" }),
  },
  "one audience and another authorized party": { reason: "another client", token: withClaims({ azp: "someone-else" }) },
  "another issuer": { reason: 'unexpected JWT "iss"', token: withClaims({ iss: "https://evil.example" }) },
  "no issuer": { reason: '"iss" (issuer) claim missing', token: withClaims({ iss: undefined }) },
  "no subject": { reason: '"sub" (subject) claim missing', token: withClaims({ sub: undefined }) },
  "a subject that is no text": { reason: '"sub" (subject) claim type', token: withClaims({ sub: { ada: true } }) },
  "an end in the past": { reason: "expiration is past", token: withClaims({ iat: now() - 700, exp: now() - 100 }) },
  "no end": { reason: '"exp" (expiration time) claim missing', token: withClaims({ exp: undefined }) },
  "an issue in the future": {
    reason: "issued in the future",
    token: withClaims({ iat: now() + 3600, exp: now() + 7200 }),
  },
  "no time of issue": { reason: '"iat" (issued at) claim missing', token: withClaims({ iat: undefined }) },
  "a start in the future": { reason: 'unexpected JWT "nbf"', token: withClaims({ nbf: now() + 3600 }) },
  "no signature (alg none)": {
    reason: "unsupported operation",
    token: ({ claims }) =>
      `${[{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`,
  },
  "HS256 with the public key": {
    reason: "unsupported operation",
    token: async (honest) => {
      const key = (await importJWK({ ...honest.issuer.publicJwk, alg: "RS256" }, "RS256", {
        extractable: true,
      })) as Parameters<typeof exportSPKI>[0]
      return sign({ ...honest, header: { alg: "HS256" } }, new TextEncoder().encode(await exportSPKI(key)))
    },
  },
  "HS256 with the client secret": {
    reason: "unsupported operation",
    token: (honest) =>
      sign({ ...honest, header: { alg: "HS256" } }, new TextEncoder().encode(client.secret.padEnd(32))),
  },
  "a key id that the issuer does not know": {
    reason: "no applicable keys found",
    token: (honest) => sign({ ...honest, header: { alg: "RS256", kid: "two" } }, honest.issuer.otherKey),
  },
  "the signature of another key": {
    reason: "signature verification failed",
    token: (honest) => sign(honest, honest.issuer.otherKey),
  },
  "a key of its own in the header": {
    reason: "signature verification failed",
    token: (honest) =>
      sign({ ...honest, header: { alg: "RS256", jwk: honest.issuer.publicJwk } }, honest.issuer.otherKey),
  },
  "other claims under an honest signature": {
    reason: "signature verification failed",
    token: async (honest) => {
      const [header, , signature] = (await sign(honest)).split(".")
      const claims = Buffer.from(JSON.stringify({ ...honest.claims, sub: "eve" })).toString("base64url")
      return `${header}.${claims}.${signature}`
    },
  },
  "a critical extension": {
    reason: "unsupported operation",
    token: (honest) => sign({ ...honest, header: { alg: "RS256", kid: "one", crit: ["b64"], b64: true } }),
  },
  "no token": { reason: '"id_token" property must be a string', token: () => null },
  "text instead of a token": { reason: "failed to parse JWT Header", token: () => "not.a.token" },
  "user info about somebody else": { reason: '"sub" property value', userInfo: { sub: "eve" } },
}

test.each(Object.entries(tokens))("a token with %s is refused", async (_name, forgery) => {
  const server = await serve()
  const browser = openBrowser(server.app, origin)
  forging.forgery = {}
  expect((await browser.open(forging.callback(await browser.begin()))).statusCode).toBe(302)
  forging.forgery = forgery
  const thief = openBrowser(server.app, origin)
  expectRefused(await thief.open(forging.callback(await thief.begin())), "sign_in_failed")
  expect(server.reasons.join()).toContain(forgery.reason)
  expect(countSessions(server)).toBe(1)
})

/** Groups that look like one with a role. */
const groups: Record<string, unknown> = {
  "an object": { experimenters: true },
  "a list in a list": [["experimenters"]],
  "a list in a text": '["experimenters"]',
  "several in a text": "experimenters analysts",
  "other letters": ["Experimenters", "experimenters ", "experimenters\u0000", "ехperimenters"],
  true: true,
}

test.each(Object.entries(groups))("groups that are %s give no role", async (_name, given) => {
  const server = await serve()
  const browser = openBrowser(server.app, origin)
  forging.forgery = { token: withClaims({ groups: given, name: "Eve" }) }
  expectRefused(await browser.open(forging.callback(await browser.begin())), "no_role")
  expect(countSessions(server)).toBe(0)
})

test.each([
  ["another issuer", { issuer: "https://evil.example" }],
  ["no issuer", { issuer: undefined }],
  ["no token endpoint", { token_endpoint: undefined }],
  ["no keys", { jwks_uri: undefined }],
  ["a token endpoint that is a file", { token_endpoint: "file:///etc/passwd" }],
])("metadata with %s signs nobody in", async (_name, metadata) => {
  forging.metadata = metadata
  forging.forgery = {}
  try {
    const server = await serve()
    const browser = openBrowser(server.app, origin)
    const begun = await browser.open("/sign-in")
    const answer =
      begun.statusCode === 302 ? await browser.open(forging.callback(String(begun.headers.location))) : begun
    expectRefused(answer, "sign_in_failed")
    expect(countSessions(server)).toBe(0)
  } finally {
    forging.metadata = {}
  }
})
