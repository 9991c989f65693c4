// Who did what, as the API gives it.

import { type Static, Type } from "typebox"

export const ActivityPage = Type.Object({
  activity: Type.Array(
    Type.Object({
      number: Type.Integer({ description: "grows; not without gaps" }),
      at: Type.String({ format: "date-time", description: "of refusals, the first of its minute" }),
      experiment: Type.Union([Type.String(), Type.Null()], { description: "null: of none, or refusals of several" }),
      action: Type.String({ description: "such as create, pause, finish, edit, erase" }),
      key: Type.Object({
        id: Type.Union([Type.String(), Type.Null()]),
        name: Type.String({
          description: "of the key; without one: local (no keys yet), service (by itself) or command",
        }),
      }),
      outcome: Type.Union([Type.Literal("done"), Type.Literal("refused")]),
      code: Type.Union([Type.String(), Type.Null()], { description: "why it was refused, if always for the same" }),
      count: Type.Integer({ description: "refusals of one key and action within a minute are one row" }),
    }),
  ),
  next: Type.Union([Type.Integer(), Type.Null()], { description: "pass as `after` for the next page" }),
})

export type ActivityPage = Static<typeof ActivityPage>
