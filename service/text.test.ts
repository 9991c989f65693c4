// What text is: control characters and halves of characters are refused wherever text is new, and what is stored stays readable.

import fc from "fast-check"
import { expect, test } from "vitest"
import { createKey, rotateKey } from "./keys/key.ts"
import { noChanges } from "./store/changes.ts"
import { type KeyRow, newExperiment } from "./store/rows.ts"
import { anyServer, storeKinds } from "./testing/any-server.ts"
import { demo, testServer } from "./testing/test-service.ts"
import { checkDifferent, checkTexts, isText } from "./text.ts"

const strange = ["\0", "\t", "a\nb", "\u001b[31m", "\u007f", "\u0085", "\u009f", "\ud800", "a\udfff", "\ude42\ud83d"]
const plain = ["é", "🙂", "\u202eabc", "' OR 1=1 --", "a b", "日本", "\u00a0", "\u{10ffff}"]

test("text is what is well-formed and has no control character, for every string", () => {
  for (const text of strange) expect(isText(text)).toBe(false)
  for (const text of plain) expect(isText(text)).toBe(true)
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 3 }), (text) => {
      // UTF-8 has no halves of characters: they would come back as another one.
      const isWellFormed = Buffer.from(text).toString() === text
      expect(isText(text)).toBe(isWellFormed && !/\p{Cc}/u.test(text))
    }),
    { numRuns: 5000 },
  )
})

test("a refusal of text says which character it has, and one of names which is there twice", () => {
  for (const text of plain) expect(() => checkTexts("labels", [text])).not.toThrow()
  const got = (number: string) => `labels must be well-formed Unicode text without control characters, got U+${number}`
  expect(() => checkTexts("labels", ["a", "b\u001b[31m"])).toThrow(got("001B"))
  expect(() => checkTexts("labels", ["🙂\udfff"])).toThrow(got("DFFF"))
  expect(() => checkDifferent("labels must be different", ["a", "b", "B"])).not.toThrow()
  expect(() => checkDifferent("labels must be different", ["a", "b", "a"])).toThrow('different, got "a" twice')
})

test.each(storeKinds)(
  "on %s, new text with control characters or half characters is refused, in every field",
  async (kind) => {
    const { call, create, everyRow } = await anyServer(kind)
    const base = `/v1/experiments/${await create({ ...demo, segments: ["north"] })}`
    const before = JSON.stringify(await everyRow())
    const requests = (text: string): [string, object][] => [
      ["/v1/experiments", { ...demo, name: text }],
      ["/v1/experiments", { ...demo, arms: ["a", text] }],
      ["/v1/experiments", { ...demo, segments: [text] }],
      ["/v1/experiments", { ...demo, privacy: undefined, algorithm: { name: text } }],
      ["/v1/experiments", { ...demo, privacy: undefined, algorithm: { name: "dp-ts-ucb", alpha: text } }],
      ["/v1/experiments", { ...demo, privacy: undefined, algorithm: { name: "dp-ts-ucb", [text]: 1 } }],
      [`${base}/decisions`, { segment: "north", decisionId: text }],
      [`${base}/decisions`, { segment: "north", subject: text }],
      [`${base}/decisions`, { segment: text }],
      [`${base}/decisions`, { segment: "north", excludeArms: [text] }],
      [`${base}/decisions:batch`, { decisions: [{ segment: "north", subject: text }] }],
      [`${base}/rewards:batch`, { rewards: [{ decisionId: text, value: 1 }] }],
    ]
    for (const text of strange)
      for (const [url, body] of requests(text)) {
        const { status, body: problem } = await call("POST", url, body)
        expect([status, problem.code], `${url} ${JSON.stringify(body)}`).toEqual([400, "invalid_request"])
        expect(problem.detail).not.toContain(text)
      }
    expect(JSON.stringify(await everyRow())).toBe(before)
    for (const text of plain)
      expect((await call("POST", "/v1/experiments", { ...demo, name: text })).body.name).toBe(text)
  },
)

test("names from before the rule are shown, and can be used; a key with one can be rotated", async () => {
  const { call, create, service, store } = await testServer()
  const { experiment } = service.live(await create())
  const old = { ...experiment, id: "exp_old", name: "a\nb", arms: ["a\tb", "b", "\ud800"], segments: ["x\u0001"] }
  store.commit({ ...noChanges(), experiments: [newExperiment(old)] })
  const { name, arms, segments } = old
  expect((await call("GET", "/v1/experiments/exp_old")).body).toMatchObject({ name, arms, segments })
  expect((await call("GET", "/v1/experiments")).body.experiments[0]).toMatchObject({ name, arms })
  const url = "/v1/experiments/exp_old/decisions"
  const wanted = { decisionId: "d", segment: "x\u0001", excludeArms: ["b", "\ud800"] }
  expect((await call("POST", url, wanted)).body).toEqual({ decisionId: "d", arm: "a\tb", status: "running" })
  expect((await call("POST", "/v1/experiments/exp_old/subjects:erase", { subject: "s\n" })).status).toBe(204)
  expect((await call("POST", url, { ...wanted, segment: "y\u0001" })).status).toBe(400)

  expect(() => createKey(store, { name: "a\nb", role: "decide" })).toThrow(/well-formed/)
  const key: KeyRow = { ...createKey(store, { name: "a", role: "audit" }).row, name: "a\nb" }
  store.putKey(key)
  expect(rotateKey(store, key.id).row.name).toBe("a\nb")
})
