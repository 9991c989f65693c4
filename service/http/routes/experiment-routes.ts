// Experiments: create, read, edit, pause, resume, finish, archive, learning again after a restore,
// and erasing a subject.

import { type TSchema, Type } from "typebox"
import type { CopyRequest, ExperimentRequest } from "../../experiment-request.ts"
import type { StatusOptions, Transition } from "../../operations/change-status.ts"
import type { Service } from "../../service.ts"
import type { App } from "../app.ts"
import { readDetail, readView } from "../experiment-view.ts"
import { ExperimentDetail, ExperimentView } from "../schemas/experiment.ts"
import { ExperimentBody, FinishOptions, MetadataEdit, PauseOptions } from "../schemas/experiment-request.ts"
import { strict } from "../schemas/shared.ts"
import { addArmRoutes } from "./arm-routes.ts"
import { allowNoBody, answers, IdempotencyHeader, OneExperiment, secured } from "./operation.ts"

const transitions: readonly (readonly [Transition, string, TSchema?])[] = [
  [
    "pause",
    "Serve the control to everyone, or let sticky arms stay, without learning; rewards of earlier decisions count until their windows end",
    PauseOptions,
  ],
  ["resume", "Learn from decisions again"],
  [
    "finish",
    "End learning: the recommended arm, or the one that is named, is served from now on, and rewards of earlier decisions count until their windows end",
    FinishOptions,
  ],
  ["archive", "Close it for good: no decision is made and no reward counts any more, and it can still be read"],
]

export function addExperimentRoutes(app: App, service: Service): void {
  const one = { tags: ["experiments"], security: secured, params: OneExperiment }

  app.post(
    "/v1/experiments",
    {
      config: { task: "operate", action: "create", namesFields: true },
      schema: {
        operationId: "createExperiment",
        summary: "Create an experiment with a privacy target or an explicit algorithm, or one like another",
        tags: ["experiments"],
        security: secured,
        headers: IdempotencyHeader,
        body: ExperimentBody,
        response: answers({ 200: ExperimentView, 201: ExperimentView }),
      },
    },
    async (request, reply) => {
      const word = request.headers["idempotency-key"]
      const repeatable = word === undefined ? undefined : { key: request.keyLineage, word }
      const { live, isNew } = await service.createExperiment(
        request.body as ExperimentRequest | CopyRequest,
        repeatable,
        request.actor,
      )
      const view = await readView(service, live)
      if (!isNew) return reply.code(200).send(view)
      return reply.code(201).header("location", `/v1/experiments/${view.id}`).send(view)
    },
  )

  app.get(
    "/v1/experiments/:id",
    {
      config: { task: "read" },
      schema: {
        operationId: "readExperiment",
        summary: "Read an experiment and how far it is",
        ...one,
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
        ...one,
        body: MetadataEdit,
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, body, actor }) => readView(service, await service.editMetadata(params.id, body, actor)),
  )

  for (const [transition, summary, options] of transitions)
    app.post(
      `/v1/experiments/:id/${transition}`,
      {
        config: { task: "operate", ...(options === undefined ? {} : { namesFields: true }) },
        ...(options === undefined ? {} : { preValidation: allowNoBody }),
        schema: {
          operationId: `${transition}Experiment`,
          summary,
          ...one,
          ...(options === undefined ? {} : { body: options }),
          response: answers({ 200: ExperimentView }),
        },
      },
      async ({ params, body, actor }) => {
        const given = options === undefined ? {} : (body as StatusOptions)
        return readView(service, await service.changeStatus(params.id, transition, actor, given))
      },
    )

  addArmRoutes(app, service)

  app.post(
    "/v1/experiments/:id/harm/seen",
    {
      config: { task: "operate", action: "harm-seen" },
      schema: {
        operationId: "markHarmSeen",
        summary: "Note that someone has seen the harm that was found so far: lists no longer show it first",
        ...one,
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, actor }) => readView(service, await service.markHarmSeen(params.id, actor)),
  )

  app.post(
    "/v1/experiments/:id/accept-restore",
    {
      config: { task: "operate", namesFields: true },
      schema: {
        operationId: "acceptRestore",
        summary: "Learn again after the store was restored, at what one subject can now lose",
        ...one,
        body: Type.Object(
          { subjectEta: Type.Number({ description: "the number that GET …/privacy has as subject.eta" }) },
          strict,
        ),
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, body, keyId, actor }) =>
      readView(service, await service.acceptRestore(params.id, body.subjectEta, keyId, actor)),
  )

  app.post(
    "/v1/experiments/:id/ripe",
    {
      config: { task: "operate", namesFields: true },
      schema: {
        operationId: "raiseRipe",
        summary: "Let answers count from a greater age of their decisions on; never from a smaller one",
        ...one,
        body: Type.Object({ ripeSeconds: Type.Number({ minimum: 0, maximum: 3.2e7 }) }, strict),
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, body, actor }) => readView(service, await service.raiseRipe(params.id, body.ripeSeconds, actor)),
  )

  app.post(
    "/v1/experiments/:id/extend",
    {
      config: { task: "operate", namesFields: true },
      schema: {
        operationId: "extendExperiment",
        summary: "Learn from more decisions than planned, under the same guarantee",
        ...one,
        body: Type.Object(
          {
            horizon: Type.Integer({
              minimum: 2,
              maximum: 2 ** 32,
              description: "decisions that are learned from, in each segment, those so far included",
            }),
          },
          strict,
        ),
        response: answers({ 200: ExperimentView }),
      },
    },
    async ({ params, body, actor }) => readView(service, await service.extend(params.id, body.horizon, actor)),
  )

  app.post(
    "/v1/experiments/:id/subjects::erase",
    {
      config: { task: "operate", action: "erase" },
      schema: {
        operationId: "eraseSubject",
        summary: "Remove the link between a subject and its decisions",
        ...one,
        body: Type.Object({ subject: Type.String({ minLength: 1, maxLength: 512 }) }, strict),
        response: answers({
          204: {
            type: "null",
            description: "no longer linked; the decisions stay, with the attributes of their contexts",
          },
        }),
      },
    },
    async (request, reply) => {
      await service.eraseSubject(request.params.id, request.body.subject, request.actor)
      return reply.code(204).send()
    },
  )
}
