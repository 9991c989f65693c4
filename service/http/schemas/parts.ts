// Parts that the schemas of the API share.

import { type TSchema, Type } from "typebox"

export const strict = { additionalProperties: false } as const

export const orNull = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

export const oneOf = <Name extends string>(names: readonly Name[], description?: string) =>
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
