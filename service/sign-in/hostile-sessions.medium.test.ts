// Forged and ended sessions must not be accepted: each is refused with the code beside it, and no
// session is made.

import { createHash, randomBytes } from "node:crypto"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts"
import { type TestClock, temporaryFolder, testServer } from "../testing/test-service.ts"
import { CookieJar } from "./testing/cookie-jar.ts"
import { type Answer, countSessions, expectRefused, origin, type Server, sessionCookie } from "./testing/hostile.ts"
import { type RealProvider, startRealProvider } from "./testing/real-provider.ts"
import { openBrowser, signInAt } from "./testing/signed-in.ts"

let real: RealProvider

beforeAll(async () => {
  real = await startRealProvider([`${origin}/sign-in/callback`])
})

afterAll(() => real.stop())

type Browser = ReturnType<typeof openBrowser>

interface Session {
  readonly server: Server
  readonly browser: Browser
  readonly clock: TestClock
  readonly id: string
}

const change = ["POST", "/v1/experiments/exp_0000000000000000/pause"] as const

/** Attacks with a session of Ada's, who may operate. `count`: sessions that are left. */
const sessions: Record<string, readonly [code: string, count: number, attack: (at: Session) => Promise<Answer>]> = {
  "an invented id": [
    "session_over",
    1,
    ({ server, browser }) => {
      expect(server.app).toBeDefined()
      browser.jar.values.set(sessionCookie, randomBytes(32).toString("base64url"))
      return browser.call("GET", "/v1/me")
    },
  ],
  "an id fixed before the sign-in": [
    "session_over",
    2,
    async ({ server }) => {
      const fixed = randomBytes(32).toString("base64url")
      const victim = openBrowser(server.app, origin)
      victim.jar.values.set(sessionCookie, fixed)
      expect((await victim.signIn(real, "ada")).statusCode).toBe(302)
      expect(victim.jar.values.get(sessionCookie)).not.toBe(fixed)
      return openBrowser(server.app, origin, jarWith(sessionCookie, fixed)).call("GET", "/v1/me")
    },
  ],
  "the hash that the store keeps": [
    "session_over",
    1,
    ({ browser, id }) => {
      const hash = createHash("sha256").update(id).digest("base64url")
      browser.jar.values.set(sessionCookie, hash)
      return browser.call("GET", "/v1/me")
    },
  ],
  "an end twelve hours ago": [
    "session_over",
    1,
    async ({ browser, clock }) => {
      // In use all the time.
      for (let minutes = 0; minutes < 12 * 60; minutes += 30) {
        expect((await browser.call("GET", "/v1/me")).statusCode).toBe(200)
        clock.forward(30 * 60)
      }
      return browser.call("GET", "/v1/me")
    },
  ],
  "an hour without use": [
    "session_over",
    1,
    ({ browser, clock }) => {
      clock.forward(3600)
      return browser.call("GET", "/v1/me")
    },
  ],
  "a sign-out behind it": [
    "session_over",
    0,
    async ({ browser, id }) => {
      expect((await browser.call("POST", "/v1/sign-out")).statusCode).toBe(204)
      expect(browser.jar.values.has(sessionCookie)).toBe(false)
      browser.jar.values.set(sessionCookie, id)
      return browser.call("GET", "/v1/me")
    },
  ],
  "a sign-out everywhere from another browser": [
    "session_over",
    0,
    async ({ server, browser }) => {
      const other = openBrowser(server.app, origin)
      await other.signIn(real, "ada")
      expect((await other.call("POST", "/v1/sign-out-everywhere")).statusCode).toBe(204)
      return browser.call("GET", "/v1/me")
    },
  ],
  "a group that has no role any more": [
    "session_over",
    1,
    async ({ server, id }) => {
      const roles = [{ role: "operate" as const, value: "analysts" }]
      const next = await restarted(server, signInAt(real.issuer, origin, { roles }))
      return openBrowser(next.app, origin, jarWith(sessionCookie, id)).call("GET", "/v1/me")
    },
  ],
  "a service that asks another provider": [
    "session_over",
    1,
    async ({ server, id }) => {
      const next = await restarted(server, signInAt("https://accounts.example", origin))
      return openBrowser(next.app, origin, jarWith(sessionCookie, id)).call("GET", "/v1/me")
    },
  ],
  "a service that is another client": [
    "session_over",
    1,
    async ({ server, id }) => {
      const next = await restarted(server, signInAt(real.issuer, origin, { clientId: "another" }))
      return openBrowser(next.app, origin, jarWith(sessionCookie, id)).call("GET", "/v1/me")
    },
  ],
  "a service where nobody signs in": [
    "missing_key",
    1,
    async ({ server, id }) => {
      const next = await restarted(server, undefined)
      createKey(next.store, { name: "shop", role: "audit" })
      return openBrowser(next.app, origin, jarWith(sessionCookie, id)).call("GET", "/v1/me")
    },
  ],
  "a store that was restored from a copy": [
    "session_over",
    1,
    async ({ server, id }) => {
      const copy = join(temporaryFolder(), "copy.db")
      server.store.database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
      copyFileSync(server.path, copy)
      const next = await testServer({ path: copy, signIn: signInAt(real.issuer, origin), clockFrom: server.clock })
      return openBrowser(next.app, origin, jarWith(sessionCookie, id)).call("GET", "/v1/me")
    },
  ],
  "the cookie of a service on another port": [
    "missing_key",
    1,
    ({ server, id }) => openBrowser(server.app, origin, jarWith("armistice-session-4700", id)).call("GET", "/v1/me"),
  ],
  "the cookie of a service over TLS": [
    "missing_key",
    1,
    ({ server, id }) => openBrowser(server.app, origin, jarWith("__Host-armistice-session", id)).call("GET", "/v1/me"),
  ],
  "a second session cookie": [
    "missing_key",
    1,
    ({ browser, id }) =>
      browser.call("GET", "/v1/me", undefined, { cookie: `${sessionCookie}=${id}; ${sessionCookie}=${id}` }),
  ],
  "a wrong key beside it": [
    "invalid_key",
    1,
    ({ browser }) => browser.call("GET", "/v1/me", undefined, { authorization: "Bearer arm_0_0" }),
  ],
  "the session as a key": [
    "invalid_key",
    1,
    ({ server, id }) =>
      openBrowser(server.app, origin).call("GET", "/v1/me", undefined, { authorization: `Bearer ${id}` }),
  ],
  "a form of another site": [
    "origin_not_allowed",
    1,
    ({ browser }) => browser.call(...change, {}, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }),
  ],
  "a form of a page without an origin": [
    "origin_not_allowed",
    1,
    ({ browser }) => browser.call(...change, {}, { origin: "null", "sec-fetch-site": "cross-site" }),
  ],
  "a cross-site request without Origin": [
    "origin_not_allowed",
    1,
    ({ server, id }) => inject(server, change, { cookie: `${sessionCookie}=${id}`, "sec-fetch-site": "cross-site" }),
  ],
  "a change that does not say where it comes from": [
    "origin_not_allowed",
    1,
    ({ server, id }) => inject(server, change, { cookie: `${sessionCookie}=${id}` }),
  ],
  "a change from the address bar": [
    "origin_not_allowed",
    1,
    ({ server, id }) => inject(server, change, { cookie: `${sessionCookie}=${id}`, "sec-fetch-site": "none" }),
  ],
  "a page of an origin that --cors names": [
    "origin_not_allowed",
    1,
    async ({ server, id }) => {
      const corsOrigins = ["http://shop.localhost:4600"]
      const next = await restarted(server, signInAt(real.issuer, origin), { corsOrigins })
      const from = { origin: corsOrigins[0] as string, "sec-fetch-site": "same-site" }
      expect((await inject(next, change, { ...from, cookie: `${sessionCookie}=${id}` })).body).toContain(
        "own pages only",
      )
      return inject(next, ["GET", "/v1/me"], { ...from, cookie: `${sessionCookie}=${id}` })
    },
  ],
  "the service's own name on another scheme": [
    "origin_not_allowed",
    1,
    ({ browser }) => browser.call(...change, {}, { origin: "https://localhost:4600" }),
  ],
  "a link that signs out": ["origin_not_allowed", 1, ({ browser }) => browser.open("/v1/sign-out")],
  "another site's form that signs out": [
    "origin_not_allowed",
    1,
    ({ browser }) =>
      browser.call("POST", "/v1/sign-out", {}, { origin: "https://evil.example", "sec-fetch-site": "cross-site" }),
  ],
  "a role that does not suffice": [
    "forbidden",
    2,
    async ({ server }) => {
      const amy = openBrowser(server.app, origin)
      await amy.signIn(real, "amy")
      return amy.call(...change)
    },
  ],
}

const jarWith = (name: string, value: string): CookieJar => {
  const jar = new CookieJar()
  jar.values.set(name, value)
  return jar
}

const inject = ({ app }: Pick<Server, "app">, [method, url]: readonly ["POST" | "GET", string], headers: object) =>
  app.inject({ method, url, headers: { host: new URL(origin).host, ...headers } })

/** Another process on the same store, as after a change of its options. */
async function restarted(server: Server, signIn: ReturnType<typeof signInAt> | undefined, more: object = {}) {
  await server.app.close()
  server.store.close()
  return testServer({
    path: server.path,
    clockFrom: server.clock,
    ...(signIn === undefined ? {} : { signIn }),
    ...more,
  })
}

test.each(Object.entries(sessions))("a session with %s opens nothing", async (_name, [code, count, attack]) => {
  const server = await testServer({ signIn: signInAt(real.issuer, origin) })
  const browser = openBrowser(server.app, origin)
  expect((await browser.signIn(real, "ada")).statusCode).toBe(302)
  const id = browser.jar.values.get(sessionCookie) as string
  expect((await browser.call("GET", "/v1/me")).statusCode).toBe(200)
  expectRefused(await attack({ server, browser, clock: server.clock, id }), code)
  const store = server.store.database.isOpen ? server.store : openSqliteStore(server.path, { readOnly: true })
  expect(countSessions({ store })).toBe(count)
  store.close()
})
