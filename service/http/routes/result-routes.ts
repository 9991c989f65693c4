// What can be concluded from what was released: now, and after each release so far.

import { Type } from "typebox"
import { historyView, resultsView } from "../../results/results-view.ts"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { csvText } from "../csv.ts"
import { Results, ResultsHistory } from "../schemas/results.ts"
import { answers, secured } from "./answers.ts"
import { OneExperiment } from "./experiment-routes.ts"

export function addResultRoutes(app: App, service: Service): void {
  const shared = { tags: ["privacy"], security: secured, params: OneExperiment }

  app.get(
    "/v1/experiments/:id/results",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "readResults",
        summary: "The verdict in each segment, from releases alone, with the figures behind it",
        querystring: Type.Object(
          { format: Type.Optional(Type.Union([Type.Literal("json"), Type.Literal("csv")])) },
          { additionalProperties: false },
        ),
        response: answers({
          200: {
            description: "a segment's verdict and its arms; as CSV one row per segment and arm",
            content: { "application/json": { schema: Results }, "text/csv": { schema: Type.String() } },
          },
        }),
      },
    },
    async ({ params, query: { format } }, reply) => {
      const results = await resultsView(service.store, await service.live(params.id))
      if (format !== "csv") return reply.type("application/json").send(results as never)
      reply.header("content-disposition", `attachment; filename="${params.id}-results.csv"`)
      return reply.type("text/csv; charset=utf-8").send(csvText(rowsOf(results)) as never)
    },
  )

  app.get(
    "/v1/experiments/:id/results/history",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "readResultsHistory",
        summary: "What was known after each release, page by page",
        querystring: Type.Object(
          {
            after: Type.Optional(Type.String({ pattern: "^[0-9]{1,15}$", description: "a release's number" })),
            limit: Type.Optional(
              Type.String({ pattern: "^([1-9][0-9]?|1[0-9][0-9]|200)$", description: "1 to 200; 50 if left out" }),
            ),
          },
          { additionalProperties: false },
        ),
        response: answers({ 200: ResultsHistory }),
      },
    },
    async ({ params, query: { after = "0", limit = "50" } }) => {
      const live = await service.live(params.id)
      const rows = await service.store.results(params.id, Number(after), Number(limit))
      const next = rows.length === Number(limit) ? (rows.at(-1)?.release ?? null) : null
      return { results: historyView(live, rows), next }
    },
  )
}

function* rowsOf({ release, at, status, segments }: Results): Generator<Record<string, string | number | null>> {
  for (const { segment, state, leader, recommended, worthwhile, arms, differences } of segments) {
    const byArm = new Map(differences.map((difference) => [difference.arm, difference]))
    for (const { arm, ...figures } of arms) {
      const {
        difference = null,
        low = null,
        high = null,
        lift = null,
        liftLow = null,
        liftHigh = null,
      } = byArm.get(arm) ?? {}
      yield {
        ...{ release, at, status, segment, state, leader, recommended, worthwhile, arm, ...figures },
        ...{ difference, differenceLow: low, differenceHigh: high, lift, liftLow, liftHigh },
      }
    }
  }
}
