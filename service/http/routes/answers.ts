// The answers every operation may give beside its own, for validation and OpenAPI.

import type { TSchema } from "typebox"
import { Problem } from "../schemas.ts"

const problem = {
  description: "refused; `code` says why",
  content: { "application/problem+json": { schema: Problem } },
}

export const secured = [{ key: [] }]

/** `own` answers of an operation together with the refusals. */
export const answers = <Own extends Record<number, TSchema | object>>(own: Own) => ({
  ...own,
  "4xx": problem,
  "5xx": problem,
})
