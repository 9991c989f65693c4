// Hostile requests at every address there is, made from the service's own description, so that a
// new route or field is attacked by existing; and by hand, values that are of the right type and
// still cannot be. Each is refused with a 4xx and a code, and changes nothing.

import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { anyServer, storeKinds } from "../testing/any-server.ts"
import { demo } from "../testing/test-service.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH"

interface Attack {
  readonly what: string
  readonly method: Method
  readonly url: string
  readonly payload?: string | Buffer
  readonly type?: string
  /** Left out: any 4xx. */
  readonly expected?: readonly number[]
}

interface Described {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: object
}

type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>

/** As they are in an address; the last ones are no text at all. */
const tricks = [
  "' OR 1=1 --",
  "../../etc/passwd",
  "%00",
  "a\u0000b",
  "a/b",
  "<script>",
  "a\nb",
  "\u202eabc",
  "..%2f",
  "__proto__",
  "constructor",
  "x".repeat(5000),
]
  .map(encodeURIComponent)
  .concat("%ED%A0%80", "%zz", "%")

/** Bodies that nothing takes. */
const bodies: readonly [what: string, payload: string | Buffer][] = [
  ...[null, [], [[]], "x", 1, true, { zzz: 1 }, [{}]].map((body): [string, string] => {
    const text = JSON.stringify(body)
    return [text, text]
  }),
  ["broken", '{"value":1'],
  ["a number that is none", '{"limit":NaN,"value":NaN}'],
  ["poison", '{"__proto__":{"value":1,"limit":1}}'],
  ["poisoned deeper", '{"metrics":{"__proto__":{"x":1}}}'],
  ["constructor", '{"constructor":{"prototype":{"x":1}}}'],
  ["deep", "[".repeat(50_000) + "]".repeat(50_000)],
  ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["too large", `{"name":"${"x".repeat(1_200_000)}"}`],
]

/** Parameters of a path; left as they are they are known ones. */
const filled = (path: string, id: string, others: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => others[name] ?? { id, decisionId: "known", name: "p" }[name] ?? "x")

function everywhere(paths: Paths, id: string): Attack[] {
  const list: Attack[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const [name, { parameters = [], requestBody }] of Object.entries(methods)) {
      const method = name.toUpperCase() as Method
      const attack = (what: string, url: string, more: Partial<Attack> = {}) =>
        list.push({ what: `${method} ${path}: ${what}`, method, url, ...more })
      if (requestBody !== undefined) {
        for (const [what, payload] of bodies) attack(`body ${what}`, filled(path, id), { payload })
        // Remote evaluation has a status of its own for every body that it cannot read.
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/xml"])
          attack(type, filled(path, id), { payload: "{}", type, expected: [path.startsWith("/ofrep/") ? 400 : 415] })
      }
      for (const { in: place, name: parameter } of parameters) {
        if (place === "path")
          for (const trick of tricks)
            attack(`${parameter} ${trick.slice(0, 20)}`, filled(path, id, { [parameter]: trick }), {
              ...(requestBody === undefined ? {} : { payload: "{}" }),
              // An arm may have any name, so one that the experiment does not have is refused like
              // one in a body.
              expected: parameter === "arm" ? [400, 404, 414, 422] : [400, 404, 414],
            })
        if (place === "path" && parameter === "id")
          attack("unknown", filled(path, "exp_nothing"), requestBody === undefined ? {} : { payload: "{}" })
        if (place === "query") {
          const known = filled(path, id)
          attack(`${parameter} twice`, `${known}?${parameter}=1&${parameter}=2`)
          attack(`${parameter} in brackets`, `${known}?${parameter}[]=1`)
          attack(`${parameter} too long`, `${known}?${parameter}=${"9".repeat(3000)}`)
          attack("another parameter", `${known}?zzz=1`, { expected: [400] })
        }
      }
    }
  return list
}

/** Values of the right type that are impossible all the same. */
function impossible(id: string): Attack[] {
  const base = `/v1/experiments/${id}`
  const list: Attack[] = []
  const send = (method: Method, url: string, body: unknown, expected: readonly number[] = [400]) => {
    const payload = JSON.stringify(body)
    list.push({ what: `${method} ${url} ${payload.slice(0, 120)}`, method, url, payload, expected })
  }
  const metric = { name: "m", min: 0, max: 1, eta: 0.5, worse: "higher", default: 0 }
  const experiments: [object, number[]?][] = [
    ...[-1, 1.0001, 2, "0.2", null, true, [0.2]].map((evenShare): [object] => [{ evenShare }]),
    ...[-1e-9, "1", null, 1e300, {}].map((worthwhile): [object] => [{ worthwhile }]),
    ...["sure", "", null, true, ["clear"]].map((stopWhen): [object] => [{ stopWhen }]),
    [{ control: "nobody" }, [422]],
    [{ control: 0 }],
    [{ control: "" }],
    [{ control: "__proto__" }, [422]],
    [{ population: "unknown" }, [404]],
    ...["", "a b", "../p", "x".repeat(65), 1, null, ".p"].map((population): [object] => [{ population }]),
    // Neither capped nor sticky; alone above the limit; without a guarantee.
    [{ population: "p" }, [422]],
    [{ population: "p", subjectCap: 100 }, [422]],
    [
      { population: "p", sticky: true, privacy: undefined, algorithm: { name: "ucb1" }, acceptWeakPrivacy: true },
      [422],
    ],
    [{ metrics: metric }],
    [{ metrics: null }],
    [{ metrics: Array.from({ length: 9 }, (_, index) => ({ ...metric, name: `m${index}` })) }],
    [{ metrics: [metric, metric] }, [400, 422]],
    ...[
      { min: 1 },
      { max: 0 },
      { min: 2, max: 1 },
      { default: 2 },
      { default: -1 },
      { eta: 1e-300 },
      { eta: 1e9 },
      { eta: 0 },
      { eta: -1 },
      { eta: "1" },
      { eta: null },
      { worse: "sideways" },
      { worse: null },
      { name: "" },
      { name: "a\u0000b" },
      { name: "x".repeat(500) },
      { name: 7 },
      { min: -1e300, max: 1e300 },
      { more: 1 },
    ].map((more): [object, number[]] => [{ metrics: [{ ...metric, ...more }] }, [400, 422]]),
    ...[1, null, ["x"], "a\u0000b", "x".repeat(100_000)].map((description): [object] => [{ description }]),
    ...["x", [1], [""], ["x".repeat(500)], Array.from({ length: 500 }, (_, index) => `l${index}`), null].map(
      (labels): [object] => [{ labels }],
    ),
    [{ labels: ["a\nb"] }],
    ...["", "soon", 1, null, "2030-13-01", "2030-01-01T99:00:00Z", ["2030-01-01"]].map((startsAt): [object] => [
      { startsAt },
    ]),
    [{ startsAt: "2030-01-02", endsAt: "2030-01-02" }, [422]],
    ...[0, -0.5, 1.0001, "0.5", null, [0.5]].map((trafficShare): [object] => [{ trafficShare }]),
    [{ afterTarget: "a" }],
  ]
  for (const [more, expected] of experiments) send("POST", "/v1/experiments", { ...demo, ...more }, expected)

  for (const like of ["", "x", 1, null, "' OR 1=1 --", ["exp_1"], "exp_"]) send("POST", "/v1/experiments", { like })
  send("POST", "/v1/experiments", { like: "exp_nothing" }, [404])
  send("POST", "/v1/experiments", { like: id, arms: ["a"] })
  send("POST", "/v1/experiments", { like: id, arms: ["a", "a"] }, [422])
  send("POST", "/v1/experiments", { like: id, id: "exp_mine" })
  send("POST", "/v1/experiments", { like: id, control: "nobody" }, [422])
  send("POST", "/v1/experiments", { like: id, privacy: { eta: 11 } }, [422])
  send("POST", "/v1/experiments", { like: id, population: "p" }, [422])
  send("POST", "/v1/experiments", { name: "without arms", horizon: 100, answers: "all" as const })
  for (const query of ["format=xml", "format=csv&format=json", "format="])
    list.push({ what: query, method: "GET", url: `${base}/results?${query}`, expected: [400] })
  for (const query of ["after=-1", "after=x", "after=1e3", "limit=0", "limit=100000"])
    list.push({ what: query, method: "GET", url: `${base}/results/history?${query}`, expected: [400] })
  for (const query of [
    "state=sure",
    "status=gone",
    "sort=name",
    "createdAfter=yesterday",
    "createdBefore=2026-13-41",
    "createdAfter=2026-02-30T99:99:99Z",
    "label=a%00b",
    "q=%00",
    "limit=201",
    "after=x",
  ])
    list.push({ what: query, method: "GET", url: `/v1/experiments?${query}`, expected: [400] })

  const known = `${base}/decisions/known/reward`
  for (const metrics of [null, [], 1, "x", { m: "1" }, { m: null }, { m: [1] }, { m: true }])
    send("PUT", known, { metrics })
  for (const metrics of [{ m: 2 }, { m: -1 }, { m: 1e308 }]) {
    send("PUT", known, { metrics }, [422])
    send("PUT", known, { value: 0.5, metrics }, [422])
    send("POST", `${base}/rewards`, { decisionId: "known", metrics }, [422])
  }
  for (const name of ["other", "toString", "constructor", "", "' OR 1=1 --"])
    send("PUT", known, { metrics: { [name]: 1 } }, [400, 422])
  send("PUT", known, { metrics: {} }, [400])
  send("PUT", known, { value: 2, metrics: { m: 1 } }, [422])
  send("POST", `${base}/rewards`, { value: 1 })
  send("POST", `${base}/rewards`, { decisionId: "known", subject: "s", value: 1 })
  send("POST", `${base}/rewards`, { decisionId: "known" })
  send("POST", `${base}/rewards`, { subject: "s" }, [400, 422])
  // Not sticky.
  send("POST", `${base}/rewards`, { subject: "s", value: 1 }, [422])
  for (const subject of ["", 1, null, ["s"], "x".repeat(513), "a\u0000b"])
    send("POST", `${base}/rewards`, { subject, value: 1 })
  for (const value of ["1", null, [], 2]) send("POST", `${base}/rewards`, { decisionId: "known", value }, [400, 422])
  send("POST", `${base}/rewards`, [{ decisionId: "known", value: 1 }])
  send("POST", `${base}/rewards`, { decisionId: "not-yet", value: 1 }, [404])

  for (const limit of [0, -1, "2", null, [2], 1e300, true]) send("PUT", "/v1/populations/p", { limit })
  // It is in use, and may only fall.
  send("PUT", "/v1/populations/p", { limit: 3 }, [409])
  send("PUT", "/v1/populations/p", { limit: 2, more: 1 })
  send("POST", "/v1/populations/p/accept-restore", { limit: 1 }, [409])
  send("POST", "/v1/populations/unknown/accept-restore", { limit: 2 }, [404])
  send("POST", `${base}/accept-restore`, { subjectEta: 1 }, [409])

  for (const serve of ["both", "", 1, null, ["control"]]) send("POST", `${base}/pause`, { serve })
  send("POST", `${base}/pause`, { arm: "a" })
  for (const everyone of ["true", 1, null, []]) send("POST", `${base}/finish`, { everyone })
  for (const arm of ["", 1, null, ["a"], "x".repeat(101)]) send("POST", `${base}/finish`, { arm })
  for (const arm of ["nobody", "__proto__", "' OR 1=1 --"]) send("POST", `${base}/finish`, { arm }, [422])
  for (const horizon of ["1000", null, 1.5, -1, 0, 2 ** 33, 1e300, [5000]]) send("POST", `${base}/extend`, { horizon })
  send("POST", `${base}/extend`, { horizon: 2 }, [422])
  send("POST", `${base}/extend`, {})

  for (const name of ["", 1, null, "x".repeat(201), "a\u0000b", "a\nb"]) send("PATCH", base, { name })
  for (const field of ["arms", "horizon", "privacy", "status", "id", "createdAt", "reward", "__proto__x"])
    send("PATCH", base, { [field]: 1 })
  for (const labels of ["x", [""], [1], null]) send("PATCH", base, { labels })
  for (const description of [1, null, "x".repeat(100_000)]) send("PATCH", base, { description })
  // It is running.
  list.push({ what: "purge a running one", method: "POST", url: `${base}/purge`, expected: [409] })
  for (const method of ["GET", "PUT", "PATCH"] as const)
    list.push({ what: `${method} purge`, method, url: `${base}/purge`, expected: [404] })
  return list
}

test.each(storeKinds)(
  "on %s every address refuses what it cannot take, never with a 5xx, and changes nothing",
  { timeout: 120_000 },
  async (kind) => {
    const { app, call, create, everyRow } = await anyServer(kind)
    expect((await call("PUT", "/v1/populations/p", { limit: 2 })).status).toBe(200)
    await create({ ...demo, sticky: true, population: "p" })
    const metric = { name: "m", min: 0, max: 1, eta: 0.5, worse: "higher", default: 0 }
    const id = await create({ ...demo, metrics: [metric], labels: ["shop"], description: "words" })
    await call("POST", `/v1/experiments/${id}/decisions`, { decisionId: "known", subject: "s" })
    const { paths } = (await call("GET", "/openapi.json")).body as { paths: Paths }
    const everything = async () =>
      createHash("sha256")
        .update(JSON.stringify(await everyRow()))
        .digest("hex")
    const before = await everything()
    const generated = everywhere(paths, id)
    const wrong: string[] = []
    for (const { what, method, url, payload, type = "application/json", expected } of [
      ...generated,
      ...impossible(id),
    ]) {
      const answer = await app.inject({
        method,
        url,
        ...(payload === undefined ? {} : { payload, headers: { "content-type": type } }),
      })
      const { statusCode, headers } = answer
      const isProblem = headers["content-type"]?.toString().startsWith("application/problem+json") === true
      const code = (isProblem ? answer.json().code : url.startsWith("/ofrep/") ? answer.json().errorCode : undefined) as
        | string
        | undefined
      const isRefused = statusCode >= 400 && statusCode < 500 && code !== undefined
      if (!isRefused || expected?.includes(statusCode) === false)
        wrong.push(`${what}: ${statusCode} ${code} instead of ${expected ?? "4xx"}`)
    }
    expect(wrong).toEqual([])
    expect(generated.length).toBeGreaterThan(500)
    expect(await everything()).toBe(before)
  },
)
