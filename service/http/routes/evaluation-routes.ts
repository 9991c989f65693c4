// OpenFeature's remote evaluation protocol (OFREP 0.3, open-feature/protocol): its addresses, its
// ETags and its errors.

import type { FastifyReply, FastifyRequest } from "fastify"
import { Type } from "typebox"
import { evaluateFlag, evaluateFlags } from "../../ofrep/evaluate.ts"
import { describeFailure, findStatus } from "../../ofrep/evaluation-answer.ts"
import { readContext } from "../../ofrep/evaluation-request.ts"
import type { Service } from "../../service.ts"
import { ServiceError } from "../../service-error.ts"
import type { App } from "../app.ts"
import { toResponse } from "../http-errors.ts"
import { BulkEvaluation, Evaluation, EvaluationFailure, EvaluationRequest } from "../schemas/evaluation.ts"
import { secured } from "./operation.ts"

const config = { task: "evaluate", isRemoteEvaluation: true } as const

const shared = { tags: ["evaluation"], security: secured, body: EvaluationRequest }

/** Answers are sent as text, whose tag is its hash; these are for the OpenAPI document. */
const sentAsText = (own: Record<number, object>): Record<number, object> => own

const json = "application/json; charset=utf-8"

export function addEvaluationRoutes(app: App, service: Service): void {
  app.post(
    "/ofrep/v1/evaluate/flags/:key",
    {
      config,
      // The protocol has its own words for what is wrong.
      attachValidation: true,
      schema: {
        ...shared,
        operationId: "evaluateFlag",
        summary: "OFREP: one flag, by an experiment's name or id; decides as a decision does",
        params: Type.Object({ key: Type.String({ description: "name or id of an experiment" }) }),
        response: sentAsText({ 200: Evaluation, 400: EvaluationFailure, 404: EvaluationFailure }),
      },
    },
    async (request, reply) => {
      const { key } = request.params
      const evaluation = await evaluateFlag(service, key, readContext(request.body), readEvaluator(request))
      return reply.type(json).send(JSON.stringify(evaluation))
    },
  )

  app.post(
    "/ofrep/v1/evaluate/flags",
    {
      config,
      attachValidation: true,
      schema: {
        ...shared,
        operationId: "evaluateFlags",
        summary: "OFREP: the flags of all experiments with bulk; assigns arms, and no decision begins",
        headers: Type.Object({ "if-none-match": Type.Optional(Type.String()) }),
        response: sentAsText({
          200: { ...BulkEvaluation, headers: { etag: Type.String() } },
          304: { type: "null", description: "nothing has changed for this person" },
          400: EvaluationFailure,
        }),
      },
    },
    async (request, reply) => {
      // People who are known are answered without a transaction, which would have checked.
      await service.store.check()
      const flags = await evaluateFlags(service, readContext(request.body), readEvaluator(request))
      const text = JSON.stringify({ flags })
      const tag = `"${service.answerTag(text)}"`
      void reply.header("etag", tag).header("cache-control", "no-cache")
      if (isMatch(request.headers["if-none-match"], tag)) return reply.code(304).send()
      return reply.type(json).send(text)
    },
  )
}

const readEvaluator = ({ keyLineage, keyExperiments }: FastifyRequest) => ({
  lineage: keyLineage,
  experiments: keyExperiments,
})

/**
 * By weak comparison (RFC 9110, section 13.1.2). There `*` matches any copy, for clients that want
 * no new one; here every client wants its flags, and one without a copy would be left with none.
 */
const isMatch = (given: string | undefined, tag: string): boolean =>
  given?.split(",").some((one) => one.trim().replace(/^W\//, "") === tag) === true

/** Refuses an evaluation in the words of the protocol. */
export function sendEvaluationFailure(request: FastifyRequest, reply: FastifyReply, error: ServiceError): void {
  const { key } = (request.params ?? {}) as { key?: string }
  sendFailure(reply, error, key)
}

/** The same for a key that the router refused; whether the address is one of the protocol. */
export function refuseFlagKey(url: string, reply: FastifyReply, isTooLong: boolean): boolean {
  const [, key] = singleFlag.exec(url) ?? []
  if (key === undefined) return false
  const error = isTooLong
    ? new ServiceError("unknown_experiment", "the key of a flag is longer than any name or id of an experiment")
    : new ServiceError("invalid_encoding", "the key of a flag must be percent-encoded UTF-8")
  sendFailure(reply, error, key)
  return true
}

const singleFlag = /^\/ofrep\/v1\/evaluate\/flags\/([^/?]+)(?:\?|$)/

function sendFailure(reply: FastifyReply, error: ServiceError, key: string | undefined): void {
  const { headers } = toResponse(error)
  void reply
    .code(findStatus(error))
    .headers({ ...headers, "content-type": json })
    .send(JSON.stringify(describeFailure(error, key)))
}
