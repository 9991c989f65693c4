// Removes the private rows of an experiment that is over.

import { formatTime } from "../../format-time.ts"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { readView } from "../experiment-view.ts"
import { PurgedExperiment } from "../schemas/experiment.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

export function addPurgeRoutes(app: App, service: Service): void {
  app.post(
    "/v1/experiments/:id/purge",
    {
      config: { task: "operate" },
      schema: {
        operationId: "purgeExperiment",
        summary: "Remove rewards, noise and subjects of an experiment that is over; what was public stays",
        tags: ["experiments"],
        security: secured,
        params: OneExperiment,
        response: answers({ 200: PurgedExperiment }),
      },
    },
    async ({ params, actor }) => {
      const live = await service.purge(params.id, actor)
      return { ...(await readView(service, live)), purgedAt: formatTime(live.purgedAt as number) }
    },
  )
}
