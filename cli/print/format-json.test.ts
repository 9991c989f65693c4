import fc from "fast-check"
import { expect, test } from "vitest"
import { formatJson } from "./format-json.ts"

test("lists of numbers are on one line, everything else is indented", () => {
  const document = { name: "a [b, c]", values: [1, 2.5, null], rows: [{ x: [1] }, { x: [] }] }
  expect(formatJson(document)).toBe(
    `{
  "name": "a [b, c]",
  "values": [1, 2.5, null],
  "rows": [
    {
      "x": [1]
    },
    {
      "x": []
    }
  ]
}
`,
  )
})

test("the text parses to the same document, whatever its content", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (document) => {
      expect(JSON.parse(formatJson(document))).toEqual(JSON.parse(JSON.stringify(document)))
    }),
  )
})
