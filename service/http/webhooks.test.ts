// Webhooks over HTTP: who may look after them, what is refused, and that a secret is shown once and
// nowhere else.

import { readFileSync } from "node:fs"
import { expect, onTestFinished, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { testServer } from "../testing/test-service.ts"
import { webhookReceiver } from "../testing/webhook-receiver.ts"
import { AddressPolicy } from "../webhooks/address-policy.ts"
import { Deliverer } from "../webhooks/deliverer.ts"

const url = "https://8.8.8.8/hook"

test("a webhook is added, listed, changed and removed; each is in the activity", async () => {
  const { call } = await testServer()
  const added = await call("POST", "/v1/webhooks", { name: "Ops", url })
  expect(added.status).toBe(201)
  const { secret, ...view } = added.body
  expect(added.headers.location).toBe(`/v1/webhooks/${view.id}`)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(view).toEqual({
    id: expect.stringMatching(/^whk_[\w-]{16}$/),
    name: "Ops",
    url,
    format: "json",
    events: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    state: "new",
    waiting: 0,
    failingSince: null,
    givenUpAt: null,
    last: null,
  })
  expect((await call("GET", "/v1/webhooks")).body).toEqual({ webhooks: [view] })
  const base = `/v1/webhooks/${view.id}`
  expect((await call("GET", base)).body).toEqual(view)
  const events = ["experiment.clear", "store.trouble", "experiment.clear"]
  const edited = await call("PATCH", base, { events, format: "slack" })
  expect(edited.body).toEqual({ ...view, format: "slack", events: ["experiment.clear", "store.trouble"] })
  expect((await call("PATCH", base, { name: "Desk", events: null })).body).toMatchObject({ name: "Desk", events: null })
  expect((await call("DELETE", base)).status).toBe(204)
  for (const [method, path] of [
    ["GET", base],
    ["PATCH", base],
    ["DELETE", base],
    ["POST", `${base}/test`],
    ["GET", `${base}/deliveries`],
    ["POST", `${base}/deliveries/1/send-again`],
  ] as const) {
    const { status, body } = await call(method, path, method === "PATCH" ? { name: "x" } : undefined)
    expect([method, path, status, body.code]).toEqual([method, path, 404, "unknown_webhook"])
  }
  const { activity } = (await call("GET", "/v1/activity")).body
  expect(activity.map(({ action }: { action: string }) => action)).toEqual([
    "add-webhook",
    "edit-webhook",
    "edit-webhook",
    "remove-webhook",
  ])
})

test("the secret is in no other answer, in no row and in no file of the store", async () => {
  const { call, path } = await testServer()
  const { secret, id } = (await call("POST", "/v1/webhooks", { name: "Ops", url })).body
  const plain = (secret as string).slice("whsec_".length)
  const answers = [
    await call("GET", "/v1/webhooks"),
    await call("GET", `/v1/webhooks/${id}`),
    await call("PATCH", `/v1/webhooks/${id}`, { name: "x" }),
    await call("GET", `/v1/webhooks/${id}/deliveries`),
    await call("GET", "/v1/activity"),
  ]
  for (const { status, text } of answers) expect([status, text.includes(plain)]).toEqual([200, false])
  for (const file of [path, `${path}-wal`]) {
    const bytes = readFileSync(file)
    expect(bytes.includes(plain)).toBe(false)
    expect(bytes.includes(Buffer.from(plain, "base64"))).toBe(false)
  }
  // Two webhooks have two secrets.
  expect((await call("POST", "/v1/webhooks", { name: "Other", url })).body.secret).not.toBe(secret)
})

test.each([
  ["not an address", /such as https/],
  ["ftp://8.8.8.8/", /https/],
  ["http://8.8.8.8/", /without TLS/],
  ["http://no-such-name.invalid/", /without TLS|cannot be looked up/],
  ["https://user:word@8.8.8.8/", /without user name and password/],
  ["https://127.0.0.1/", /private address: use a public https address, or allow it \(serve --webhook-allow\)/],
  ["http://127.0.0.1/", /private address/],
  ["https://localhost:8080/", /private address/],
  ["https://[::1]/", /private address/],
  ["https://[::ffff:10.0.0.1]/", /private address/],
  ["https://169.254.169.254/latest", /private address/],
  ["https://0x7f.1/", /private address/],
])("the address %s is refused, when it is added and when it is changed", async (wrong, why) => {
  const { call } = await testServer()
  const { id } = (await call("POST", "/v1/webhooks", { name: "Ops", url })).body
  for (const { status, body } of [
    await call("POST", "/v1/webhooks", { name: "x", url: wrong }),
    await call("PATCH", `/v1/webhooks/${id}`, { url: wrong }),
  ]) {
    expect([status, body.code]).toEqual([422, "webhook_url_refused"])
    expect(body.detail).toMatch(why)
  }
  expect((await call("GET", `/v1/webhooks/${id}`)).body.url).toBe(url)
})

test("a name that cannot be looked up yet is taken over TLS, and one that is allowed also without", async () => {
  const { call } = await testServer({ webhookAllow: ["hooks.invalid", "127.0.0.0/8"] })
  for (const given of ["https://no-such-name.invalid/", "http://127.0.0.1:1/"])
    expect((await call("POST", "/v1/webhooks", { name: "x", url: given })).status).toBe(201)
})

test.each([
  {},
  { name: "x" },
  { url },
  { name: "", url },
  { name: "a\u0000", url },
  { name: "x", url, events: [] },
  { name: "x", url, events: ["experiment.unknown"] },
  { name: "x", url, format: "xml" },
  { name: "x", url, secret: "whsec_mine" },
])("%j is refused", async (body) => {
  const { call } = await testServer()
  expect((await call("POST", "/v1/webhooks", body)).body).toMatchObject({ status: 400, code: "invalid_request" })
})

test("there are at most fifty", async () => {
  const { call } = await testServer()
  for (let made = 0; made < 50; made++)
    expect((await call("POST", "/v1/webhooks", { name: "x", url })).status).toBe(201)
  const { status, body } = await call("POST", "/v1/webhooks", { name: "x", url })
  expect([status, body.code, body.limit]).toEqual([409, "webhook_limit", 50])
})

test("only a key that may operate, and on everything, has anything to do with them", async () => {
  const { call, create, store } = await testServer()
  const id = await create()
  const createKeyRequest = (role: "operate" | "audit" | "decide", experiments?: string[]) => ({
    authorization: `Bearer ${createKey(store, { name: role, role, ...(experiments ? { experiments } : {}) }).token}`,
  })
  const operator = createKeyRequest("operate")
  const others = [createKeyRequest("audit"), createKeyRequest("decide"), createKeyRequest("operate", [id])]
  const made = (await call("POST", "/v1/webhooks", { name: "x", url }, operator)).body.id as string
  for (const key of others)
    for (const [method, path, body] of [
      ["POST", "/v1/webhooks", { name: "x", url }],
      ["GET", "/v1/webhooks"],
      ["GET", `/v1/webhooks/${made}`],
      ["PATCH", `/v1/webhooks/${made}`, { name: "y" }],
      ["DELETE", `/v1/webhooks/${made}`],
      ["POST", `/v1/webhooks/${made}/test`],
      ["GET", `/v1/webhooks/${made}/deliveries`],
      ["POST", `/v1/webhooks/${made}/deliveries/1/send-again`],
    ] as const) {
      const { status, body: problem } = await call(method, path, body, key)
      expect([method, path, status, problem.code]).toEqual([method, path, 403, "forbidden"])
    }
  expect((await call("GET", "/v1/webhooks", undefined, operator)).body.webhooks).toHaveLength(1)
})

test("a test says how it went; deliveries come in pages and can be sent again", async () => {
  const receiver = await webhookReceiver()
  const server = await testServer({ webhookAllow: ["127.0.0.1"] })
  const { call, service, store, clock, create } = server
  const deliverer = new Deliverer({
    outbox: store.outbox,
    time: () => service.time(),
    signingKey: (webhook) => service.webhookKey(webhook),
    readName: (experiment) => service.experimentName(experiment),
    policy: new AddressPolicy(["127.0.0.1"]),
    chance: () => 0,
    pollMs: 5,
  })
  onTestFinished(() => deliverer.stop())
  deliverer.start()
  const { id } = (await call("POST", "/v1/webhooks", { name: "Ops", url: receiver.url })).body
  const base = `/v1/webhooks/${id}`
  const tested = await call("POST", `${base}/test`)
  expect([tested.status, tested.body]).toEqual([
    200,
    expect.objectContaining({ type: "webhook.test", state: "delivered", tries: 1, status: 204, problem: null }),
  ])
  receiver.answer = () => 503
  expect((await call("POST", `${base}/test`)).body).toMatchObject({
    state: "failed",
    status: 503,
    problem: "answered 503",
  })
  const experiment = await create()
  await call("POST", `/v1/experiments/${experiment}/finish`)
  deliverer.wake()
  await deliverer.idle()
  const view = (await call("GET", base)).body
  expect(view).toMatchObject({
    state: "failing",
    waiting: 1,
    failingSince: "2026-01-01T00:00:00.000Z",
    givenUpAt: "2026-01-04T00:00:00.000Z",
    last: {
      type: "experiment.finished",
      experiment: { id: experiment, name: "demo" },
      state: "waiting",
      tries: 1,
      lastTryAt: "2026-01-01T00:00:00.000Z",
      nextTryAt: "2026-01-01T00:00:02.500Z",
      givenUpAt: "2026-01-04T00:00:00.000Z",
      problem: "answered 503",
    },
  })
  receiver.answer = () => 204
  const { number } = view.last
  expect((await call("POST", `${base}/deliveries/${number}/send-again`)).body).toMatchObject({
    number,
    state: "waiting",
  })
  clock.forward(1)
  deliverer.wake()
  await deliverer.idle()
  expect((await call("GET", base)).body).toMatchObject({
    state: "delivered",
    waiting: 0,
    failingSince: null,
    givenUpAt: null,
  })
  const first = (await call("GET", `${base}/deliveries?limit=2`)).body
  expect(first.deliveries.map(({ type }: { type: string }) => type)).toEqual(["experiment.finished", "webhook.test"])
  const rest = (await call("GET", `${base}/deliveries?limit=2&after=${first.next}`)).body
  expect(rest).toMatchObject({ deliveries: [{ type: "webhook.test", state: "delivered" }], next: null })
  const unknown = await call("POST", `${base}/deliveries/99/send-again`)
  expect([unknown.status, unknown.body.code]).toEqual([404, "unknown_delivery"])
})
