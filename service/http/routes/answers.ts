// The answers every operation may give beside its own. Refusals are sent as text, so that nothing has to be compiled for them: handlers and
// the description know of them, and the framework does not.

import type { FastifySchema } from "fastify"
import type { TSchema } from "typebox"
import { Problem } from "../schemas/problem.ts"

const problem = {
  description: "refused; `code` says why",
  content: { "application/problem+json": { schema: Problem } },
}

interface Refusals {
  readonly "4xx": typeof problem
  readonly "5xx": typeof problem
}

export const secured = [{ key: [] }]

/** `own` answers of an operation, which may be refused, too. */
export const answers = <Own extends Record<number, TSchema | object>>(own: Own): Own & Refusals => own as Own & Refusals

/** The schema of an operation as the description has it. */
export const withRefusals = (schema: FastifySchema | undefined): FastifySchema => ({
  ...schema,
  response: { ...(schema?.response as object | undefined), "4xx": problem, "5xx": problem } satisfies Refusals,
})
