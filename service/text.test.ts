// The rule for text: control characters and halves of characters are refused.

import fc from "fast-check"
import { expect, test } from "vitest"
import { createKey } from "./keys/key.ts"
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

test("the name of a key must be plain text", async () => {
  const { store } = await testServer()
  expect(() => createKey(store, { name: "a\nb", role: "decide" })).toThrow(/well-formed/)
})
