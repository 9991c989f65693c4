// The record of activity, of one experiment or of all that a key may see.

import { Type } from "typebox"
import type { Refusals } from "../../activity/refusals.ts"
import { formatTime } from "../../format-time.ts"
import { pickDefined } from "../../pick-defined.ts"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { ActivityPage } from "../schemas/activity.ts"
import { After, createNameSchema, Limit, strict } from "../schemas/shared.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

const Page = Type.Object(
  {
    after: After("go on after the row of this number"),
    limit: Limit,
    sort: Type.Optional(createNameSchema(["oldest", "newest"], "which first; oldest if left out")),
  },
  strict,
)

interface PageOptions {
  readonly after?: string
  readonly limit?: string
  readonly sort?: "oldest" | "newest"
}

export function addActivityRoutes(app: App, service: Service, refusals: Refusals): void {
  const read = async (
    { after, limit = "50", sort }: PageOptions,
    only: readonly string[] | null,
  ): Promise<ActivityPage> => {
    await refusals.written()
    const rows = await service.store.activity({
      limit: Number(limit),
      isNewestFirst: sort === "newest",
      ...pickDefined({ after: after === undefined ? undefined : Number(after), only: only ?? undefined }),
    })
    return {
      activity: rows.map((row) => ({ ...row, at: formatTime(row.at) })),
      next: rows.length === Number(limit) ? (rows.at(-1)?.number ?? null) : null,
    }
  }
  const shared = {
    tags: ["experiments"],
    security: secured,
    querystring: Page,
    response: answers({ 200: ActivityPage }),
  }

  app.get(
    "/v1/activity",
    {
      config: { task: "audit" },
      schema: { ...shared, operationId: "listActivity", summary: "Who changed what, and what was refused to whom" },
    },
    async ({ query, keyExperiments }) => read(query, keyExperiments),
  )

  app.get(
    "/v1/experiments/:id/activity",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "readActivity",
        summary: "Who changed this experiment, and what was refused to whom",
        params: OneExperiment,
      },
    },
    async ({ params, query }) => {
      await service.live(params.id)
      return read(query, [params.id])
    },
  )
}
