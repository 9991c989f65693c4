// The privacy statement of an experiment, as JSON or as a page to print.

import { Type } from "typebox"
import type { Service } from "../../service.ts"
import { describeStatement } from "../../statement/describe-statement.ts"
import { makeStatement, type StatedExperiment } from "../../statement/statement.ts"
import { renderStatement } from "../../statement/statement-html.ts"
import type { App } from "../app.ts"
import { createNameSchema, strict } from "../schemas/shared.ts"
import { StatementView } from "../schemas/statement.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

export function addStatementRoutes(app: App, service: Service): void {
  app.get(
    "/v1/experiments/:id/statement",
    {
      config: { task: "audit" },
      schema: {
        operationId: "readStatement",
        summary: "The most that anyone can learn about one person, checked against the ledger",
        tags: ["privacy"],
        security: secured,
        params: OneExperiment,
        querystring: Type.Object({ format: Type.Optional(createNameSchema(["json", "html"])) }, strict),
        response: answers({
          200: {
            description: "the statement; as HTML one page to print",
            content: { "application/json": { schema: StatementView }, "text/html": { schema: Type.String() } },
          },
        }),
      },
    },
    async ({ params, query: { format } }, reply) => {
      const statement = await makeStatement(service.store, { experiment: params.id }, service.now())
      if (format === "html") {
        reply.header("content-disposition", `attachment; filename="${params.id}-privacy.html"`)
        return reply.type("text/html; charset=utf-8").send(renderStatement(describeStatement(statement)) as never)
      }
      const { at, eta, rightOf100, epsilons, onceEta, experiments } = statement
      const { releases, head, problem } = experiments[0] as StatedExperiment
      const view: StatementView = { at, eta, rightOf100, epsilons: [...epsilons], onceEta, releases, head, problem }
      return reply.type("application/json").send(view as never)
    },
  )
}
