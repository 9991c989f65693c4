// Experiments: create, list, read, pause, resume, finish, archive, learning again after a restore, and erasing a subject.

import { Type } from "typebox"
import type { ExperimentRequest } from "../../create-experiment.ts"
import type { Status } from "../../experiment.ts"
import type { Transition } from "../../operations/change-status.ts"
import type { Service } from "../../service.ts"
import type { StoredExperiment } from "../../store/store.ts"
import type { App } from "../app.ts"
import { experimentView, readDetail, readView } from "../experiment-view.ts"
import {
  ExperimentCreate,
  ExperimentDetail,
  ExperimentId,
  ExperimentList,
  ExperimentView,
  WordsEdit,
} from "../schemas.ts"
import { answers, secured } from "./answers.ts"

export const IdempotencyHeader = Type.Object({
  "idempotency-key": Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "makes a repetition of this request safe" }),
  ),
})

export const OneExperiment = Type.Object({ id: ExperimentId })

const transitions: readonly (readonly [Transition, string])[] = [
  [
    "pause",
    "Serve sticky arms and the fallback arm without learning; rewards of earlier decisions count until their windows end",
  ],
  ["resume", "Learn from decisions again"],
  [
    "finish",
    "End learning: the recommended arm is served from now on, and rewards of earlier decisions count until their windows end",
  ],
  ["archive", "Close it for good: no decision is made and no reward counts any more, and it can still be read"],
]

export function addExperimentRoutes(app: App, service: Service): void {
  app.post(
    "/v1/experiments",
    {
      config: { task: "operate", action: "create", namesFields: true },
      schema: {
        operationId: "createExperiment",
        summary: "Create an experiment with a privacy target or an explicit algorithm",
        tags: ["experiments"],
        security: secured,
        headers: IdempotencyHeader,
        body: ExperimentCreate,
        response: answers({ 200: ExperimentView, 201: ExperimentView }),
      },
    },
    async (request, reply) => {
      const word = request.headers["idempotency-key"]
      const repeatable = word === undefined ? undefined : { key: request.keyId, word }
      const { live, isNew } = await service.createExperiment(
        request.body as ExperimentRequest,
        repeatable,
        request.actor,
      )
      const view = await readView(service, live)
      if (!isNew) return reply.code(200).send(view)
      return reply.code(201).header("location", `/v1/experiments/${view.id}`).send(view)
    },
  )

  app.get(
    "/v1/experiments",
    {
      config: { task: "audit" },
      schema: {
        operationId: "listExperiments",
        summary: "List experiments in the order of their creation",
        tags: ["experiments"],
        security: secured,
        querystring: Type.Object(
          {
            after: Type.Optional(ExperimentId),
            limit: Type.Optional(
              Type.String({ pattern: "^([1-9][0-9]?|1[0-9][0-9]|200)$", description: "1 to 200; 50 if left out" }),
            ),
            status: Type.Optional(
              Type.Union((["running", "paused", "finished", "archived"] as const).map((name) => Type.Literal(name))),
            ),
          },
          { additionalProperties: false },
        ),
        response: answers({ 200: ExperimentList }),
      },
    },
    async ({ query: { after, limit = "50", status }, keyExperiments }) => {
      const wanted = { ...(after === undefined ? {} : { after }), ...(status === undefined ? {} : { status }) }
      const found = await listFor(service, keyExperiments, Number(limit), wanted)
      return {
        experiments: found.map((stored) => experimentView(stored)),
        next: found.length === Number(limit) ? (found.at(-1)?.experiment.id ?? null) : null,
      }
    },
  )

  app.get(
    "/v1/experiments/:id",
    {
      config: { task: "read" },
      schema: {
        operationId: "readExperiment",
        summary: "Read an experiment and how far it is",
        tags: ["experiments"],
        security: secured,
        params: OneExperiment,
        response: answers({ 200: ExperimentDetail }),
      },
    },
    async ({ params }) => readDetail(service, await service.live(params.id)),
  )

  app.patch(
    "/v1/experiments/:id",
    {
      config: { task: "operate", action: "edit", namesFields: true },
      schema: {
        operationId: "editExperiment",
        summary: "Change its name, description or labels: nothing that was promised",
        tags: ["experiments"],
        security: secured,
        params: OneExperiment,
        body: WordsEdit,
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, body, actor }) => readView(service, await service.editWords(params.id, body, actor)),
  )

  for (const [transition, summary] of transitions)
    app.post(
      `/v1/experiments/:id/${transition}`,
      {
        config: { task: "operate" },
        schema: {
          operationId: `${transition}Experiment`,
          summary,
          tags: ["experiments"],
          security: secured,
          params: OneExperiment,
          response: answers({ 200: ExperimentView }),
        },
      },
      async ({ params, actor }) => readView(service, await service.changeStatus(params.id, transition, actor)),
    )

  app.post(
    "/v1/experiments/:id/accept-restore",
    {
      config: { task: "operate", namesFields: true },
      schema: {
        operationId: "acceptRestore",
        summary: "Learn again after the store was restored, at what one subject can now lose",
        tags: ["experiments"],
        security: secured,
        params: OneExperiment,
        body: Type.Object(
          { subjectEta: Type.Number({ description: "the number that GET …/privacy has as subject.eta" }) },
          { additionalProperties: false },
        ),
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, body, keyId, actor }) =>
      readView(service, await service.acceptRestore(params.id, body.subjectEta, keyId, actor)),
  )

  app.post(
    "/v1/experiments/:id/subjects::erase",
    {
      config: { task: "operate", action: "erase" },
      schema: {
        operationId: "eraseSubject",
        summary: "Remove the link between a subject and its decisions",
        tags: ["experiments"],
        security: secured,
        params: OneExperiment,
        body: Type.Object({ subject: Type.String({ minLength: 1, maxLength: 512 }) }, { additionalProperties: false }),
        response: answers({ 204: { type: "null", description: "no longer linked" } }),
      },
    },
    async (request, reply) => {
      await service.eraseSubject(request.params.id, request.body.subject, request.actor)
      return reply.code(204).send()
    },
  )
}

/** A page of what a key may see: neither how many others there are nor their ids show in it. */
async function listFor(
  service: Service,
  visible: readonly string[] | null,
  limit: number,
  wanted: { after?: string; status?: Status },
): Promise<StoredExperiment[]> {
  if (visible === null) return service.store.experiments({ ...wanted, limit })
  const { status, ...from } = wanted
  // An experiment that the key may not see is like one that does not exist.
  let after = from.after !== undefined && visible.includes(from.after) ? from.after : undefined
  const page: StoredExperiment[] = []
  for (;;) {
    const found = await service.store.experiments({
      limit: 200,
      ...(after === undefined ? {} : { after }),
      ...(status === undefined ? {} : { status }),
    })
    page.push(...found.filter(({ experiment }) => visible.includes(experiment.id)))
    after = found.at(-1)?.experiment.id
    if (page.length >= limit || found.length < 200) return page.slice(0, limit)
  }
}
