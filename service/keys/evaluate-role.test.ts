// A key with the role evaluate, as a page or an app has it, takes part by OpenFeature's remote
// evaluation and can do nothing else.

import { expect, test } from "vitest"
import { listRoutes } from "../testing/list-routes.ts"
import { demo, testServer } from "../testing/test-service.ts"
import { createKey } from "./key.ts"

const allowed = [
  "POST /ofrep/v1/evaluate/flags",
  "POST /ofrep/v1/evaluate/flags/:key",
  "POST /v1/experiments/:id/assignments",
  "POST /v1/experiments/:id/exposures",
  "POST /v1/experiments/:id/rewards",
]

/** They need no key at all. */
const open = ["/healthz", "/readyz", "/openapi.json"]

test("every route that is not for it refuses it, and changes nothing", async () => {
  const { app, create, store } = await testServer()
  const id = await create({ ...demo, sticky: true, bulk: true })
  const { token } = createKey(store, { name: "page", role: "evaluate" })
  const headers = { authorization: `Bearer ${token}` }
  const answered: string[] = []
  for (const { method, url } of listRoutes(app)) {
    if (method === "HEAD" || open.includes(url)) continue
    const path = url.replace(":id", id).replace(":key", id)
    const body = method === "GET" ? {} : { payload: {} }
    const { statusCode } = await app.inject({ method: method as "GET", url: path, headers, ...body })
    if (statusCode !== 403) answered.push(`${method} ${url}`)
  }
  expect(answered.sort()).toEqual([...allowed].sort())
  expect(store.rowsAfter("decisions", id, 0, 10)).toEqual([])
})

test("a key with the role decide may do all that, and one to administer, operate or audit may not", async () => {
  const { call, create, store } = await testServer()
  await create({ ...demo, sticky: true, bulk: true })
  const statusFor = async (role: "decide" | "admin" | "operate" | "audit") => {
    const authorization = `Bearer ${createKey(store, { name: role, role }).token}`
    return (await call("POST", "/ofrep/v1/evaluate/flags", { context: { targetingKey: "ann" } }, { authorization }))
      .status
  }
  const others = [await statusFor("admin"), await statusFor("operate"), await statusFor("audit")]
  expect([await statusFor("decide"), ...others]).toEqual([200, 403, 403, 403])
})
