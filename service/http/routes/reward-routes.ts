// Rewards at one address an experiment, so that a page of another origin needs one preflight for
// all of them (docs/api.md).

import type { Outcome } from "../../metrics/outcome.ts"
import type { Service } from "../../service.ts"
import { ServiceError } from "../../service-error.ts"
import type { App } from "../app.ts"
import { RewardGiven, RewardRepeated } from "../schemas/decisions.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

export function addRewardRoutes(app: App, service: Service): void {
  app.post(
    "/v1/experiments/:id/rewards",
    {
      config: { task: "evaluate", isArrival: true },
      schema: {
        tags: ["decisions"],
        security: secured,
        operationId: "giveReward",
        summary: "Give a reward by decisionId or, in a sticky experiment, by subject",
        params: OneExperiment,
        body: RewardGiven,
        response: answers({
          200: RewardRepeated,
          204: { type: "null", description: "stored, or (by subject always) nobody is told whether it was" },
        }),
      },
    },
    async (request, reply) => {
      const { params, keyLineage } = request
      const { decisionId, subject, ...outcome } = request.body
      if ((decisionId === undefined) === (subject === undefined))
        throw new ServiceError(
          "invalid_request",
          `a reward must have a decisionId or a subject, got ${subject === undefined ? "neither" : "both"}`,
        )
      if (subject !== undefined) {
        await service.rewardSubject(params.id, subject, outcome as Outcome, keyLineage)
        return reply.code(204).send()
      }
      const { repeated } = await service.reward(params.id, decisionId as string, outcome as Outcome, keyLineage)
      return repeated ? reply.code(200).send({ repeated }) : reply.code(204).send()
    },
  )
}
