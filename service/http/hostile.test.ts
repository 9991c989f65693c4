// More than three hundred malformed and hostile requests: each is refused with the right 4xx and a
// code, and changes nothing.

import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { createKey } from "../keys/key.ts"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo, testServer } from "../testing/test-service.ts"

interface Attack {
  readonly what: string
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH"
  readonly url: string
  /** Sent as it is. */
  readonly payload?: string | Buffer
  readonly headers?: Record<string, string>
  readonly expected: readonly number[]
}

const json = { "content-type": "application/json" }
const nan = [
  "NaN",
  "Infinity",
  "-Infinity",
  "1e999",
  "undefined",
  "0x10",
  "01",
  "+1",
  ".5",
  "1.",
  "'1'",
  "1e",
  "--1",
  "１",
]

function attacks(id: string): Attack[] {
  const base = `/v1/experiments/${id}`
  const list: Attack[] = []
  const add = (
    what: string,
    method: Attack["method"],
    url: string,
    payload?: string | Buffer,
    expected = [400],
    headers: Record<string, string> = {},
  ) =>
    list.push({
      what,
      method,
      url,
      expected,
      headers: payload === undefined ? headers : { ...json, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  const send = (what: string, method: Attack["method"], url: string, body: unknown, expected = [400]) =>
    add(what, method, url, JSON.stringify(body), expected)

  // Numbers that are none, and types that are wrong.
  for (const text of nan) {
    add(`reward ${text}`, "PUT", `${base}/decisions/known/reward`, `{"value": ${text}}`)
    add(`reward "${text}"`, "PUT", `${base}/decisions/known/reward`, JSON.stringify({ value: text }))
    add(`horizon ${text}`, "POST", "/v1/experiments", JSON.stringify({ ...demo, horizon: "§" }).replace('"§"', text))
  }
  for (const value of [null, true, "1", "", [], [1], {}, { value: 1 }, "NaN"])
    send(`reward ${JSON.stringify(value)}`, "PUT", `${base}/decisions/known/reward`, { value })
  for (const value of [2, -1, -1e-9, 1.0000001, 1e308, -1e308, 2 ** 53, Number.MAX_VALUE]) {
    send(`reward ${value}`, "PUT", `${base}/decisions/known/reward`, { value }, [422])
    send(`rewards ${value}`, "POST", `${base}/rewards:batch`, {
      rewards: [{ decisionId: "known", value: String(value) }],
    })
  }
  for (const body of [null, [], "x", 1, true, "", [[]], { value: 1, more: 1 }, { Value: 1 }, {}, { __value: 1 }]) {
    send(`reward body ${JSON.stringify(body)}`, "PUT", `${base}/decisions/known/reward`, body)
    send(
      `decision body ${JSON.stringify(body)}`,
      "POST",
      `${base}/decisions`,
      JSON.stringify(body) === "{}" ? { a: 1 } : body,
    )
    send(`experiment body ${JSON.stringify(body)}`, "POST", "/v1/experiments", body)
    send(`batch body ${JSON.stringify(body)}`, "POST", `${base}/decisions:batch`, body)
    send(`rewards body ${JSON.stringify(body)}`, "POST", `${base}/rewards:batch`, body)
  }

  // JSON that is broken, deep, poisoned, or not text.
  for (const text of [
    "",
    " ",
    "{",
    "}",
    "[",
    '{"value":1',
    '{"value":1}}',
    '{"value":1,}',
    "{'value':1}",
    '{"value":}',
    "\u0000",
    '{"value":1}\u0000',
    "<xml/>",
    "value=1",
    "//",
    '{"value":1}//',
    "\ufeff{",
    '{"a":1',
  ]) {
    add(`broken ${JSON.stringify(text)}`, "PUT", `${base}/decisions/known/reward`, text)
    // A decision may go without a body.
    if (text !== "") add(`broken ${JSON.stringify(text)}`, "POST", `${base}/decisions`, text)
  }
  add("deep arrays", "POST", `${base}/decisions`, "[".repeat(100_000) + "]".repeat(100_000))
  add("deep objects", "POST", `${base}/decisions`, `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`)
  for (const text of [
    '{"__proto__":{"value":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"value":1,"__proto__":null}',
  ])
    add(`poison ${text}`, "PUT", `${base}/decisions/known/reward`, text)
  for (const bytes of [
    [0xff],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0x80],
    [0xe2, 0x28, 0xa1],
  ])
    add(
      `bad UTF-8 ${bytes}`,
      "POST",
      `${base}/decisions`,
      Buffer.concat([Buffer.from('{"subject":"'), Buffer.from(bytes), Buffer.from('"}')]),
    )
  add("too large", "POST", `${base}/decisions`, `{"subject":"${"x".repeat(1_200_000)}"}`, [413])
  add(
    "too large batch",
    "POST",
    `${base}/decisions:batch`,
    JSON.stringify({ decisions: Array(100_000).fill({ subject: "x" }) }),
    [413],
  )
  send("too many decisions", "POST", `${base}/decisions:batch`, { decisions: Array(1001).fill({}) })
  send("no decisions", "POST", `${base}/decisions:batch`, { decisions: [] })
  for (const type of [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json5",
    "garbage",
  ])
    add(`content type ${type}`, "POST", `${base}/decisions`, "{}", [415], { "content-type": type })
  add("gzip that is none", "POST", `${base}/decisions`, Buffer.from([0x1f, 0x8b, 0]), [400], {
    "content-encoding": "gzip",
  })

  // Names, ids and paths with tricks in them.
  const tricks = [
    "' OR 1=1 --",
    "'; DROP TABLE decisions; --",
    '" OR ""="',
    "../../etc/passwd",
    "..%2f..",
    "%00",
    "a\u0000b",
    "a/b",
    "a\\b",
    "<script>",
    "#{7*7}",
    "{{7*7}}",
    "%s%n",
    "a b",
    "a\nb",
    "é",
    "🙂",
    "\u202eabc",
    " ",
    ".",
    "..",
    "-",
    "_x",
    "~",
    "x".repeat(129),
  ]
  for (const trick of tricks) {
    const part = encodeURIComponent(trick)
    if (trick !== "." && trick !== "..") {
      add(`decision ${JSON.stringify(trick)}`, "GET", `${base}/decisions/${part}`, undefined, [400, 404])
      send(`reward of ${JSON.stringify(trick)}`, "PUT", `${base}/decisions/${part}/reward`, { value: 1 }, [400, 404])
      add(`experiment ${JSON.stringify(trick)}`, "GET", `/v1/experiments/${part}`, undefined, [400, 404])
    }
    send(`decisionId ${JSON.stringify(trick)}`, "POST", `${base}/decisions`, { decisionId: trick })
    send(`rewards for ${JSON.stringify(trick)}`, "POST", `${base}/rewards:batch`, {
      rewards: [{ decisionId: trick, value: 1 }],
    })
    add(`page after ${JSON.stringify(trick)}`, "GET", `/v1/experiments?after=${part}`)
    add(`ledger after ${JSON.stringify(trick)}`, "GET", `${base}/ledger?after=${part}`)
    send(`segment ${JSON.stringify(trick)}`, "POST", `${base}/decisions`, { segment: trick }, [400, 422])
    send(`arm ${JSON.stringify(trick)}`, "POST", `${base}/decisions`, { excludeArms: [trick] }, [400, 422])
    add(`stream after ${JSON.stringify(trick)}`, "GET", `${base}/events`, undefined, [400], { "last-event-id": part })
  }
  for (const url of [
    "/",
    "//",
    "/v1",
    "/v1/",
    "/v2/experiments",
    "/v1/experiments/",
    "/../etc/passwd",
    "/v1/experiments/%zz",
    "/v1/experiments/%",
    "/.git/config",
    "/admin",
    `${base}/`,
    `${base}/decisions/`,
    `${base}/nothing`,
    `${base}/decisions/known/reward/x`,
    `/v1//experiments`,
  ])
    add(`path ${url}`, "GET", url, undefined, [400, 404])
  for (const method of ["DELETE", "PATCH", "PUT", "POST"] as const)
    add(`${method} where there is none`, method, `${base}/privacy`, "{}", [404])
  for (const method of ["GET", "DELETE", "PATCH"] as const)
    add(`${method} decisions`, method, `${base}/decisions`, undefined, [404])
  for (const unknown of ["exp_nothing", "exp_0", `${id}x`]) {
    send(`decide in ${unknown}`, "POST", `/v1/experiments/${unknown}/decisions`, {}, [404])
    send(`batch in ${unknown}`, "POST", `/v1/experiments/${unknown}/decisions:batch`, { decisions: [{}] }, [404])
    send(`reward in ${unknown}`, "PUT", `/v1/experiments/${unknown}/decisions/known/reward`, { value: 1 }, [404])
    for (const page of ["", "/privacy", "/estimates", "/ledger", "/export", "/events"])
      add(`${page} of ${unknown}`, "GET", `/v1/experiments/${unknown}${page}`, undefined, [404])
    for (const change of ["pause", "resume", "finish", "archive"])
      add(`${change} ${unknown}`, "POST", `/v1/experiments/${unknown}/${change}`, undefined, [404])
  }
  send("reward of a decision not yet made", "PUT", `${base}/decisions/not-yet/reward`, { value: 1 }, [404])
  send("all arms excluded", "POST", `${base}/decisions`, { excludeArms: [...demo.arms] }, [422])
  for (const query of [
    "?limit=0",
    "?limit=-1",
    "?limit=1e9",
    "?limit=x",
    "?status=gone",
    "?x=1",
    "?limit=1&limit=2",
    "?after[]=1",
  ])
    add(`list ${query}`, "GET", `/v1/experiments${query}`)
  for (const query of ["?format=xml", "?record=rewards", "?record=journal", "?format=csv&format=csv"])
    add(`export ${query}`, "GET", `${base}/export${query}`)

  // Ids used again with another body.
  send("known decision, other subject", "POST", `${base}/decisions`, { decisionId: "known", subject: "another" }, [409])
  send("known decision, no subject", "POST", `${base}/decisions`, { decisionId: "known" }, [409])
  send(
    "known decision, other arms",
    "POST",
    `${base}/decisions`,
    { decisionId: "known", subject: "s", excludeArms: ["a"] },
    [409],
  )
  add("idempotency key, other body", "POST", "/v1/experiments", JSON.stringify({ ...demo, name: "other" }), [409], {
    "idempotency-key": "known",
  })

  // Experiments that cannot be.
  const experiments: [string, object, number[]?][] = [
    ["no name", { ...demo, name: "" }],
    ["long name", { ...demo, name: "x".repeat(201) }],
    ["one arm", { ...demo, arms: ["a"] }],
    ["no arms", { ...demo, arms: [] }],
    ["equal arms", { ...demo, arms: ["a", "a"] }, [422]],
    ["too many arms", { ...demo, arms: Array.from({ length: 1001 }, (_, arm) => `a${arm}`) }],
    ["arms of numbers", { ...demo, arms: [1, 2] }],
    ["horizon 0", { ...demo, horizon: 0 }],
    ["horizon -5", { ...demo, horizon: -5 }],
    ["horizon 1.5", { ...demo, horizon: 2.5 }],
    ["horizon huge", { ...demo, horizon: 1e300 }],
    [
      "horizon below arms",
      { ...demo, horizon: 2, privacy: undefined, algorithm: { name: "dp-ts-ucb", alpha: 1 } },
      [422],
    ],
    ["eta 0", { ...demo, privacy: { eta: 0 } }],
    ["eta -1", { ...demo, privacy: { eta: -1 } }],
    ["eta huge", { ...demo, privacy: { eta: 1e9 } }],
    ["eta weak", { ...demo, privacy: { eta: 11 } }, [422]],
    ["eta tiny", { ...demo, privacy: { eta: 1e-300 } }],
    ["eta tiny in parameters", { ...demo, privacy: undefined, algorithm: { name: "gdp-imed", eta: 1e-300 } }, [422]],
    ["no privacy", { ...demo, privacy: undefined }, [422]],
    ["empty privacy", { ...demo, privacy: {} }, [422]],
    ["both targets", { ...demo, privacy: { eta: 1, epsilon: 1 } }, [422]],
    ["delta alone", { ...demo, privacy: { delta: 0.1 } }, [422]],
    ["delta 1", { ...demo, privacy: { epsilon: 1, delta: 1 } }],
    ["algorithm unknown", { ...demo, privacy: undefined, algorithm: { name: "magic" } }, [422]],
    ["algorithm of a prototype", { ...demo, privacy: undefined, algorithm: { name: "constructor" } }, [422]],
    ["algorithm not live", { ...demo, privacy: undefined, algorithm: { name: "dp-ucb", epsilon: 1 } }, [422]],
    ["parameter unknown", { ...demo, privacy: undefined, algorithm: { name: "dp-ts-ucb", alpha: 1, beta: 2 } }, [422]],
    ["parameter out of range", { ...demo, privacy: undefined, algorithm: { name: "dp-ts-ucb", alpha: 2 } }, [422]],
    ["parameter of a wrong type", { ...demo, privacy: undefined, algorithm: { name: "dp-ts-ucb", alpha: true } }],
    ["algorithm above its target", { ...demo, privacy: { eta: 0.5 }, algorithm: { name: "adac-ucb", eta: 1 } }, [409]],
    ["another horizon", { ...demo, privacy: undefined, algorithm: { name: "dp-ts-ucb", alpha: 1, horizon: 7 } }, [422]],
    ["bounds turned", { ...demo, reward: { min: 1, max: 0 } }, [422]],
    ["bounds equal", { ...demo, reward: { min: 1, max: 1 } }, [422]],
    ["bounds huge", { ...demo, reward: { min: -1e300, max: 1e300 } }],
    ["bounds incomplete", { ...demo, reward: { min: 0 } }],
    ["default out of bounds", { ...demo, missing: 2 }, [422]],
    ["window 0", { ...demo, rewardWindowSeconds: 0 }],
    ["window negative", { ...demo, rewardWindowSeconds: -1 }],
    ["cap 0", { ...demo, subjectCap: 0 }],
    ["cap 1.5", { ...demo, subjectCap: 1.5 }],
    ["subjects without cap", { ...demo, protects: "subject" }, [422]],
    ["protects nobody", { ...demo, protects: "nobody" }],
    ["no segments", { ...demo, segments: [] }],
    ["equal segments", { ...demo, segments: ["x", "x"] }, [422]],
    ["arrivals unknown", { ...demo, arrivals: "secret" }],
    ["tick 0", { ...demo, tickSeconds: 0 }],
    ["sticky as text", { ...demo, sticky: "yes" }],
    ["seed", { ...demo, seed: 1 }],
    ["random", { ...demo, random: "seeded" }],
  ]
  for (const [what, body, expected] of experiments)
    send(`experiment: ${what}`, "POST", "/v1/experiments", body, expected)
  return list
}

test.each(storeKinds)(
  "on %s every hostile request is refused with a 4xx and a code, never a 5xx, and changes nothing",
  {
    timeout: 60_000,
  },
  async (kind) => {
    const { app, call, create, everyRow } = await anyServer(kind)
    const id = await create(demo, { "idempotency-key": "known" })
    await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "known", subject: "s" })
    await call("PUT", `/v1/experiments/${id}/decisions/known/reward`, { value: 0.5 })
    const everything = async () =>
      createHash("sha256")
        .update(JSON.stringify(await everyRow()))
        .digest("hex")
    const before = await everything()
    const list = attacks(id)
    const wrong: string[] = []
    for (const { what, method, url, payload, headers, expected } of list) {
      const answer = await app.inject({
        method,
        url,
        ...(headers === undefined ? {} : { headers }),
        ...(payload === undefined ? {} : { payload }),
      })
      const code = answer.headers["content-type"]?.toString().startsWith("application/problem+json")
        ? answer.json().code
        : undefined
      if (!expected.includes(answer.statusCode) || code === undefined)
        wrong.push(`${what}: ${answer.statusCode} ${code} instead of ${expected}`)
    }
    expect(wrong).toEqual([])
    expect(list.length).toBeGreaterThan(300)
    expect(await everything()).toBe(before)
  },
)

test("with keys, a missing, wrong, revoked or too weak key changes nothing either", async () => {
  const { app, create, store } = await testServer()
  const id = await create()
  const audit = createKey(store, { name: "audit", role: "audit" }).token
  const decide = createKey(store, { name: "decide", role: "decide", experiments: ["exp_other"] }).token
  const tokens = [
    "",
    "x",
    "Basic eDp5",
    `Bearer ${audit}x`,
    `bearer  ${audit}`,
    `Bearer ${audit}`,
    `Bearer ${decide}`,
    `Bearer ${"x".repeat(300)}`,
    `Bearer arm__`,
    `Bearer arm_' OR 1_x`,
  ]
  for (const authorization of tokens)
    for (const url of [`/v1/experiments/${id}/decisions`, `/v1/experiments/${id}/pause`, "/v1/experiments"]) {
      const answer = await app.inject({
        method: "POST",
        url,
        headers: authorization === "" ? {} : { authorization },
        payload: {},
      })
      expect([401, 403], `${url} ${authorization}`).toContain(answer.statusCode)
      expect(answer.json().code).toMatch(/^(missing_key|invalid_key|forbidden)$/)
    }
  expect(store.rowsAfter("decisions", id, 0, 10)).toEqual([])
})
