// Experiments with bulk: the arm of someone who has not seen it, and the exposure at which their
// decision begins.

import { formatPoint, parseContext } from "../../context/decision-context.ts"
import { chooseSegment } from "../../operations/decide.ts"
import type { Service } from "../../service.ts"
import { ServiceError } from "../../service-error.ts"
import type { App } from "../app.ts"
import { AssignmentRequest, AssignmentView, ExposureCreate, ExposureView } from "../schemas/evaluation.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

export function addAssignmentRoutes(app: App, service: Service): void {
  const shared = { tags: ["evaluation"], security: secured, params: OneExperiment }

  app.post(
    "/v1/experiments/:id/assignments",
    {
      config: { task: "evaluate" },
      schema: {
        ...shared,
        operationId: "assign",
        summary: "Which arm will this person get? No decision begins; only with bulk",
        body: AssignmentRequest,
        response: answers({ 200: AssignmentView }),
      },
    },
    async ({ params, body: { subject, segment, context } }) => {
      const live = await service.live(params.id)
      const { bulk = false } = live.experiment
      if (live.status === "archived") throw new ServiceError("experiment_archived", "this experiment is archived")
      if (!bulk) throw new ServiceError("bulk_required", "this experiment has no bulk, so it assigns no arms")
      const look = {
        live,
        subject,
        segment: chooseSegment(live.experiment, segment),
        context: formatPoint(parseContext(live.algorithm.context, context)),
      }
      const [given] = await service.assign([look])
      if (given instanceof ServiceError) throw given
      return given as AssignmentView
    },
  )

  app.post(
    "/v1/experiments/:id/exposures",
    {
      config: { task: "evaluate" },
      schema: {
        ...shared,
        operationId: "expose",
        summary: "This person has seen the arm that they were assigned: their decision begins, once",
        body: ExposureCreate,
        response: answers({ 200: ExposureView, 201: ExposureView }),
      },
    },
    async ({ params, body: { subject, arm }, keyLineage }, reply) => {
      const exposed = await service.expose(params.id, subject, arm, keyLineage)
      return reply.code(exposed.decisionId === null ? 200 : 201).send(exposed)
    },
  )
}
