// The public record as NDJSON or CSV: the ledger, and decisions without ids and subjects.

import { Readable } from "node:stream"
import { ledgerFormatVersion, type MetricLimit } from "@armistice/core/ledger"
import { csvLine } from "@armistice/core/text"
import { Type } from "typebox"
import { describePoint } from "../../context/decision-context.ts"
import { getMaxArms, hasMetrics } from "../../experiment.ts"
import { formatTime } from "../../format-time.ts"
import { computeFirstHash, publicEntry, readOutcomes } from "../../ledger/ledger-entry.ts"
import type { LiveExperiment } from "../../live/live-experiment.ts"
import { pauses } from "../../pauses.ts"
import type { Service } from "../../service.ts"
import { readLedgerPages, readPages } from "../../store/read-pages.ts"
import type { App } from "../app.ts"
import { createNameSchema, strict } from "../schemas/shared.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

type Row = Readonly<Record<string, string | number | null | readonly MetricLimit[]>>

export function addExportRoutes(app: App, service: Service): void {
  app.get(
    "/v1/experiments/:id/export",
    {
      config: { task: "audit" },
      schema: {
        operationId: "exportRecord",
        summary: "The public record of an experiment as a file",
        tags: ["privacy"],
        security: secured,
        params: OneExperiment,
        querystring: Type.Object(
          {
            record: Type.Optional(createNameSchema(["decisions", "ledger"])),
            format: Type.Optional(createNameSchema(["ndjson", "csv"])),
          },
          strict,
        ),
        response: answers({
          200: {
            description: "one row per decision or release",
            content: { "application/x-ndjson": { schema: Type.String() }, "text/csv": { schema: Type.String() } },
          },
        }),
      },
    },
    async ({ params, query: { record = "decisions", format = "ndjson" } }, reply) => {
      const further = record === "ledger" ? listFurtherColumns(await service.live(params.id)) : []
      const rows = record === "decisions" ? decisionRows(service, params.id) : ledgerRows(service, params.id)
      reply.type(format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson")
      reply.header("content-disposition", `attachment; filename="${params.id}-${record}.${format}"`)
      return reply.send(
        Readable.from(await startReading(format === "csv" ? csvLines(rows, further) : jsonLines(rows))) as never,
      )
    },
  )
}

/** Columns that only some kinds of entries have. */
function listFurtherColumns({ experiment, ripeSeconds, arms, algorithm }: LiveExperiment): string[] {
  const isRaised = ripeSeconds > experiment.ripeSeconds
  return [
    ...(hasMetrics(experiment) ? ["metric"] : []),
    ...(algorithm.context === undefined ? [] : contextColumns),
    ...(hasMetrics(experiment) || isRaised || arms.isChanged ? residualColumns : []),
    ...(isRaised ? ["ripeSeconds"] : []),
    ...(arms.isChanged ? ["cause", "name", "horizon"] : []),
  ]
}

const residualColumns = ["line", "carried", "deviation", "step"]
const contextColumns = ["coordinate", "share"]

/** Rows between two pauses for other requests. */
const page = 200

async function* decisionRows(service: Service, id: string): AsyncGenerator<Row> {
  const live = await service.live(id)
  const plan = live.algorithm.context
  let number = 0
  const pause = pauses()
  const pages = readPages(
    0,
    (after) => service.store.rowsAfter("decisions", id, after, page),
    ({ sequence }) => sequence,
  )
  for await (const rows of pages) {
    for (const { arm, segment, at, pull, context } of rows) {
      number += 1
      yield {
        number,
        arm: live.armName(arm),
        segment,
        learned: pull === null ? 0 : 1,
        at: formatTime(at),
        ...(plan === undefined ? {} : { context: describePoint(plan, context) }),
      }
    }
    await pause()
  }
}

/** The first line has what the chain starts from, so that the file can be verified by itself. */
async function* ledgerRows(service: Service, id: string): AsyncGenerator<Row> {
  const { experiment } = await service.live(id)
  const { limit, metrics, ripeSeconds, arms, horizon } = experiment
  const limits = metrics?.map((metric) => ({ name: metric.name, limit: metric.limit }))
  yield {
    formatVersion: ledgerFormatVersion,
    experiment: id,
    limit,
    first: computeFirstHash(experiment),
    ...(limits === undefined ? {} : { metrics: limits }),
    outcomes: readOutcomes(experiment),
    ripeSeconds,
    arms: arms.length,
    maxArms: getMaxArms(experiment),
    horizon,
  }
  const pause = pauses()
  for await (const entries of readLedgerPages(service.store, id)) {
    for (const entry of entries) yield { ...publicEntry(entry) }
    await pause()
  }
}

/** Reads the first line before the answer begins, when a fault can still be reported. */
async function startReading(lines: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const first = await lines.next()
  return (async function* () {
    if (first.done === true) return
    yield first.value
    yield* lines
  })()
}

async function* jsonLines(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

async function* csvLines(rows: AsyncIterable<Row>, further: readonly string[]): AsyncGenerator<string> {
  let columns: string[] = []
  for await (const row of rows) {
    const names = Object.keys(row)
    // A table has only entries, not the ledger's first line.
    if ("first" in row) continue
    if (columns.length === 0) {
      columns = [...names, ...further.filter((name) => !names.includes(name))]
      yield `${csvLine(columns)}\r\n`
    }
    yield `${csvLine(columns.map((name) => row[name] as string | number | null | undefined))}\r\n`
  }
}
