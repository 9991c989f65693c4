import { expect, test } from "vitest"
import { writeDeclarations, writeType } from "./schema-types.ts"

test("a schema is the type of what it lets through", () => {
  const nameOrNull = { anyOf: [{ type: "string" }, { type: "null" }] }
  const schema = {
    type: "object",
    required: ["id", "a-b"],
    properties: {
      id: { type: "string", description: "its id" },
      "a-b": { type: "array", items: nameOrNull },
      kind: { enum: ["x", "y"] },
      one: { const: "z" },
      word: { type: ["number", "string"], pattern: "^ignore$" },
      count: { type: "integer" },
      is: { type: "boolean" },
      open: { type: "object", properties: {}, additionalProperties: { type: "number" } },
      byName: { type: "object", patternProperties: { "^.*$": { type: "integer" } } },
      none: { type: "object", properties: {} },
    },
  }
  expect(writeDeclarations({ Thing: schema })).toBe(`export type Thing = {
  /** its id */
  id: string;
  "a-b": Array<string | null>;
  kind?: "x" | "y";
  one?: "z";
  word?: number | "ignore";
  count?: number;
  is?: boolean;
  open?: {
    [name: string]: number;
  };
  byName?: {
    [name: string]: number;
  };
  none?: {};
};
`)
})

test("a schema without a type is refused with its place, not left as any", () => {
  const odd = { type: "object", properties: { list: { type: "array", items: { type: "tuple" } } } }
  expect(() => writeType(odd, "Thing")).toThrow(/Thing\.list\[\]/)
})
