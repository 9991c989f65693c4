// Decisions and rewards, one by one and in batches.

import { Type } from "typebox"
import type { Outcome } from "../../metrics/outcome.ts"
import type { DecisionRequest } from "../../operations/decide.ts"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { toProblem, toServiceError } from "../http-errors.ts"
import {
  DecisionBatch,
  DecisionBatchResult,
  DecisionCreate,
  DecisionDetail,
  DecisionView,
  RewardBatch,
  RewardBatchResult,
  RewardCreate,
  RewardRepeated,
} from "../schemas/decisions.ts"
import { DecisionId, ExperimentId } from "../schemas/shared.ts"
import { allowNoBody, answers, IdempotencyHeader, OneExperiment, secured } from "./operation.ts"

const OneDecision = Type.Object({ id: ExperimentId, decisionId: DecisionId })

/** `size` is the size of its batch, or null for a single decision. */
function makeRepeatable(
  request: DecisionRequest,
  word: string | undefined,
  size: number | null,
  index = 0,
): DecisionRequest {
  return word === undefined ? request : { ...request, repeatable: { word, size, index } }
}

export function addDecisionRoutes(app: App, service: Service): void {
  const shared = { tags: ["decisions"], security: secured }

  app.post(
    "/v1/experiments/:id/decisions",
    {
      config: { task: "decide" },
      preValidation: allowNoBody,
      schema: {
        ...shared,
        operationId: "decide",
        summary: "Which arm now? Repeating a decisionId gives the same arm, or what is served now with firstArm",
        params: OneExperiment,
        headers: IdempotencyHeader,
        body: DecisionCreate,
        response: answers({ 200: DecisionView, 201: DecisionView }),
      },
    },
    async (request, reply) => {
      const wanted = makeRepeatable(request.body as DecisionRequest, request.headers["idempotency-key"], null)
      const decided = await service.decide(request.params.id, wanted, request.keyLineage)
      reply.code(decided.isNew ? 201 : 200)
      // The schema leaves `isNew` out; a copy without it would cost a microsecond.
      return decided
    },
  )

  app.post(
    "/v1/experiments/:id/decisions::batch",
    {
      config: { task: "decide" },
      schema: {
        ...shared,
        operationId: "decideBatch",
        summary: "Many decisions in one request, each with its own answer",
        params: OneExperiment,
        headers: IdempotencyHeader,
        body: DecisionBatch,
        response: answers({ 200: DecisionBatchResult }),
      },
    },
    async (request) => {
      await service.live(request.params.id)
      const word = request.headers["idempotency-key"]
      const decisions = request.body.decisions as DecisionRequest[]
      const made = decisions.map((one, index) =>
        service.decide(request.params.id, makeRepeatable(one, word, decisions.length, index), request.keyLineage, true),
      )
      const results = (await Promise.allSettled(made)).map((outcome) => {
        if (outcome.status === "rejected") return answerRefusal(outcome.reason)
        const { status, isNew, ...decided } = outcome.value
        return { status: isNew ? 201 : 200, ...decided, experimentStatus: status }
      })
      return { results }
    },
  )

  app.get(
    "/v1/experiments/:id/decisions/:decisionId",
    {
      config: { task: "decide" },
      schema: {
        ...shared,
        operationId: "readDecision",
        summary: "Read a decision",
        params: OneDecision,
        response: answers({ 200: DecisionDetail }),
      },
    },
    async ({ params }) => service.readDecision(params.id, params.decisionId),
  )

  app.put(
    "/v1/experiments/:id/decisions/:decisionId/reward",
    {
      config: { task: "decide", isArrival: true },
      schema: {
        ...shared,
        operationId: "reward",
        summary: "Give the reward of a decision: the first counts",
        params: OneDecision,
        body: RewardCreate,
        response: answers({
          200: RewardRepeated,
          204: { type: "null", description: "stored; with private arrivals also if one was stored before" },
        }),
      },
    },
    async (request, reply) => {
      const { id, decisionId } = request.params
      const { repeated } = await service.reward(id, decisionId, request.body as Outcome, request.keyLineage)
      return repeated ? reply.code(200).send({ repeated }) : reply.code(204).send()
    },
  )

  app.post(
    "/v1/experiments/:id/rewards::batch",
    {
      config: { task: "decide", isArrival: true },
      schema: {
        ...shared,
        operationId: "rewardBatch",
        summary: "Many rewards in one request, each with its own answer",
        params: OneExperiment,
        body: RewardBatch,
        response: answers({ 200: RewardBatchResult }),
      },
    },
    async (request) => {
      await service.live(request.params.id)
      const { rewards } = request.body
      const given = rewards.map(({ decisionId, ...outcome }) =>
        service.reward(request.params.id, decisionId, outcome as Outcome, request.keyLineage, true),
      )
      const results = (await Promise.allSettled(given)).map((outcome, index) => {
        const { decisionId } = rewards[index] as { decisionId: string }
        if (outcome.status === "rejected") return { decisionId, ...answerRefusal(outcome.reason) }
        return outcome.value.repeated ? { decisionId, status: 200, repeated: true } : { decisionId, status: 204 }
      })
      return { results }
    },
  )
}

/** Faults of the service and a conflicting Idempotency-Key fail the whole batch. */
function answerRefusal(reason: unknown) {
  const problem = toProblem(toServiceError(reason))
  if (problem.status >= 500 || problem.code === "idempotency_conflict") throw reason
  return { status: problem.status, problem }
}
