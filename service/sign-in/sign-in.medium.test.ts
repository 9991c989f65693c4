// People sign in at a real provider and use the service under their names, on either store.

import { afterAll, beforeAll, expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"
import { hashSecret } from "./session.ts"
import { CookieJar } from "./testing/cookie-jar.ts"
import { origin, sessionCookie } from "./testing/hostile.ts"
import { client, type RealProvider, startRealProvider } from "./testing/real-provider.ts"
import { openBrowser, readPath, signInAt } from "./testing/signed-in.ts"

const secure = "https://experiments.example"

let provider: RealProvider

type Browser = ReturnType<typeof openBrowser>

beforeAll(async () => {
  provider = await startRealProvider([`${origin}/sign-in/callback`, `${secure}/sign-in/callback`])
})

afterAll(() => provider.stop())

/** The hash of the id of this browser's session. */
const readHash = (browser: Browser): string => hashSecret(browser.jar.values.get(sessionCookie) as string)

test.each(storeKinds)("on %s a person signs in, changes something by name, and signs out", async (kind) => {
  const lines: string[] = []
  const signIn = signInAt(provider.issuer, origin)
  const server = await anyServer(kind, { signIn, log: { write: (line) => lines.push(line) } })
  const browser = openBrowser(server.app, origin)
  const before = await browser.call("GET", "/v1/me")
  expect(before.json()).toMatchObject({ status: 401, code: "missing_key", signIn: `${origin}/sign-in` })
  expect(before.json().provider).toBe(new URL(provider.issuer).host)
  const answer = await browser.signIn(provider, "ada", "/experiments?show=done")
  expect(answer.headers.location).toBe(`${origin}/experiments?show=done`)
  const me = (await browser.call("GET", "/v1/me")).json()
  expect(me).toMatchObject({ key: null, person: { name: "Ada Lovelace" }, role: "operate", experiments: null })
  expect(me.person.id).toMatch(/^person_[A-Za-z0-9_-]{22}$/)
  const { id } = (await browser.call("POST", "/v1/experiments", demo)).json()
  const { activity } = (await browser.call("GET", `/v1/experiments/${id}/activity`)).json()
  expect(activity).toMatchObject([{ action: "create", key: me.person, outcome: "done" }])
  const cookie = browser.jar.header()
  expect((await browser.call("POST", "/v1/sign-out")).statusCode).toBe(204)
  expect(browser.jar.values.size).toBe(0)
  expect((await browser.call("GET", "/v1/me", undefined, { cookie })).json().code).toBe("session_over")
  // Neither the log nor the store has an id, a token, a secret or an address of the person.
  const text = `${lines.join("\n")}${JSON.stringify(await server.everyRow())}`
  for (const secret of [cookie.split("=")[1] as string, client.secret, "ada@people.example", '"ada"', "eyJ"])
    expect(text).not.toContain(secret)
})

test.each(["127.0.0.1:4600", "evil.example", "localhost.evil.example:4600"])(
  "a browser that knows the service as %s signs in under its own name, and nowhere else",
  async (host) => {
    const { app } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin) })
    const other = await app.inject({ url: "/sign-in?return=/experiments?show=done", headers: { host } })
    expect([other.statusCode, other.headers["set-cookie"]]).toEqual([302, undefined])
    const location = String(other.headers.location)
    expect(new URL(location).origin).toBe(origin)
    const browser = openBrowser(app, origin)
    const begun = await browser.open(readPath(location))
    const done = await browser.open(readPath(await provider.signIn(String(begun.headers.location), "ada")))
    expect(done.headers.location).toBe(`${origin}/experiments?show=done`)
    expect((await browser.call("GET", "/v1/me")).json().person.name).toBe("Ada Lovelace")
    // A proxy that replaces the name sends nobody round in circles.
    const again = await app.inject({ url: readPath(location), headers: { host } })
    expect(new URL(String(again.headers.location)).origin).toBe(new URL(provider.issuer).origin)
  },
)

test.each(storeKinds)(
  "on %s signing out everywhere ends all sessions of a person, and of nobody else",
  async (kind) => {
    const { app } = await anyServer(kind, { signIn: signInAt(provider.issuer, origin) })
    const [here, there, amy] = [openBrowser(app, origin), openBrowser(app, origin), openBrowser(app, origin)]
    for (const browser of [here, there]) await browser.signIn(provider, "ada")
    await amy.signIn(provider, "amy")
    expect((await here.call("POST", "/v1/sign-out-everywhere")).statusCode).toBe(204)
    expect((await there.call("GET", "/v1/me")).statusCode).toBe(401)
    expect((await amy.call("GET", "/v1/me")).json()).toMatchObject({ person: { name: "Amy Analyst" }, role: "audit" })
  },
)

test.each(storeKinds)("on %s an admin sees who is signed in and ends their sessions, by name", async (kind) => {
  const { app } = await anyServer(kind, { signIn: signInAt(provider.issuer, origin) })
  const [rosa, ada, there, amy] = [0, 1, 2, 3].map(() => openBrowser(app, origin)) as [
    Browser,
    Browser,
    Browser,
    Browser,
  ]
  await rosa.signIn(provider, "root")
  for (const browser of [ada, there]) await browser.signIn(provider, "ada")
  await amy.signIn(provider, "amy")
  const { provider: host, people } = (await rosa.call("GET", "/v1/people")).json()
  expect(host).toBe(new URL(provider.issuer).host)
  const found = (people as { name: string }[]).sort((one, other) => one.name.localeCompare(other.name))
  expect(found).toMatchObject([
    { name: "Ada Lovelace", role: "operate", groups: ["experimenters"], sessions: 2 },
    { name: "Amy Analyst", role: "audit", groups: ["analysts"], sessions: 1 },
    { name: "Rosa Root", role: "admin", groups: ["experimenters", "platform"], sessions: 1 },
  ])
  const { id } = people[0] as { id: string }
  expect((await amy.call("GET", "/v1/people")).json().code).toBe("forbidden")
  expect((await amy.call("POST", `/v1/people/${id}/sign-out`)).json().code).toBe("forbidden")
  expect((await ada.call("GET", "/v1/me")).statusCode).toBe(200)
  expect((await rosa.call("POST", `/v1/people/${id}/sign-out`)).statusCode).toBe(204)
  for (const browser of [ada, there]) expect((await browser.call("GET", "/v1/me")).json().code).toBe("session_over")
  expect((await amy.call("GET", "/v1/me")).statusCode).toBe(200)
  const { activity } = (await rosa.call("GET", "/v1/activity")).json()
  const noted = (activity as { action: string; outcome: string; key: { name: string } }[])
    .filter(({ action }) => action === "sign-out-person")
    .map(({ outcome, key }) => `${outcome} ${key.name}`)
  expect(noted.sort()).toEqual(["done Rosa Root", "refused Amy Analyst"])
})

test.each(storeKinds)("on %s a login becomes one session, also when two callbacks race", async (kind) => {
  const { store } = await anyServer(kind)
  const row = (hash: string) => ({
    ...{ hash, person: "person_a", name: "A", provider: "p", values: ["v"], expiresAt: 1000, usedAt: 1 },
  })
  const login = { hash: "state", expiresAt: 500 }
  const made = await Promise.all(["a", "b", "c"].map(async (hash) => store.sessions.addSession(row(hash), login, 1)))
  expect(made.filter(Boolean)).toHaveLength(1)
  const found = await Promise.all(["a", "b", "c"].map(async (hash) => store.sessions.session(hash)))
  expect(found.filter((one) => one !== undefined)).toEqual([row(found.find((one) => one !== undefined)?.hash ?? "")])
  // Expired rows go when somebody signs in.
  expect(await store.sessions.addSession(row("d"), { hash: "next", expiresAt: 2000 }, 1000)).toBe(true)
  for (const hash of ["a", "b", "c"]) expect(await store.sessions.session(hash)).toBeUndefined()
  await store.sessions.touchSession("d", 900)
  await store.sessions.touchSession("d", 800)
  expect((await store.sessions.session("d"))?.usedAt).toBe(900)
  // A use that is noted late brings no session back.
  await store.sessions.removeSession("d")
  await store.sessions.touchSession("d", 950)
  expect(await store.sessions.session("d")).toBeUndefined()
})

test.each([
  ["both", "operate", "Both Roles"],
  ["one", "operate", "One Text"],
  ["mail", "audit", expect.stringMatching(/^person_/)],
])("%s has the most powerful role of their groups, %s, and is called by no address", async (who, role, name) => {
  const { app } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin) })
  const browser = openBrowser(app, origin)
  await browser.signIn(provider, who)
  expect((await browser.call("GET", "/v1/me")).json()).toMatchObject({ role, person: { name } })
})

test("over TLS cookies are bound to the host, and no script and no other site has them", async () => {
  const { app } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, secure) })
  const browser = openBrowser(app, secure)
  const begun = await browser.open("/sign-in")
  expect([begun.headers["set-cookie"]].flat()[0]).toMatch(
    /^__Host-armistice-login=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
  const answer = await browser.open(readPath(await provider.signIn(String(begun.headers.location), "ada")))
  expect(answer.headers["set-cookie"]).toEqual([
    expect.stringMatching(
      /^__Host-armistice-session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/,
    ),
    "__Host-armistice-login=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  ])
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" })
  expect((await browser.call("GET", "/v1/me")).statusCode).toBe(200)
})

test("an admin creates the first key, and nobody else may; the last admin key may go again", async () => {
  const { app } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin) })
  const [rosa, ada] = [openBrowser(app, origin), openBrowser(app, origin)]
  await rosa.signIn(provider, "root")
  await ada.signIn(provider, "ada")
  const wanted = { name: "shop", role: "admin" }
  expect((await ada.call("POST", "/v1/keys", wanted)).json()).toMatchObject({ code: "forbidden" })
  const created = (await rosa.call("POST", "/v1/keys", wanted)).json()
  expect(created).toMatchObject({ name: "shop", key: expect.stringMatching(/^arm_/) })
  expect((await rosa.call("POST", `/v1/keys/${created.id}/revoke`)).statusCode).toBe(200)
  const { activity } = (await rosa.call("GET", "/v1/activity")).json()
  const done = activity.filter((row: { outcome: string }) => row.outcome === "done")
  expect(done.map((row: { action: string; key: { name: string } }) => [row.action, row.key.name])).toEqual([
    ["create-key", "Rosa Root"],
    ["revoke-key", "Rosa Root"],
  ])
})

test("keys go on working beside sessions, and win where both are sent", async () => {
  const server = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin) })
  const browser = openBrowser(server.app, origin)
  await browser.signIn(provider, "ada")
  const key = await server.newKey("shop")
  expect((await server.call("GET", "/v1/me", undefined, key)).body).toMatchObject({
    key: { name: "shop" },
    person: null,
  })
  expect((await browser.call("GET", "/v1/me", undefined, key)).json()).toMatchObject({ role: "decide", person: null })
})

test("without keys and with sign-in nobody is let in unasked", async () => {
  const { call } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin) })
  const answer = await call("POST", "/v1/experiments", demo)
  expect(answer).toMatchObject({ status: 401, body: { code: "missing_key", signIn: `${origin}/sign-in` } })
})

test("a session that another process ends is refused within the time for which it is remembered", async () => {
  const { app, store } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin), keyRefreshMs: 200 })
  const browser = openBrowser(app, origin)
  await browser.signIn(provider, "ada")
  const status = async () => (await browser.call("GET", "/v1/me")).statusCode
  expect(await status()).toBe(200)
  const { person } = (await browser.call("GET", "/v1/me")).json()
  await store.sessions.removePersonSessions(person.id)
  await expect.poll(status, { interval: 20, timeout: 2000 }).toBe(401)
})

test("use keeps a session for more than an hour, and is written once a minute", async () => {
  const { app, store, clock } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin) })
  const browser = openBrowser(app, origin)
  await browser.signIn(provider, "ada")
  const used = async () => (await store.sessions.session(readHash(browser)))?.usedAt
  const started = clock.now
  clock.forward(59)
  expect((await browser.call("GET", "/v1/me")).statusCode).toBe(200)
  expect(await used()).toBe(started)
  clock.forward(1)
  expect((await browser.call("GET", "/v1/me")).statusCode).toBe(200)
  await expect.poll(used).toBe(clock.now)
  for (let minutes = 0; minutes < 90; minutes += 15) {
    clock.forward(15 * 60)
    expect((await browser.call("GET", "/v1/me")).statusCode).toBe(200)
  }
  clock.forward(61 * 60)
  expect((await browser.call("GET", "/v1/me")).json().code).toBe("session_over")
})

test("a reward is no use of a session, because admins see when someone was here last", async () => {
  const roles = [{ role: "decide" as const, value: "experimenters" }]
  const { app, store, clock } = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin, { roles }) })
  const browser = openBrowser(app, origin)
  await browser.signIn(provider, "ada")
  const started = clock.now
  const used = async () => (await store.sessions.session(readHash(browser)))?.usedAt
  clock.forward(120)
  const path = "/v1/experiments/exp_0000000000000000/decisions/d/reward"
  expect((await browser.call("PUT", path, { value: 1 })).statusCode).toBe(404)
  expect(await used()).toBe(started)
  expect((await browser.call("GET", "/v1/me")).statusCode).toBe(200)
  await expect.poll(used).toBe(clock.now)
})

test("a provider that does not answer is said to be away, and asked again the next time", async () => {
  const { app } = await anyServer("SQLite", { signIn: signInAt("http://127.0.0.1:9", origin) })
  const browser = openBrowser(app, origin)
  const answer = await browser.open("/sign-in")
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain("The provider does not answer")
  expect((await browser.open("/sign-in", { accept: "application/json" })).json().code).toBe("provider_unavailable")
})

test("a stream of events ends with the session", async () => {
  const server = await anyServer("SQLite", { signIn: signInAt(provider.issuer, origin), heartbeatMs: 20 })
  const browser = openBrowser(server.app, origin)
  await browser.signIn(provider, "ada")
  const { id } = (await browser.call("POST", "/v1/experiments", demo)).json()
  const stream = server.app.inject({
    method: "GET",
    url: `/v1/experiments/${id}/events`,
    headers: { host: new URL(origin).host, cookie: browser.jar.header() },
  })
  const other = openBrowser(server.app, origin, new CookieJar())
  await other.signIn(provider, "ada")
  await other.call("POST", "/v1/sign-out-everywhere")
  expect((await stream).statusCode).toBe(200)
  expect(browser.jar.values.has(sessionCookie)).toBe(true)
})
