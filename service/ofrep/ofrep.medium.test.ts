// Cases of OpenFeature's remote evaluation protocol, written from its OpenAPI document (open-
// feature/protocol, service/openapi.yaml, version 0.3.0): what is answered, errors, ETags, bulk
// evaluations.

import { describe, expect, test } from "vitest"
import { storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"
import { findViolations } from "./testing/protocol-answers.ts"
import { protocolServer } from "./testing/protocol-server.ts"

const flags = "/ofrep/v1/evaluate/flags"
const of = (targetingKey: unknown, more: object = {}) => ({ context: { targetingKey, ...more } })
const bulk = { ...demo, arms: ["a", "b"], sticky: true, bulk: true }
const context = {
  protection: "none",
  attributes: { device: { levels: ["phone", "desktop"] }, age: { range: [0, 100] } },
}

describe.each(storeKinds)("%s", (kind) => {
  test("a single evaluation decides: a variant, a reason, and the decision's id", async () => {
    const { call, create } = await protocolServer(kind)
    const id = await create({ ...demo, name: "headline" })
    for (const key of ["headline", id]) {
      const { status, body, headers } = await call("POST", `${flags}/${key}`, of("ann"))
      expect({ status, type: headers["content-type"] }).toEqual({
        status: 200,
        type: "application/json; charset=utf-8",
      })
      expect(body).toEqual({
        key,
        value: body.variant,
        variant: expect.stringMatching(/^[abc]$/),
        reason: "SPLIT",
        metadata: { experiment: id, status: "running", decisionId: expect.any(String) },
      })
      const made = await call("GET", `/v1/experiments/${id}/decisions/${body.metadata.decisionId}`)
      expect(made.body).toMatchObject({ arm: body.variant, rewarded: false })
    }
  })

  test.each([
    ["DISABLED", "pause", {}],
    ["STATIC", "finish", {}],
    ["DISABLED", null, { startsAt: "2031-01-01" }, "dates"],
    ["TARGETING_MATCH", null, { trafficShare: 1e-9 }, "traffic"],
  ])("the reason is %s after %s with %j", async (reason, action, more, outside?: string) => {
    const { call, create } = await protocolServer(kind)
    const id = await create({ ...bulk, ...more })
    if (action !== null) await call("POST", `/v1/experiments/${id}/${action}`)
    const { body } = await call("POST", `${flags}/demo`, of("ann"))
    expect([body.reason, body.metadata.outside]).toEqual([reason, outside])
    const [flag] = (await call("POST", flags, of("bea"))).body.flags
    expect([flag.key, flag.reason, flag.metadata.outside]).toEqual(["demo", reason, outside])
  })

  test("context is taken by name, and what an experiment does not declare is ignored", async () => {
    const { call, create } = await protocolServer(kind)
    await create({ ...bulk, name: "by context", context })
    await create({ ...bulk, name: "by segment", segments: ["north", "south"] })
    const all = of("ann", { device: "phone", age: 30, segment: "north", email: "ann@example.org", list: [1] })
    expect((await call("POST", `${flags}/by%20context`, all)).body.reason).toBe("SPLIT")
    expect((await call("POST", `${flags}/by%20segment`, all)).body.reason).toBe("SPLIT")
    expect((await call("POST", flags, all)).body.flags.map(({ reason }: { reason: string }) => reason)).toEqual([
      "SPLIT",
      "SPLIT",
    ])
    const wrong = await call("POST", flags, of("bea", { device: "phone", age: 30, segment: "west" }))
    expect(wrong).toMatchObject({
      status: 200,
      body: {
        flags: [
          { key: "by context", reason: "SPLIT" },
          { key: "by segment", errorCode: "INVALID_CONTEXT" },
        ],
      },
    })
  })

  test("a bulk evaluation has the experiments with bulk that are not archived, and nothing else", async () => {
    const { call, create } = await protocolServer(kind)
    await create({ ...demo, name: "not in bulk" })
    const first = await create({ ...bulk, name: "first" })
    const gone = await create({ ...bulk, name: "gone" })
    for (const action of ["finish", "archive"]) await call("POST", `/v1/experiments/${gone}/${action}`)
    await create({ ...bulk, name: "twice" })
    await create({ ...bulk, name: "twice" })
    // Neither a name nor a description makes an experiment part of it.
    await create({ ...demo, name: '"bulk":true', description: '{"bulk":true}' })
    const { body } = await call("POST", flags, of("ann"))
    expect(body.flags).toMatchObject([
      { key: "first", metadata: { experiment: first, status: "running" } },
      { key: "twice", errorCode: "GENERAL" },
      { key: "twice", errorCode: "GENERAL" },
    ])
    expect(body.flags[0].metadata.decisionId).toBeUndefined()
    expect(await call("POST", `${flags}/gone`, of("ann"))).toMatchObject({
      status: 404,
      body: { errorCode: "FLAG_NOT_FOUND" },
    })
    expect(await call("POST", `${flags}/twice`, of("ann"))).toMatchObject({
      status: 400,
      body: { errorCode: "GENERAL" },
    })
  })

  test("304 as long as nothing changed for this person, whatever others do", async () => {
    const { call, create } = await protocolServer(kind)
    const ids = [await create({ ...bulk, name: "one" }), await create({ ...bulk, name: "two" })]
    const ask = (who: string, tag?: string) =>
      call("POST", flags, of(who), tag === undefined ? {} : { "if-none-match": tag })
    const first = await ask("ann")
    const tag = first.headers["etag"] as string
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    for (let person = 0; person < 60; person++) {
      const { body } = await call("POST", `${flags}/one`, of(`other ${person}`))
      await call("POST", `/v1/experiments/${ids[0]}/rewards`, {
        decisionId: body.metadata.decisionId,
        value: person % 2,
      })
    }
    for (const one of [tag, `W/${tag}`, `"other", ${tag}`])
      expect(await ask("ann", one)).toMatchObject({ status: 304, text: "", headers: { etag: tag } })
    // Any copy would do for `*`; a client without one would be left with no flags.
    for (const one of ['"other"', "*", `"other", *`])
      expect(await ask("ann", one)).toMatchObject({ status: 200, text: first.text })
    const arm = first.body.flags[0].variant
    await call("POST", `/v1/experiments/${ids[0]}/arms/${arm}/stop`, { reason: "a test" })
    const after = await ask("ann", tag)
    expect(after).toMatchObject({ status: 200, body: { flags: [{ key: "one" }, first.body.flags[1]] } })
    expect(after.body.flags[0].variant).not.toBe(arm)
  })
})

test.each([
  ["no body", undefined, "PARSE_ERROR"],
  ["no JSON", "{", "PARSE_ERROR"],
  ["a list", [], "PARSE_ERROR"],
  ["no context", {}, "INVALID_CONTEXT"],
  ["a context that is text", { context: "ann" }, "INVALID_CONTEXT"],
  ["no targetingKey", { context: { email: "ann@example.org" } }, "TARGETING_KEY_MISSING"],
  ["an empty targetingKey", of(""), "TARGETING_KEY_MISSING"],
  ["a targetingKey that is a number", of(17), "INVALID_CONTEXT"],
  ["a targetingKey that is too long", of("x".repeat(513)), "INVALID_CONTEXT"],
  ["a targetingKey with a control character", of("a\u0000"), "INVALID_CONTEXT"],
])("%s is refused in bulk and alone, and nothing is stored", async (_what, body, errorCode) => {
  const { call, create, everyRow } = await protocolServer("SQLite")
  await create({ ...bulk, name: "flag" })
  const before = await everyRow()
  const headers = { "content-type": "application/json" }
  expect(await call("POST", `${flags}/flag`, body, headers)).toMatchObject({
    status: 400,
    body: { key: "flag", errorCode, errorDetails: expect.any(String) },
  })
  const answer = await call("POST", flags, body, headers)
  expect(answer).toMatchObject({ status: 400, body: { errorCode, errorDetails: expect.any(String) } })
  expect(answer.headers["etag"]).toBeUndefined()
  expect(await everyRow()).toEqual(before)
})

test.each([
  ["an unknown flag", "nothing", 404, "FLAG_NOT_FOUND"],
  ["an unknown id", "exp_nothing", 404, "FLAG_NOT_FOUND"],
  ["a missing segment", "flag", 400, "INVALID_CONTEXT"],
])("%s is refused in the protocol's words", async (_what, key, status, errorCode) => {
  const { call, create } = await protocolServer("SQLite")
  await create({ ...bulk, name: "flag", segments: ["north"] })
  expect(await call("POST", `${flags}/${key}`, of("ann"))).toMatchObject({ status, body: { key, errorCode } })
})

test.each([
  ["%zz", 400, "PARSE_ERROR"],
  ["%ff", 400, "PARSE_ERROR"],
  ["%zz?a=b", 400, "PARSE_ERROR"],
  ["x".repeat(3000), 404, "FLAG_NOT_FOUND"],
  ["%e2%82%ac".repeat(200), 404, "FLAG_NOT_FOUND"],
])("the key %.20s is refused in the protocol's form", async (key, status, errorCode) => {
  const { call } = await protocolServer("SQLite")
  const answer = await call("POST", `${flags}/${key}`, of("ann"))
  expect(answer).toMatchObject({ status, body: { errorCode, errorDetails: expect.any(String) } })
  // Other addresses have problems, as ever.
  expect((await call("POST", `/v1/experiments/${key}/decisions`, {})).body.code).not.toBeUndefined()
})

test.each(["text/plain", "application/x-www-form-urlencoded", "application/xml"])(
  "a body that is %s is refused in the protocol's form",
  async (type) => {
    const { call, create } = await protocolServer("SQLite")
    await create({ ...bulk, name: "flag" })
    const text = JSON.stringify(of("ann"))
    for (const url of [flags, `${flags}/flag`])
      expect(await call("POST", url, text, { "content-type": type })).toMatchObject({
        status: 400,
        body: { errorCode: "PARSE_ERROR", errorDetails: expect.any(String) },
      })
  },
)

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: { "content-type": "application/json", etag: '"tag"', ...headers },
  text: JSON.stringify(body),
})
const evaluated = { key: "flag", value: "a", variant: "a", reason: "SPLIT", metadata: { experiment: "exp_x" } }
const failed = { key: "flag", errorCode: "GENERAL", errorDetails: "no" }

test("the check of answers allows those of the protocol, and finds planted mistakes", () => {
  for (const right of [answer(200, evaluated), answer(400, failed), answer(429, failed, { "retry-after": "1" })])
    expect(findViolations(`${flags}/flag`, right)).toEqual([])
  expect(findViolations(flags, answer(200, { flags: [evaluated, failed] }))).toEqual([])
  for (const wrong of [
    answer(200, { ...evaluated, reason: "DEFAULT" }),
    answer(200, { ...evaluated, metadata: { of: {} } }),
    answer(200, { ...evaluated, key: undefined }),
    answer(400, { ...failed, errorCode: "FLAG_NOT_FOUND" }),
    answer(400, { ...failed, key: undefined }),
    answer(404, failed),
    answer(415, failed),
    answer(429, failed),
    answer(200, evaluated, { "content-type": "text/plain" }),
  ])
    expect(findViolations(`${flags}/flag`, wrong), wrong.text).not.toEqual([])
  for (const wrong of [
    answer(200, {}),
    answer(200, { flags: [{ key: "flag" }] }),
    answer(200, { flags: [] }, { etag: "" }),
    answer(304, {}),
  ])
    expect(findViolations(flags, wrong), wrong.text).not.toEqual([])
})

test("401 and 403 are in the protocol's form, and a limited key knows no flag of others", async () => {
  const server = await protocolServer("SQLite")
  const { call, create } = server
  const [own] = [await create({ ...bulk, name: "own" }), await create({ ...bulk, name: "other" })]
  const { createKey } = await import("../keys/key.ts")
  const createKeyOfRole = async (role: "evaluate" | "audit", experiments?: string[]) => {
    const key = { name: role, role, ...(experiments === undefined ? {} : { experiments }) }
    return { authorization: `Bearer ${createKey(server.store as never, key).token}` }
  }
  const [evaluate, audit] = [await createKeyOfRole("evaluate", [own]), await createKeyOfRole("audit")]
  expect(await call("POST", flags, of("ann"))).toMatchObject({
    status: 401,
    headers: { "www-authenticate": "Bearer" },
    body: { errorCode: "GENERAL" },
  })
  expect(await call("POST", `${flags}/own`, of("ann"), audit)).toMatchObject({ status: 403, body: { key: "own" } })
  expect((await call("POST", flags, of("ann"), evaluate)).body.flags).toMatchObject([{ key: "own" }])
  expect((await call("POST", `${flags}/other`, of("ann"), evaluate)).status).toBe(404)
})

test("a flag whose arms are called true and false is a boolean", async () => {
  const { call, create } = await protocolServer("SQLite")
  await create({ ...bulk, name: "dark", arms: ["false", "true"] })
  const { body } = await call("POST", flags, of("ann"))
  expect(body.flags[0].value).toBe(body.flags[0].variant === "true")
  expect((await call("POST", `${flags}/dark`, of("ann"))).body.value).toBe(body.flags[0].value)
})

test("429 tells when to ask again", async () => {
  const { call, create } = await protocolServer("SQLite", { rateLimit: 3 })
  await create(bulk)
  const answers = await Promise.all(Array.from({ length: 8 }, () => call("POST", flags, of("ann"))))
  const refused = answers.find(({ status }) => status === 429)
  expect(refused).toMatchObject({ headers: { "retry-after": "1" }, body: { errorCode: "GENERAL" } })
})
