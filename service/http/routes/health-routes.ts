// Health, readiness, metrics and the OpenAPI document, for monitors and tools.

import { Type } from "typebox"
import type { Service } from "../../service.ts"
import { serviceWarnings } from "../../service-warnings.ts"
import type { App } from "../app.ts"
import { toProblem, toServiceError } from "../http-errors.ts"
import type { Metrics } from "../metrics.ts"
import { createNameSchema } from "../schemas/shared.ts"
import { answers, secured } from "./operation.ts"

const Up = Type.Object({ status: Type.String() })
const Ready = Type.Object({
  status: Type.String(),
  warnings: Type.Optional(
    Type.Array(createNameSchema(serviceWarnings), {
      description:
        "Warnings of a service that is ready: clock (the clock of the machine, or of the database server, is more than a minute behind the service's time), checkpoint (the log grows, since it cannot be written into the database).",
    }),
  ),
})

export function addHealthRoutes(app: App, service: Service, metrics: Metrics): void {
  app.get(
    "/healthz",
    {
      // Answered beyond the rate limit, too.
      config: { anyHost: "always", isUnlimited: true },
      schema: {
        operationId: "health",
        summary: "The process answers",
        tags: ["health"],
        security: [],
        response: answers({ 200: Up }),
      },
    },
    async () => ({ status: "up" }),
  )

  app.get(
    "/readyz",
    {
      config: { anyHost: "always" },
      schema: {
        operationId: "ready",
        summary: "The store accepts writes",
        description:
          "Tries a write. 503 with the code store_full, store_gone, store_damaged, store_overtaken, store_frozen, store_busy or store_unavailable.",
        tags: ["health"],
        security: [],
        response: answers({ 200: Ready }),
      },
    },
    async (_request, reply) => {
      try {
        await service.store.checkWritable()
        const warnings = service.warnings()
        return { status: "ready", ...(warnings.length === 0 ? {} : { warnings }) }
      } catch (error) {
        // Always 503, although a request would get another status for a full disk.
        const problem = { ...toProblem(toServiceError(error)), status: 503 }
        return reply
          .code(503)
          .header("retry-after", "1")
          .type("application/problem+json")
          .send(JSON.stringify(problem) as never)
      }
    },
  )

  app.get(
    "/metrics",
    {
      config: { task: "audit", anyHost: "where a key is needed" },
      schema: {
        operationId: "metrics",
        summary: "Numbers for Prometheus",
        tags: ["health"],
        security: secured,
        response: answers({
          200: { description: "text format 0.0.4", content: { "text/plain": { schema: Type.String() } } },
        }),
      },
    },
    async ({ keyExperiments }, reply) =>
      reply.type("text/plain; version=0.0.4").send(await metrics.text(keyExperiments)),
  )

  app.get(
    "/openapi.json",
    {
      schema: {
        operationId: "openapi",
        summary: "This description",
        tags: ["health"],
        security: [],
        response: answers({ 200: Type.Object({}, { additionalProperties: true }) }),
      },
    },
    async (_request, reply) => reply.type("application/json").send(JSON.stringify(app.swagger()) as never),
  )
}
