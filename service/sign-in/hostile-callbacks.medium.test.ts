// Callbacks that must not sign anybody in, with a real provider behind them: each is refused for
// the reason beside it, and no session is made.

import { afterAll, beforeAll, expect, test } from "vitest"
import type { TestClock } from "../testing/test-service.ts"
import {
  type Answer,
  countSessions,
  expectRefused,
  loginCookie,
  origin,
  type Server,
  serveLogged,
} from "./testing/hostile.ts"
import { type RealProvider, startRealProvider } from "./testing/real-provider.ts"
import { openBrowser, readPath, signInAt } from "./testing/signed-in.ts"

let real: RealProvider

beforeAll(async () => {
  real = await startRealProvider([`${origin}/sign-in/callback`])
})

afterAll(() => real.stop())

type Browser = ReturnType<typeof openBrowser>

const serve = (more: object = {}) => serveLogged({ signIn: signInAt(real.issuer, origin, more) })

interface Callback {
  readonly server: Server
  readonly browser: Browser
  readonly clock: TestClock
  /** At the provider, of the login that this browser has begun. */
  readonly location: string
  /** Where the provider sends Ada. */
  readonly url: URL
}

/** The requests of a browser to the callback, with the real provider behind it. */
const callbacks: Record<string, readonly [code: string, reason: string, attack: (at: Callback) => Promise<Answer>]> = {
  "a wrong state": ["sign_in_failed", "state", ({ browser, url }) => openWith(browser, url, { state: "A".repeat(43) })],
  "no state": ["sign_in_failed", "state", ({ browser, url }) => openWith(browser, url, { state: null })],
  "an empty state": ["sign_in_failed", "state", ({ browser, url }) => openWith(browser, url, { state: "" })],
  "a state of 4000 characters": [
    "sign_in_failed",
    "state",
    ({ browser, url }) => openWith(browser, url, { state: "A".repeat(4000) }),
  ],
  "a query longer than any provider's": [
    "sign_in_failed",
    "query too long",
    ({ browser, url }) => openWith(browser, url, { more: "A".repeat(8200) }),
  ],
  "a state twice": [
    "sign_in_failed",
    '"state" parameter must be provided only once',
    ({ browser, url }) => browser.open(`${readPath(url.href)}&state=${url.searchParams.get("state")}`),
  ],
  "no code": ["sign_in_failed", "no authorization code", ({ browser, url }) => openWith(browser, url, { code: null })],
  "an invented code": [
    "sign_in_failed",
    "invalid_grant",
    ({ browser, url }) => openWith(browser, url, { code: "A".repeat(43) }),
  ],
  "another issuer's name (mix-up)": [
    "sign_in_failed",
    'unexpected "iss" (issuer) response parameter',
    ({ browser, url }) => openWith(browser, url, { iss: "https://evil.example" }),
  ],
  "no issuer's name, which this provider gives": [
    "sign_in_failed",
    '"iss" (issuer) missing',
    ({ browser, url }) => openWith(browser, url, { iss: null }),
  ],
  "a token instead of a code": [
    "sign_in_failed",
    "unsupported operation",
    ({ browser, url }) => openWith(browser, url, { code: null, id_token: "e30.e30.e30", access_token: "a" }),
  ],
  "a signed response, which was not asked for": [
    "sign_in_failed",
    "JARM response",
    ({ browser, url }) => openWith(browser, url, { response: "e30.e30.e30" }),
  ],
  "an error of the provider": [
    "sign_in_denied",
    "access_denied",
    ({ browser, url }) => openWith(browser, url, { code: null, error: "access_denied" }),
  ],
  "an error of somebody else": [
    "sign_in_failed",
    "state",
    ({ browser, url }) => openWith(browser, url, { code: null, error: "access_denied", state: "A".repeat(43) }),
  ],
  "an error that is markup": [
    "sign_in_denied",
    "another error",
    async ({ browser, url }) => {
      const answer = await openWith(browser, url, { code: null, error: "<script>alert(1)</script>" })
      expect(answer.body).not.toContain("<script")
      return answer
    },
  ],
  "no login cookie": [
    "sign_in_failed",
    "no login",
    ({ browser, url }) => {
      browser.jar.values.clear()
      return browser.open(readPath(url.href))
    },
  ],
  "the login of another browser (login CSRF)": [
    "sign_in_failed",
    "state",
    async ({ server, url }) => {
      const victim = openBrowser(server.app, origin)
      await victim.begin()
      return victim.open(readPath(url.href))
    },
  ],
  "the login cookie of a service with another secret": [
    "sign_in_failed",
    "no login",
    async ({ browser, url }) => {
      const other = await serve({ clientSecret: "another" })
      const there = openBrowser(other.app, origin)
      const state = new URL(await there.begin()).searchParams.get("state")
      browser.jar.values.set(loginCookie, there.jar.values.get(loginCookie) as string)
      return openWith(browser, url, { state })
    },
  ],
  "a login cookie with one bit changed": [
    "sign_in_failed",
    "no login",
    ({ browser, url }) => {
      const bytes = Buffer.from(browser.jar.values.get(loginCookie) as string, "base64url")
      bytes[40] = (bytes[40] as number) ^ 1
      browser.jar.values.set(loginCookie, bytes.toString("base64url"))
      return browser.open(readPath(url.href))
    },
  ],
  "a login cookie that is no cookie of ours": [
    "sign_in_failed",
    "no login",
    ({ browser, url }) => {
      browser.jar.values.set(loginCookie, "A".repeat(10_000))
      return browser.open(readPath(url.href))
    },
  ],
  "two login cookies": [
    "sign_in_failed",
    "no login",
    ({ browser, url }) =>
      browser.open(readPath(url.href), { cookie: `${browser.jar.header()}; ${loginCookie}=${"A".repeat(200)}` }),
  ],
  "a login begun more than ten minutes ago": [
    "sign_in_failed",
    "no login",
    ({ browser, clock, url }) => {
      clock.forward(601)
      return browser.open(readPath(url.href))
    },
  ],
  "a query that was answered before": [
    "sign_in_failed",
    "invalid_grant",
    async ({ browser, url }) => {
      const cookie = browser.jar.header()
      expect((await browser.open(readPath(url.href))).statusCode).toBe(302)
      return browser.open(readPath(url.href), { cookie })
    },
  ],
  "a state that was used before, with a fresh code": [
    "sign_in_failed",
    "used login",
    async ({ browser, location, url }) => {
      const cookie = browser.jar.header()
      const fresh = await real.signIn(location, "ada")
      expect((await browser.open(readPath(url.href))).statusCode).toBe(302)
      return browser.open(readPath(fresh), { cookie })
    },
  ],
  "the code of an earlier sign-in": [
    "sign_in_failed",
    "invalid_grant",
    async ({ browser, url }) => {
      expect((await browser.open(readPath(url.href))).statusCode).toBe(302)
      const next = new URL(await real.signIn(await browser.begin(), "ada"))
      return openWith(browser, next, { code: url.searchParams.get("code") })
    },
  ],
  "the code of somebody else's sign-in (PKCE)": [
    "sign_in_failed",
    "invalid_grant",
    async ({ server, browser, url }) => {
      const thief = openBrowser(server.app, origin)
      const theirs = new URL(await real.signIn(await thief.begin(), "amy"))
      return openWith(browser, url, { code: theirs.searchParams.get("code") })
    },
  ],
  "a code that was asked for without PKCE (downgrade)": [
    "sign_in_failed",
    "invalid_grant",
    async ({ browser, location }) => {
      const weak = new URL(location)
      weak.searchParams.delete("code_challenge")
      weak.searchParams.delete("code_challenge_method")
      return browser.open(readPath(await real.signIn(weak.href, "ada")))
    },
  ],
  "a code that was asked for with another nonce": [
    "sign_in_failed",
    '"nonce" claim value',
    async ({ browser, location }) => {
      const other = new URL(location)
      other.searchParams.set("nonce", "B".repeat(43))
      return browser.open(readPath(await real.signIn(other.href, "ada")))
    },
  ],
  "a person in no group that has a role": ["no_role", "no role", ({ browser }) => browser.signIn(real, "stranger")],
  "a person without groups": ["no_role", "no role", ({ browser }) => browser.signIn(real, "nobody")],
}

const openWith = (browser: Browser, url: URL, change: Readonly<Record<string, string | null>>) => {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(change))
    if (value === null) changed.searchParams.delete(name)
    else changed.searchParams.set(name, value)
  return browser.open(readPath(changed.href))
}

/** These begin with an honest sign-in, whose session stays. */
const honest = /answered before|used before|earlier/

test.each(Object.entries(callbacks))("a callback with %s is refused", async (name, [code, reason, attack]) => {
  const server = await serve()
  const browser = openBrowser(server.app, origin)
  const location = await browser.begin()
  const url = new URL(await real.signIn(location, "ada"))
  expectRefused(await attack({ server, browser, clock: server.clock, location, url }), code)
  expect(server.reasons.join()).toContain(reason)
  expect(countSessions(server)).toBe(honest.test(name) ? 1 : 0)
})

test("a service whose client secret is wrong signs nobody in", async () => {
  const server = await serve({ clientSecret: "wrong" })
  expectRefused(await openBrowser(server.app, origin).signIn(real, "ada"), "sign_in_failed")
  expect(server.reasons.join()).toContain("WWW_AUTHENTICATE_CHALLENGE")
  expect(countSessions(server)).toBe(0)
})

test("there are at least 30 callbacks", () => {
  expect(Object.keys(callbacks).length).toBeGreaterThanOrEqual(30)
})
