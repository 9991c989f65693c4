// Webhooks and their deliveries, for operators only: an address may be a secret.

import { Type } from "typebox"
import type { Service } from "../../service.ts"
import type { AddressPolicy } from "../../webhooks/address-policy.ts"
import type { WebhookRow } from "../../webhooks/outbox.ts"
import { viewDelivery, viewWebhook } from "../../webhooks/view.ts"
import type { App } from "../app.ts"
import { After, Limit, strict } from "../schemas/shared.ts"
import {
  WebhookCreate,
  WebhookCreated,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEdit,
  WebhookId,
  WebhookList,
  WebhookView,
} from "../schemas/webhooks.ts"
import { answers, secured } from "./operation.ts"

const OneWebhook = Type.Object({ webhook: WebhookId })

const OneDelivery = Type.Object({
  webhook: WebhookId,
  delivery: Type.String({ pattern: "^[0-9]{1,15}$", description: "number of a delivery" }),
})

export function addWebhookRoutes(app: App, service: Service, policy: AddressPolicy): void {
  const webhooks = service.webhooks(policy)
  const { outbox } = service.store
  const shared = { tags: ["webhooks"], security: secured }
  const readName = (experiment: string) => service.experimentName(experiment)
  const view = async (row: WebhookRow) => viewWebhook(row, await outbox.summary(row.id), readName)

  app.post(
    "/v1/webhooks",
    {
      config: { task: "operate", action: "add-webhook", namesFields: true },
      schema: {
        ...shared,
        operationId: "createWebhook",
        summary: "Tell someone when something happens; the secret is in this answer alone",
        body: WebhookCreate,
        response: answers({ 201: WebhookCreated }),
      },
    },
    async ({ body, actor }, reply) => {
      const { webhook, secret } = await webhooks.add(body, actor)
      void reply.code(201).header("location", `/v1/webhooks/${webhook.id}`)
      return { ...(await view(webhook)), secret }
    },
  )

  app.get(
    "/v1/webhooks",
    {
      config: { task: "operate", action: "read-webhooks" },
      schema: {
        ...shared,
        operationId: "listWebhooks",
        summary: "List webhooks, and how each is doing",
        response: answers({ 200: WebhookList }),
      },
    },
    async () => ({ webhooks: await Promise.all((await webhooks.list()).map(view)) }),
  )

  app.get(
    "/v1/webhooks/:webhook",
    {
      config: { task: "operate", action: "read-webhooks" },
      schema: {
        ...shared,
        operationId: "readWebhook",
        summary: "One webhook, and how it is doing",
        params: OneWebhook,
        response: answers({ 200: WebhookView }),
      },
    },
    async ({ params }) => view(await webhooks.read(params.webhook)),
  )

  app.patch(
    "/v1/webhooks/:webhook",
    {
      config: { task: "operate", action: "edit-webhook", namesFields: true },
      schema: {
        ...shared,
        operationId: "editWebhook",
        summary: "Change a webhook; with another address, what waits is tried at once",
        params: OneWebhook,
        body: WebhookEdit,
        response: answers({ 200: WebhookView }),
      },
    },
    async ({ params, body, actor }) => view(await webhooks.edit(params.webhook, body, actor)),
  )

  app.delete(
    "/v1/webhooks/:webhook",
    {
      config: { task: "operate", action: "remove-webhook" },
      schema: {
        ...shared,
        operationId: "removeWebhook",
        summary: "Remove a webhook and everything that waits for it",
        params: OneWebhook,
        response: answers({ 204: Type.Null() }),
      },
    },
    async ({ params, actor }, reply) => {
      await webhooks.remove(params.webhook, actor)
      void reply.code(204)
      return null
    },
  )

  app.post(
    "/v1/webhooks/:webhook/test",
    {
      config: { task: "operate", action: "test-webhook" },
      schema: {
        ...shared,
        operationId: "testWebhook",
        summary: "Send a test, once, and say how that went",
        params: OneWebhook,
        response: answers({ 200: WebhookDelivery }),
      },
    },
    async ({ params }) => viewDelivery(await webhooks.test(params.webhook), readName),
  )

  app.get(
    "/v1/webhooks/:webhook/deliveries",
    {
      config: { task: "operate", action: "read-webhooks" },
      schema: {
        ...shared,
        operationId: "listWebhookDeliveries",
        summary: "What was sent, the latest first",
        params: OneWebhook,
        querystring: Type.Object({ after: After("go on after the delivery of this number"), limit: Limit }, strict),
        response: answers({ 200: WebhookDeliveries }),
      },
    },
    async ({ params, query: { after, limit = "50" } }) => {
      const before = after === undefined ? undefined : Number(after)
      const rows = await webhooks.listDeliveries(params.webhook, before, Number(limit))
      const deliveries = await Promise.all(rows.map((row) => viewDelivery(row, readName)))
      return { deliveries, next: rows.length === Number(limit) ? (rows.at(-1)?.number ?? null) : null }
    },
  )

  app.post(
    "/v1/webhooks/:webhook/deliveries/:delivery/send-again",
    {
      config: { task: "operate", action: "resend-webhook" },
      schema: {
        ...shared,
        operationId: "resendWebhookDelivery",
        summary: "Send a message again, whatever became of it",
        params: OneDelivery,
        response: answers({ 200: WebhookDelivery }),
      },
    },
    async ({ params: { webhook, delivery } }) =>
      viewDelivery(await webhooks.sendAgain(webhook, Number(delivery)), readName),
  )
}
