// Results: the current verdicts, and the history after each release.

import { csvLine } from "@armistice/core/text"
import { Type } from "typebox"
import { pauses } from "../../pauses.ts"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { historyView, readResultsView } from "../results-view.ts"
import { Results, ResultsHistory } from "../schemas/results.ts"
import { After, createNameSchema, Limit, strict } from "../schemas/shared.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

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
        querystring: Type.Object({ format: Type.Optional(createNameSchema(["json", "csv"])) }, strict),
        response: answers({
          200: {
            description: "a segment's verdict and its arms; as CSV one row per segment and arm",
            content: { "application/json": { schema: Results }, "text/csv": { schema: Type.String() } },
          },
        }),
      },
    },
    async ({ params, query: { format } }, reply) => {
      const results = await readResultsView(service.store, await service.live(params.id), service.now())
      if (format !== "csv") return reply.type("application/json").send((await writeResults(results)) as never)
      reply.header("content-disposition", `attachment; filename="${params.id}-results.csv"`)
      return reply.type("text/csv; charset=utf-8").send((await writeCsv(results)) as never)
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
        querystring: Type.Object({ after: After("a release's number"), limit: Limit }, strict),
        response: answers({ 200: ResultsHistory }),
      },
    },
    async ({ params, query: { after = "0", limit = "50" } }, reply) => {
      const live = await service.live(params.id)
      const rows = await service.store.rowsAfter("results", params.id, Number(after), Number(limit))
      const next = rows.length === Number(limit) ? (rows.at(-1)?.release ?? null) : null
      const results = historyView(live, rows)
      return reply.type("application/json").send((await writeJson({ next }, "results", results)) as never)
    },
  )
}

const writeResults = ({ segments, ...shared }: Results): Promise<string> => writeJson(shared, "segments", segments)

/** Writes an object with a list item by item: twenty thousand arms would block other requests. */
async function writeJson(shared: object, name: string, items: Iterable<object>): Promise<string> {
  const pause = pauses()
  const texts: string[] = []
  for (const item of items) {
    texts.push(JSON.stringify(item))
    await pause()
  }
  return `${JSON.stringify(shared).slice(0, -1)},"${name}":[${texts.join(",")}]}`
}

const csvColumns = [
  ...["release", "at", "status", "segment", "state", "leader", "recommended", "worthwhile"],
  ...["arm", "decisions", "rewards", "mean", "low", "high", "probabilityBest", "unansweredShare"],
  ...["difference", "differenceLow", "differenceHigh", "lift", "liftLow", "liftHigh"],
]

/** A row for each arm of each segment; a segment's common cells are written once. */
async function writeCsv({ release, at, status, segments }: Results): Promise<string> {
  const pause = pauses()
  const texts = [`${csvLine(csvColumns)}\r\n`]
  for (const { segment, state, leader, recommended, worthwhile, arms, differences } of segments) {
    const common = csvLine([release, at, status, segment, state, leader, recommended, worthwhile])
    const byArm = new Map(differences.map((difference) => [difference.arm, difference]))
    for (const { arm, decisions, rewards, mean, low, high, probabilityBest, unansweredShare } of arms) {
      const own = csvLine([arm, decisions, rewards, mean, low, high, probabilityBest, unansweredShare])
      const one = byArm.get(arm) ?? noDifference
      const compared = csvLine([one.difference, one.low, one.high, one.lift, one.liftLow, one.liftHigh])
      texts.push(`${common},${own},${compared}\r\n`)
    }
    await pause()
  }
  return texts.join("")
}

const noDifference = { difference: null, low: null, high: null, lift: null, liftLow: null, liftHigh: null }
