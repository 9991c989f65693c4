// The list of experiments: filtered, newest first, with the current results of each.

import { folded } from "../../metadata.ts"
import { pickDefined } from "../../pick-defined.ts"
import type { Service } from "../../service.ts"
import type { ListQuery } from "../../store/list.ts"
import { parseTimeIfGiven } from "../../text.ts"
import type { App } from "../app.ts"
import { viewListedExperiment } from "../listed-view.ts"
import { ExperimentList, ListOptions } from "../schemas/list.ts"
import { answers, secured } from "./operation.ts"

export function addListRoutes(app: App, service: Service): void {
  app.get(
    "/v1/experiments",
    {
      config: { task: "audit" },
      schema: {
        operationId: "listExperiments",
        summary: "Find experiments: newest first, with what is known of each",
        tags: ["experiments"],
        security: secured,
        querystring: ListOptions,
        response: answers({ 200: ExperimentList }),
      },
    },
    async ({ query, keyExperiments }) => {
      const wanted = makeQuery(query, keyExperiments)
      const { experiments, counts } = await service.list(wanted)
      return {
        experiments: experiments.map(viewListedExperiment),
        counts,
        next: experiments.length === wanted.limit ? (experiments.at(-1)?.stored.experiment.id ?? null) : null,
      }
    },
  )
}

/** `visible`: ids that the key may see; a page reveals neither the number nor the ids of others. */
function makeQuery(options: ListOptions, visible: readonly string[] | null): ListQuery {
  const {
    q = "",
    status,
    state,
    part,
    label,
    createdAfter,
    createdBefore,
    sort = "created",
    after,
    limit = "50",
  } = options
  return {
    sort,
    limit: Number(limit),
    ...pickDefined({
      q: q === "" ? undefined : folded(q),
      status,
      state,
      part,
      label,
      createdAfter: parseTimeIfGiven("createdAfter", createdAfter),
      createdBefore: parseTimeIfGiven("createdBefore", createdBefore),
      // An experiment that the key may not see is treated as unknown.
      after: after !== undefined && visible?.includes(after) === false ? undefined : after,
      only: visible ?? undefined,
    }),
  }
}
