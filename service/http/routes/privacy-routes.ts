// The guarantee and what is spent of it, the ledger, and estimates from releases.

import { computeEpsilon } from "@armistice/core"
import { Type } from "typebox"
import { getSubjectCap, hasMetrics } from "../../experiment.ts"
import { computeFirstHash, publicEntry, readOutcomes } from "../../ledger/ledger-entry.ts"
import { subjectEta } from "../../live/subject-loss.ts"
import { resultLevel } from "../../results/result-body.ts"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { readEstimates } from "../estimates-view.ts"
import { Estimates, LedgerPage, PrivacyView } from "../schemas/privacy.ts"
import { After, strict } from "../schemas/shared.ts"
import { answers, OneExperiment, secured } from "./operation.ts"

const onlyCopy = "if no other copy of the same backup is or was served"

const deltas = [1e-5, 1e-6, 1e-9]

export function addPrivacyRoutes(app: App, service: Service): void {
  const shared = { tags: ["privacy"], security: secured, params: OneExperiment }

  app.get(
    "/v1/experiments/:id/privacy",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "readPrivacy",
        summary: "The guarantee, what the filter has counted, and the head of the ledger",
        response: answers({ 200: PrivacyView }),
      },
    },
    async ({ params }) => {
      const live = await service.live(params.id)
      const { guarantee, protects, limit } = live.experiment
      const { eta } = guarantee
      const lost = subjectEta(live)
      return {
        guarantee,
        protects,
        neighbours: `one round's whole reward vector changed${hasMetrics(live.experiment) ? ", and its metrics" : ""}`,
        spent: live.spent(),
        limit,
        outcomes: readOutcomes(live.experiment),
        ripeSeconds: live.experiment.ripeSeconds,
        metrics: live.learning.metrics.spent(),
        restores: live.restored,
        subject: {
          cap: getSubjectCap(live.experiment),
          eta: lost,
          ...(live.restored > 0 && lost !== null ? { provided: onlyCopy } : {}),
        },
        epsilons:
          eta === null
            ? []
            : deltas.map((delta) => ({ delta, epsilon: guarantee.epsilon ?? computeEpsilon(eta, delta) })),
        ledger: { entries: live.ledgerIndex, head: live.ledgerHash },
      }
    },
  )

  app.get(
    "/v1/experiments/:id/estimates",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "readEstimates",
        summary: "Means of the arms as far as releases have paid for them, with intervals",
        response: answers({ 200: Estimates }),
      },
    },
    async ({ params }) => {
      return { level: resultLevel, estimates: await readEstimates(service.store, await service.live(params.id)) }
    },
  )

  app.get(
    "/v1/experiments/:id/ledger",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "readLedger",
        summary: "The public ledger, page by page",
        querystring: Type.Object({ after: After() }, strict),
        response: answers({ 200: LedgerPage }),
      },
    },
    async ({ params, query }) => {
      const { experiment } = await service.live(params.id)
      const entries = await service.store.ledger(params.id, Number(query.after ?? 0), 200)
      const next = entries.length === 200 ? (entries.at(-1)?.index ?? null) : null
      return {
        first: computeFirstHash(experiment),
        entries: entries.map(publicEntry),
        next,
      }
    },
  )
}
