// Populations: their limits, how far they are used, and learning again after a restore.

import { Type } from "typebox"
import { viewPopulation } from "../../populations/view.ts"
import type { Service } from "../../service.ts"
import { unknownPopulation } from "../../unknown.ts"
import type { App } from "../app.ts"
import {
  PopulationAccept,
  PopulationList,
  PopulationName,
  PopulationPut,
  PopulationView,
} from "../schemas/population.ts"
import { strict } from "../schemas/shared.ts"
import { answers, secured } from "./operation.ts"

const OnePopulation = Type.Object({ name: PopulationName })

const pageSize = 50

export function addPopulationRoutes(app: App, service: Service): void {
  const shared = { tags: ["populations"], security: secured }
  const read = async (name: string, visible: readonly string[] | null) => {
    const row = await service.store.populations.find(name)
    const view = row === undefined ? null : await viewPopulation(service.store, row, visible)
    if (view !== null) return view
    throw unknownPopulation(name)
  }

  app.put(
    "/v1/populations/:name",
    {
      config: { task: "operate", action: "put-population", namesFields: true },
      schema: {
        ...shared,
        operationId: "putPopulation",
        summary: "Make a population, or lower its limit; with experiments in it the limit cannot rise",
        params: OnePopulation,
        body: PopulationPut,
        response: answers({ 200: PopulationView }),
      },
    },
    async ({ params: { name }, body, keyExperiments, actor }) => {
      await service.putPopulation(name, body.limit, actor, body.subjectNormalisation)
      return read(name, keyExperiments)
    },
  )

  app.get(
    "/v1/populations/:name",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "readPopulation",
        summary: "The limit, its experiments, and for how many people it is reached",
        params: OnePopulation,
        response: answers({ 200: PopulationView }),
      },
    },
    async ({ params: { name }, keyExperiments }) => read(name, keyExperiments),
  )

  app.get(
    "/v1/populations",
    {
      config: { task: "audit" },
      schema: {
        ...shared,
        operationId: "listPopulations",
        summary: "List populations by name",
        querystring: Type.Object({ after: Type.Optional(PopulationName) }, strict),
        response: answers({ 200: PopulationList }),
      },
    },
    async ({ query: { after = "" }, keyExperiments }) => {
      const populations: PopulationView[] = []
      for (let last = after; ; ) {
        const rows = await service.store.populations.after(last, pageSize)
        for (const row of rows) {
          const view = await viewPopulation(service.store, row, keyExperiments)
          if (view !== null) populations.push(view)
          if (populations.length === pageSize) return { populations, next: row.name }
        }
        const end = rows.at(-1)
        if (end === undefined) return { populations, next: null }
        last = end.name
      }
    },
  )

  app.post(
    "/v1/populations/:name/accept-restore",
    {
      config: { task: "operate", namesFields: true },
      schema: {
        ...shared,
        operationId: "acceptPopulationRestore",
        summary: "Learn again after the store was restored, at what one person can now lose",
        params: OnePopulation,
        body: PopulationAccept,
        response: answers({ 200: PopulationView }),
      },
    },
    async ({ params: { name }, body, keyId, keyExperiments, actor }) => {
      await service.acceptPopulationRestore(name, body.limit, keyId, actor)
      return read(name, keyExperiments)
    },
  )
}
