// The common part of several routes' schemas: parameters, headers, security, and the refusals of
// every operation.

import type { FastifySchema, preValidationHookHandler } from "fastify"
import { type TSchema, Type } from "typebox"
import { Problem } from "../schemas/problem.ts"
import { ExperimentId } from "../schemas/shared.ts"

const problem = {
  description: "refused; `code` says why",
  content: { "application/problem+json": { schema: Problem } },
}

interface Refusals {
  readonly "4xx": typeof problem
  readonly "5xx": typeof problem
}

export const secured = [{ key: [] }]

export const OneExperiment = Type.Object({ id: ExperimentId })

export const IdempotencyHeader = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "makes a repetition of this request safe" }),
  ),
})

/** Types answers and refusals. Fastify compiles the answers only: refusals are texts. */
export const answers = <Own extends Record<number, TSchema | object>>(own: Own): Own & Refusals => own as Own & Refusals

/** Adds the refusals to a schema, for the OpenAPI document. */
export const withRefusals = (schema: FastifySchema | undefined): FastifySchema => ({
  ...schema,
  response: { ...(schema?.response as object | undefined), "4xx": problem, "5xx": problem } satisfies Refusals,
})

/** Lets the body be left out where all its fields are optional. */
export const allowNoBody: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) request.body = {}
  done()
}
