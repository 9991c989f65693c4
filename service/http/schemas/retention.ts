// When the service archives and purges an experiment by itself, in requests and answers.

import { Type } from "typebox"
import { orNull, strict, Time } from "./shared.ts"

const days = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500, description: `${what} this many days after its end` }))

export const RetentionRequest = Type.Object(
  { archiveAfterDays: days("archives it"), purgeAfterDays: days("removes rewards, noise and subjects") },
  {
    ...strict,
    minProperties: 1,
    description: "what the service does by itself once the experiment is finished or archived, or its end date is over",
  },
)

export const RetentionView = orNull(
  Type.Object({
    archiveAfterDays: orNull(Type.Integer()),
    purgeAfterDays: orNull(Type.Integer()),
    archiveAt: orNull(Time, "not before its last window has closed; null: never, or its end is not known yet"),
    purgeAt: orNull(Time, "the same"),
  }),
  "what the service does by itself after the end of the experiment; null: nothing",
)
