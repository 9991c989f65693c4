// The record of activity as the API gives it.

import { type Static, Type } from "typebox"
import { createNameSchema, Next, orNull } from "./shared.ts"

export const ActivityPage = Type.Object({
  activity: Type.Array(
    Type.Object({
      number: Type.Integer({ description: "grows; not without gaps" }),
      at: Type.String({ format: "date-time", description: "of refusals, the first of its minute" }),
      experiment: orNull(Type.String(), "null: of none, or refusals of several"),
      action: Type.String({ description: "such as create, pause, finish, edit, erase" }),
      key: Type.Object({
        id: orNull(Type.String()),
        name: Type.String({
          description: "of the key; without one: local (no keys yet), service (by itself) or command",
        }),
      }),
      outcome: createNameSchema(["done", "refused"]),
      code: orNull(Type.String(), "why it was refused, if always for the same"),
      count: Type.Integer({ description: "refusals of one key and action within a minute are one row" }),
    }),
  ),
  next: Next,
})

/** A page of who did what, newest first. */
export type ActivityPage = Static<typeof ActivityPage>
