// Parts that several schemas share.

import { type Static, type TSchema, Type } from "typebox"
import { experimentIdPattern } from "../../experiment.ts"
import { textPattern } from "../../text.ts"

export const strict = { additionalProperties: false } as const

/** As a list of types, since each `anyOf` delays the first answer. */
export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) => {
  const { type, enum: names } = schema as { type?: string; enum?: readonly string[] }
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, "null"],
    ...(names === undefined ? {} : { enum: [...names, null] }),
    ...(description === undefined ? {} : { description }),
  })
}

export const createNameSchema = <Name extends string>(names: readonly Name[], description?: string) =>
  Type.Unsafe<Name>({ type: "string", enum: [...names], ...(description === undefined ? {} : { description }) })

export const statuses = ["running", "paused", "finished", "archived"] as const

export const states = ["no_answers", "too_early", "leaning", "clear", "guardrail", "no_difference"] as const

/** With what becomes of a segment that reaches the planned number without a verdict. */
export const segmentStates = [...states, "ended_undecided"] as const

export const Time = Type.String({ format: "date-time" })

/** A time in a request. */
export const GivenTime = (about: string) =>
  Type.String({
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$",
    description: `${about}: 2026-01-31 (begins with UTC's) or 2026-01-31T12:00:00Z`,
  })

/** A number of a list that comes in pages, in the address: after which row, and how many. */
export const After = (description?: string) =>
  Type.Optional(Type.String({ pattern: "^[0-9]{1,15}$", ...(description === undefined ? {} : { description }) }))

export const Limit = Type.Optional(
  Type.String({ pattern: "^([1-9][0-9]?|1[0-9][0-9]|200)$", description: "1 to 200; 50 if left out" }),
)

export const Next = orNull(Type.Integer(), "pass as `after` for the next page")

export const StatusName = createNameSchema(statuses, "where the experiment stands")

/** Text that is checked for invisible characters. */
export const newText = (description: string, maxLength = 200) =>
  Type.String({ minLength: 1, maxLength, pattern: textPattern, description })

/** A name that is compared with the experiment's own names. */
export const existingName = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })

export const Subject = (description: string) => newText(description, 512)

export const ExperimentId = Type.String({ pattern: experimentIdPattern, description: "id of an experiment" })

/** Part of a path: the first character keeps "." and ".." out. */
export const DecisionId = Type.String({
  pattern: "^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$",
  description: "the caller's own id, or one the service made",
})

export const Guarantee = Type.Object({
  kind: createNameSchema(["gdp", "pure", "none"]),
  eta: orNull(Type.Number()),
  epsilon: Type.Optional(Type.Number()),
  published: Type.Optional(Type.Number()),
  tight: Type.Optional(Type.Number()),
})
