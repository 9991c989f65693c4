// Refusals as problem documents (RFC 9457).

import { type Static, Type } from "typebox"
import { orNull } from "./shared.ts"

export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: "stable, for programs; docs/errors.md lists them all" }),
    detail: Type.String({ description: "what must hold, and what was given" }),
    spent: Type.Optional(Type.Number()),
    requested: Type.Optional(orNull(Type.Number())),
    limit: Type.Optional(Type.Number()),
    subjectEta: Type.Optional(Type.Number()),
    signIn: Type.Optional(Type.String({ description: "where people can sign in" })),
    provider: Type.Optional(Type.String({ description: "the host of the provider that signs them in" })),
    key: Type.Optional(Type.String({ description: "id of the key that an earlier request made" })),
  },
  { description: "an error (RFC 9457)" },
)

/** An error (RFC 9457) with a stable code. */
export type Problem = Static<typeof Problem>
