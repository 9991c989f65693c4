import Fastify from "fastify"
import { expect, test } from "vitest"
import { describeValidation, type Finding } from "./describe-validation.ts"

const schema = {
  type: "object",
  additionalProperties: false,
  required: ["arms"],
  properties: {
    arms: { type: "array", minItems: 2, maxItems: 3, uniqueItems: true, items: { type: "string", maxLength: 3 } },
    share: { type: "number", exclusiveMinimum: 0, maximum: 1 },
    kind: { enum: ["gdp", "pure"] },
    reward: { type: "object", properties: { min: { type: "integer", minimum: -5 } }, minProperties: 1 },
    stop: { const: "clear" },
    key: { type: ["string", "null"], minLength: 1, pattern: "^a" },
  },
}

/** The problems that the framework finds in a body. */
async function findings(payload: unknown): Promise<readonly Finding[]> {
  let found: readonly Finding[] = []
  const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } })
  app.post("/", { schema: { body: schema } }, () => "fine")
  app.setErrorHandler((error: { validation?: readonly Finding[] }, _, reply) => {
    found = error.validation ?? []
    return reply.code(400).send()
  })
  await app.inject({ method: "POST", url: "/", payload: payload as object })
  return found
}

test.each<[unknown, string]>([
  [[], "the body must be an object"],
  [{}, "arms is required"],
  [{ arms: ["a"] }, "arms needs at least 2 items"],
  [{ arms: ["a", "b", "c", "d"] }, "arms may have at most 3 items"],
  [{ arms: ["a", "a"] }, "arms must have different items"],
  [{ arms: ["a", 1] }, "arms[1] must be a text"],
  [{ arms: ["a", "abcd"] }, "arms[1] must have at most 3 characters"],
  [{ arms: ["a", "b"], share: 0 }, "share must be above 0"],
  [{ arms: ["a", "b"], share: 1.5 }, "share must be at most 1"],
  [{ arms: ["a", "b"], kind: "x" }, 'kind must be one of: "gdp", "pure"'],
  [{ arms: ["a", "b"], reward: {} }, "reward needs at least 1 field"],
  [{ arms: ["a", "b"], reward: { min: 0.5 } }, "reward.min must be a whole number"],
  [{ arms: ["a", "b"], reward: { min: -6 } }, "reward.min must be at least -5"],
  [{ arms: ["a", "b"], stop: "now" }, 'stop must be "clear"'],
  [{ arms: ["a", "b"], key: "" }, "key must not be empty"],
  [{ arms: ["a", "b"], key: "b" }, "key must match ^a"],
  [{ arms: ["a", "b"], key: 1 }, "key must be a text or null"],
  [{ arms: ["a", "b"], secret: 1 }, 'the body has an unknown field: "secret"'],
])("%j: %s", async (body, detail) => {
  expect(describeValidation(await findings(body), "body", true)).toBe(detail)
})

test("a field that has no place is named only where it may be", async () => {
  expect(describeValidation(await findings({ arms: ["a", "b"], secret: 1 }))).toBe("the body has an unknown field")
})
