// Answers are written alike whether a validator is asked which of several shapes is meant, or the type alone tells.

import Fastify, { type FastifySchema } from "fastify"
import { type TSchema, Type } from "typebox"
import { expect, test } from "vitest"
import { withoutUnions } from "./late-schemas.ts"
import { ActivityPage } from "./schemas/activity.ts"
import { ExperimentList } from "./schemas/list.ts"
import { PopulationList } from "./schemas/population.ts"
import { Results } from "./schemas/results.ts"
import { StatementView } from "./schemas/statement.ts"
import { Estimates, ExperimentDetail, LedgerPage, PrivacyView, Problem } from "./schemas.ts"

/** What the framework's own writer makes of an answer. */
async function written(schema: TSchema, answer: unknown): Promise<string> {
  const app = Fastify()
  app.get("/", { schema: { response: { 200: schema } } as FastifySchema }, async () => answer)
  const { statusCode, body } = await app.inject("/")
  await app.close()
  expect(statusCode, body).toBe(200)
  return body
}

interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** An answer of this shape; where there are several, that of number `choice`. */
function answerOf(shape: Shape, choice: number): unknown {
  if (shape.anyOf !== undefined) return answerOf(shape.anyOf[choice % shape.anyOf.length] as Shape, choice)
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return shape.enum[choice % shape.enum.length]
  if (shape.type === "null") return null
  if (shape.type === "number") return 0.1 + choice
  if (shape.type === "integer") return 7 + choice
  if (shape.type === "boolean") return choice === 0
  if (shape.type === "array") return [answerOf(shape.items ?? {}, choice), answerOf(shape.items ?? {}, choice + 1)]
  if (shape.type === "string") return shape.format === "date-time" ? "2026-01-01T00:00:00.000Z" : 'a "name"\n'
  const known = Object.entries(shape.properties ?? {}).map(([name, part]) => [name, answerOf(part, choice)])
  const more =
    typeof shape.additionalProperties === "object" ? [["other", answerOf(shape.additionalProperties, choice)]] : []
  return Object.fromEntries([...known, ...more])
}

const shapes = {
  ...{ ActivityPage, Estimates, ExperimentDetail, ExperimentList, LedgerPage, PopulationList, PrivacyView, Problem },
  ...{ Results, StatementView },
}

test.each(Object.entries(shapes))("%s is written alike, and no validator is asked", async (_name, shape) => {
  const plain = withoutUnions(shape)
  expect(JSON.stringify(plain)).not.toContain("anyOf")
  for (const choice of [0, 1]) {
    const answer = answerOf(shape as Shape, choice)
    expect(await written(plain, answer)).toBe(await written(shape, answer))
    expect(JSON.parse(await written(plain, answer))).toEqual(answer)
  }
})

test("shapes that types do not tell apart stay as they are", () => {
  const [one, other] = [Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]
  expect(withoutUnions(Type.Union([one, other]))).toEqual({ anyOf: [one, other] })
  expect(withoutUnions(Type.Union([Type.String(), Type.Number(), Type.Null()]))).toEqual({
    type: ["string", "number"],
    nullable: true,
  })
})
