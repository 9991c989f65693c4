// Stopping, resuming and adding arms while an experiment runs.

import { Type } from "typebox"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { readView } from "../experiment-view.ts"
import { ArmAdd, ArmName, ArmResume, ArmStop } from "../schemas/arms.ts"
import { ExperimentView } from "../schemas/experiment.ts"
import { ExperimentId } from "../schemas/shared.ts"
import { allowNoBody, answers, secured } from "./operation.ts"

const shared = { tags: ["experiments"], security: secured }
const OneArm = Type.Object({ id: ExperimentId, arm: ArmName })

export function addArmRoutes(app: App, service: Service): void {
  app.post(
    "/v1/experiments/:id/arms/:arm/stop",
    {
      config: { task: "operate", action: "stop-arm", namesFields: true },
      preValidation: allowNoBody,
      schema: {
        ...shared,
        operationId: "stopArm",
        summary:
          "From the next decision on nobody gets this arm, sticky people included; what it has not released is dropped",
        params: OneArm,
        body: ArmStop,
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params: { id, arm }, body, actor }) => {
      const { reason } = body as { reason?: string }
      const request = { kind: "stop", arm, ...(reason === undefined ? {} : { reason }) } as const
      return readView(service, await service.changeArms(id, request, actor))
    },
  )

  app.post(
    "/v1/experiments/:id/arms/:arm/resume",
    {
      config: { task: "operate", action: "resume-arm", namesFields: true },
      schema: {
        ...shared,
        operationId: "resumeArm",
        summary: "Give a stopped arm to new people again; people who had it before keep what they get now",
        params: OneArm,
        body: ArmResume,
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params: { id, arm }, body: { reason }, actor }) =>
      readView(service, await service.changeArms(id, { kind: "resume", arm, reason }, actor)),
  )

  app.post(
    "/v1/experiments/:id/arms",
    {
      config: { task: "operate", action: "add-arm", namesFields: true },
      schema: {
        ...shared,
        operationId: "addArm",
        summary: "Add an arm to a running experiment that was created with maxArms",
        params: Type.Object({ id: ExperimentId }),
        body: ArmAdd,
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, body: { name }, actor }) =>
      readView(service, await service.changeArms(params.id, { kind: "add", name }, actor)),
  )
}
