// Subjects are compared as given, or after NFKC where that was chosen: in decisions, rewards,
// erasures and populations alike.

import { describe, expect, test } from "vitest"
import { normaliseSubject } from "./subject-normalisation.ts"
import { anyServer, storeKinds } from "./testing/any-server.ts"
import { demo } from "./testing/test-service.ts"

const nfkc = (subject: string) => normaliseSubject(subject, "nfkc")

test.each([
  ["Ａｎｎ", "Ann"],
  [" Ann\u00a0", "Ann"],
  ["An\u200bn\ufeff", "Ann"],
  ["\u202eAnn\u202c", "Ann"],
  ["e\u200d\u0301", "é"],
  ["ﬁ", "fi"],
  ["❤\ufe0f", "❤"],
  ["ann", "ann"],
  ["Ann  B", "Ann  B"],
])("nfkc makes %j the subject %j", (given, expected) => {
  expect(nfkc(given)).toBe(expected)
  expect(normaliseSubject(given, "none")).toBe(given)
})

test("normalising twice is normalising once, for every character alone and between others", () => {
  for (let code = 0x20; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    for (const given of [`a${String.fromCodePoint(code)}\u0301`, `${String.fromCodePoint(code)}b`]) {
      const once = nfkc(given)
      if (nfkc(once) !== once) expect.fail(`U+${code.toString(16)}`)
    }
  }
})

test.each(["\u200b", " ", "\ufeff\u00ad", "\u3164"])(
  "a subject that is empty after normalising is refused: %j",
  (given) => {
    expect(() => nfkc(given)).toThrow("a subject must have a visible character")
  },
)

const spellings = ["Zoë", "Zoe\u0308", " Zoë", "Zo\u200bë"]

describe.each(storeKinds)("on %s", (kind) => {
  test("an experiment with nfkc takes all spellings for one person, one without for several", async () => {
    const { call, create, store } = await anyServer(kind)
    const sticky = { ...demo, sticky: true }
    for (const [more, people] of [
      [{ subjectNormalisation: "nfkc" }, 1],
      [{ subjectNormalisation: "none" }, 4],
      [{}, 4],
    ] as const) {
      const id = await create({ ...sticky, ...more })
      const base = `/v1/experiments/${id}`
      expect((await call("GET", base)).body.subjectNormalisation).toBe(people === 1 ? "nfkc" : "none")
      for (const subject of spellings) expect((await call("POST", `${base}/decisions`, { subject })).status).toBe(201)
      const rows = () => store.rowsAfter("decisions", id, 0, 10)
      expect((await rows()).filter(({ pull }) => pull !== null)).toHaveLength(people)
      const rewarded = await call("POST", `${base}/rewards`, { subject: "Zo\u200bë", value: 1 })
      expect(rewarded.status).toBe(204)
      expect((await store.rowsAfter("rewards", id, 0, 10)).map(({ decision }) => decision)).toEqual([
        people === 1 ? 1 : 4,
      ])
      await call("POST", `${base}/subjects:erase`, { subject: spellings[1] })
      expect((await rows()).filter(({ subject }) => subject === "")).toHaveLength(people === 1 ? 4 : 1)
    }
  })

  test("a subject that is nothing after nfkc is refused, and an unknown experiment is unknown", async () => {
    const { call, create } = await anyServer(kind)
    const id = await create({ ...demo, sticky: true, subjectNormalisation: "nfkc" })
    for (let time = 0; time < 2; time++)
      for (const path of ["decisions", "subjects:erase"])
        expect((await call("POST", `/v1/experiments/${id}/${path}`, { subject: "\u200b" })).body).toMatchObject({
          status: 400,
          code: "invalid_request",
        })
    const unknown = await call("POST", "/v1/experiments/exp_unknown/decisions", { subject: "Zoë" })
    expect(unknown.body.code).toBe("unknown_experiment")
  })

  test("experiments of a population compare subjects as it does, or are refused; the choice stays", async () => {
    const { call, store } = await anyServer(kind)
    const put = (name: string, body: object) => call("PUT", `/v1/populations/${name}`, body)
    const strict = await put("strict", { limit: 2 })
    const loose = await put("loose", { limit: 2, subjectNormalisation: "nfkc" })
    expect([strict, loose].map(({ body }) => body.subjectNormalisation)).toEqual(["none", "nfkc"])
    for (const [name, other] of [
      ["strict", "nfkc"],
      ["loose", "none"],
    ] as const) {
      expect((await put(name, { limit: 2, subjectNormalisation: other })).body.code).toBe("invalid_parameter")
      const asked = { ...demo, sticky: true, population: name, subjectNormalisation: other }
      const refused = await call("POST", "/v1/experiments", asked)
      expect(refused.body).toMatchObject({ status: 422, code: "invalid_parameter" })
    }
    expect((await put("loose", { limit: 1.5 })).body).toMatchObject({ limit: 1.5, subjectNormalisation: "nfkc" })
    const member = { ...demo, sticky: true, population: "loose" }
    const [first, second] = [
      await call("POST", "/v1/experiments", member),
      await call("POST", "/v1/experiments", { ...member, subjectNormalisation: "nfkc" }),
    ]
    expect([first, second].map(({ body }) => body.subjectNormalisation)).toEqual(["nfkc", "nfkc"])
    for (const [index, { body }] of [first, second].entries())
      await call("POST", `/v1/experiments/${body.id}/decisions`, { subject: spellings[index] })
    expect((await store.populations.find("loose"))?.subjectNormalisation).toBe("nfkc")
    expect((await call("GET", "/v1/populations/loose")).body.people).toBe(1)
    const copy = await call("POST", "/v1/experiments", { like: first?.body.id, name: "copy" })
    expect(copy.body.subjectNormalisation).toBe("nfkc")
  })
})
