// Every route there is, asked by everyone who may come: routes-by-role.md is the table of who
// is let in, written from the answers. A new route, or one that lets somebody else in, changes it.

import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { type Role, roles } from "../keys/role.ts"
import { createSessionId, hashSecret } from "../sign-in/session.ts"
import { origin, sessionCookie } from "../sign-in/testing/hostile.ts"
import { signInAt } from "../sign-in/testing/signed-in.ts"
import { listRoutes, type Route } from "../testing/list-routes.ts"
import { testServer } from "../testing/test-service.ts"

type Server = Awaited<ReturnType<typeof testServer>>
type Headers = Record<string, string>
/** Makes the headers of one request. */
type Caller = (server: Server) => Headers

const [own, other] = ["exp_0000000000000000", "exp_1111111111111111"]
const peopleRoles = roles.filter((role) => role !== "evaluate")
const groups: Readonly<Record<string, string>> = {
  decide: "deciders",
  audit: "analysts",
  operate: "experimenters",
  admin: "platform",
}

/** Nobody signs in here: sessions are put into the store. */
const signIn = signInAt("http://127.0.0.1:9", origin, {
  roles: peopleRoles.map((role) => ({ role, value: groups[role] as string })),
})
const provider = hashSecret(JSON.stringify([signIn.issuer, signIn.clientId]))

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

/** Cached, because a key opens any number of requests. */
function createKeyCaller(name: string, role: Role, more: object = {}, revokes = false): Caller {
  let token: string | undefined
  return ({ store }) => {
    if (token === undefined) {
      const made = createKey(store, { name, role, ...more })
      if (revokes) store.putKey({ ...made.row, revokedAt: 1, revokedBy: "someone" })
      token = made.token
    }
    return bearer(token)
  }
}

/** A session for each request: signing out is one of the routes. */
const createPerson =
  (role: string, ageMs = 0, from = provider): Caller =>
  ({ store, clock }) => {
    const id = createSessionId()
    const person = `person_${role.padEnd(22, "0")}`
    const [usedAt, expiresAt] = [clock.now - ageMs, clock.now + 1000]
    const session = { hash: hashSecret(id), person, name: role, provider: from, values: [groups[role] as string] }
    void store.sessions.addSession({ ...session, usedAt, expiresAt }, { hash: id, expiresAt }, clock.now)
    return { cookie: `${sessionCookie}=${id}`, origin, "sec-fetch-site": "same-origin" }
  }

/** Callers who must be admitted nowhere but where everyone is. */
const strangers: Readonly<Record<string, Caller>> = {
  nobody: () => ({}),
  "an invented key": () => bearer(`arm_000000000000_${"A".repeat(43)}`),
  "an ended key": createKeyCaller("ended", "admin", { expiresAt: 1 }),
  "a revoked key": createKeyCaller("revoked", "admin", {}, true),
  "an invented session": () => ({ cookie: `${sessionCookie}=${createSessionId()}`, "sec-fetch-site": "same-origin" }),
  "an idle session": createPerson("admin", 3_600_000),
  "a session of another provider": createPerson("admin", 0, "another"),
  "a group without a role": createPerson("strangers"),
}

const openRoutes = ["/healthz", "/readyz", "/openapi.json", "/sign-in", "/sign-in/callback"]

async function ask(server: Server, { method, url }: Route, caller: Caller, experiment = own) {
  const path = url
    .replace(":id", experiment)
    .replace(":person", `person_${"x".repeat(22)}`)
    .replace(":key", url.startsWith("/ofrep/") ? experiment : "0".repeat(12))
    .replace(/\/:\w+/g, "/unknown")
  const headers = { host: new URL(origin).host, ...caller(server) }
  const body = method === "GET" || method === "HEAD" ? {} : { payload: {} }
  const { statusCode } = await server.app.inject({ method: method as "GET", url: path, headers, ...body })
  return statusCode !== 401 && statusCode !== 403
}

async function start() {
  const server = await testServer({ signIn })
  // From the first key on, so that no row of the table is about a store without keys.
  createKey(server.store, { name: "first", role: "admin" })
  return { server, routes: listRoutes(server.app) }
}

const formatRoute = ({ method, url }: Route): string => `${method} ${url}`

test("routes admit keys and people as routes-by-role.md says", async () => {
  const { server, routes } = await start()
  const keys = new Map(roles.map((role) => [role, createKeyCaller(role, role)]))
  const rows: string[][] = []
  for (const route of routes) {
    const marks: string[] = []
    for (const role of roles) {
      const isLetIn = await ask(server, route, keys.get(role) as Caller)
      marks.push(isLetIn ? "yes" : "–")
      if (role === "evaluate") continue
      expect([formatRoute(route), role, await ask(server, route, createPerson(role))]).toEqual([
        formatRoute(route),
        role,
        isLetIn,
      ])
    }
    // HEAD is as its GET, which a test below checks.
    if (route.method !== "HEAD")
      rows.push([`\`${formatRoute(route)}\``, openRoutes.includes(route.url) ? "yes" : "–", ...marks])
  }
  rows.sort(([one = ""], [another = ""]) => (one.split(" ")[1] ?? "").localeCompare(another.split(" ")[1] ?? ""))
  expect(rows.length).toBeGreaterThan(60)
  await expect(tableText(["route", "nobody", ...roles], rows)).toMatchFileSnapshot("routes-by-role.md")
})

test.each(Object.entries(strangers))("%s is let in nowhere, and changes nothing", async (_name, caller) => {
  const { server, routes } = await start()
  caller(server)
  const rows = () =>
    ["experiments", "keys", "webhooks", "populations", "activity"].map((table) =>
      server.store.database.prepare(`SELECT * FROM ${table}`).all(),
    )
  const before = JSON.stringify(rows())
  const admitting: string[] = []
  for (const route of routes) if (await ask(server, route, caller)) admitting.push(route.url)
  expect([...new Set(admitting)].sort()).toEqual([...openRoutes].sort())
  expect(JSON.stringify(rows())).toBe(before)
})

test("a key limited to an experiment may there what its role may, and nothing about others", async () => {
  const { server, routes } = await start()
  for (const role of roles.filter((one) => one !== "admin")) {
    const [whole, limited] = [
      createKeyCaller(role, role),
      createKeyCaller(`${role} there`, role, { experiments: [own] }),
    ]
    for (const route of routes) {
      const isAbout = route.url.includes(":id")
      const isLetIn = await ask(server, route, whole)
      const is = [formatRoute(route), role, await ask(server, route, limited), await ask(server, route, limited, other)]
      if (isAbout) expect(is).toEqual([formatRoute(route), role, isLetIn, openRoutes.includes(route.url)])
      // A route of no experiment may be read, and changed by nobody who is limited to some.
      else if (role !== "decide" && role !== "evaluate" && !["GET", "HEAD"].includes(route.method))
        expect(is.slice(0, 3)).toEqual([formatRoute(route), role, /^\/v1\/sign-out/.test(route.url)])
    }
  }
})

test("HEAD lets in whom its GET lets in", async () => {
  const { server, routes } = await start()
  const keys = roles.map((role) => createKeyCaller(role, role))
  for (const route of routes.filter(({ method }) => method === "HEAD"))
    for (const caller of keys)
      expect([route.url, await ask(server, route, caller)]).toEqual([
        route.url,
        await ask(server, { ...route, method: "GET" }, caller),
      ])
})

test.each([
  "/v1/keys/",
  "//v1/keys",
  "/V1/KEYS",
  "/v1/%6beys",
  "/v1/./keys",
  "/v1/x/../keys",
  "/v1/keys%2f",
  "/v1/keys;x",
  "/v1/keys?authorization=x",
  "http://localhost:4600/v1/keys",
  "/healthz/../v1/keys",
  "/sign-in/../v1/keys",
])("no spelling of an address goes past its guard: %s", async (url) => {
  const { server } = await start()
  const { statusCode, body } = await server.app.inject({ method: "GET", url, headers: { host: "localhost:4600" } })
  expect([401, 403, 404, 400]).toContain(statusCode)
  expect(body).not.toContain('"keys":')
})

function tableText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? "").length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return `# Who may call which route

Written by routes-by-role.medium.test.ts from the answers of a service. A person who signed in may do what a key of
their role may. A key that is limited to experiments is refused for all others, and for changes of what belongs to none.

${[line(heads), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")}
`
}
