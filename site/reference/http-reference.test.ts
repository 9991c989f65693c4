import { expect, test } from "vitest"
import { describeFields, describeType } from "./describe-schema.ts"
import { writeHttpReference } from "./http-reference.ts"

test.each([
  [{ type: "integer", minimum: 2, maximum: 4294967296 }, "integer, 2 to 4,294,967,296"],
  [{ type: "number", minimum: 0.000001 }, "number, at least 0.000001"],
  [{ type: "number", minimum: 0, exclusiveMaximum: 1 }, "number, at least 0, below 1"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
  [{ enum: ["a", 1] }, '`"a"`, `1`'],
  [
    { type: "array", items: { type: "string", maxLength: 5 }, minItems: 2 },
    "list of string, at most 5 characters, at least 2 entries",
  ],
  [{ type: "object", additionalProperties: { type: "number" } }, "object of number by name"],
  [{ type: "boolean", default: false }, "boolean, default `false`"],
])("%j is %s", (schema, text) => {
  expect(describeType(schema)).toBe(text)
})

test("fields are a list, with those of inner objects below", () => {
  const inner = { type: "object", required: ["b"], properties: { b: { type: "string", description: "for b" } } }
  const schema = {
    type: "object",
    properties: { a: { type: "array", items: inner }, c: { anyOf: [inner, { type: "null" }] } },
  }
  expect(describeFields(schema)).toBe(
    "- `a` (list of object)\n  - `b` (string, required): for b\n- `c` (object or null)\n  - `b` (string, required): for b\n",
  )
})

const operation = {
  operationId: "makeThing",
  summary: "Make a | thing",
  tags: ["things"],
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  requestBody: {
    content: { "application/json": { schema: { type: "object", properties: { n: { type: "integer" } } } } },
  },
  responses: { "201": { description: "made" }, "4XX": { description: "refused" } },
}
const document = {
  info: { description: "All." },
  tags: [{ name: "things", description: "About things" }],
  paths: { "/things/{id}": { post: operation } },
}

test("each tag has a document with its calls, and the index lists all", () => {
  const documents = writeHttpReference(document, "ref")
  expect([...documents.keys()]).toEqual(["ref/README.md", "ref/things.md"])
  expect(documents.get("ref/README.md")).toContain("| [`POST /things/{id}`](things.md#makething) | Make a \\| thing |")
  const page = documents.get("ref/things.md")
  for (const part of [
    "## makeThing",
    "POST /things/{id}",
    "- `id` (string, required)",
    "- `n` (integer)",
    "**Answer 201**: made",
  ])
    expect(page).toContain(part)
  expect(page).not.toContain("refused")
})

test("a call without a tag that is described is refused, so that none is lost", () => {
  expect(() => writeHttpReference({ ...document, tags: [] }, "ref")).toThrow(/POST \/things\/\{id\} must have a tag/)
})
