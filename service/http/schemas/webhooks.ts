// Webhooks as the API takes and gives them.

import { type Static, Type } from "typebox"
import { testEvent, webhookEventNames, webhookEvents } from "../../webhooks/event-types.ts"
import { webhookFormats } from "../../webhooks/outbox.ts"
import { createNameSchema, Next, newText, orNull, strict, Time } from "./shared.ts"

export const WebhookId = Type.String({ pattern: "^whk_[A-Za-z0-9_-]{1,64}$", description: "id of a webhook" })

const Name = newText("for people")

const Url = newText(
  "where messages are sent: https, and public unless the operator allows it (serve --webhook-allow)",
  2000,
)

const Format = createNameSchema(webhookFormats, "signed JSON by Standard Webhooks (json), or a text for Slack")

const meanings = webhookEventNames.map((name) => `${name} (${webhookEvents[name].about})`).join(", ")

const Events = orNull(
  Type.Array(createNameSchema(webhookEventNames), { minItems: 1, maxItems: 50 }),
  `what it is told about: ${meanings}; null: everything, also what later versions add`,
)

export const WebhookCreate = Type.Object(
  { name: Name, url: Url, format: Type.Optional(Format), events: Type.Optional(Events) },
  strict,
)

export const WebhookEdit = Type.Object(
  { name: Type.Optional(Name), url: Type.Optional(Url), format: Type.Optional(Format), events: Type.Optional(Events) },
  { ...strict, minProperties: 1, description: "what is left out stays as it is" },
)

export const WebhookDelivery = Type.Object({
  number: Type.Integer({ description: "of the delivery; grows" }),
  messageId: Type.String({ description: "the header webhook-id, the same however often it is sent" }),
  type: createNameSchema([...webhookEventNames, testEvent]),
  experiment: orNull(Type.Object({ id: Type.String(), name: Type.String() }), "null: it is about none"),
  at: Type.String({ format: "date-time", description: "when it happened" }),
  state: createNameSchema(["waiting", "delivered", "failed"]),
  tries: Type.Integer(),
  lastTryAt: orNull(Time),
  nextTryAt: orNull(Time, "if it waits; messages of one experiment go in their order"),
  givenUpAt: orNull(Time, "when it will be given up, or was"),
  status: orNull(Type.Integer(), "of the last answer; null: there was none"),
  problem: orNull(Type.String(), "why the last try failed"),
})

export const WebhookView = Type.Object({
  id: WebhookId,
  name: Type.String(),
  url: Type.String(),
  format: Format,
  events: Events,
  createdAt: Time,
  state: createNameSchema(["new", "delivered", "failing"], "how the last try went; new: there was none"),
  waiting: Type.Integer({ description: "messages that wait" }),
  failingSince: orNull(Time, "since when the oldest message waits that was tried in vain"),
  givenUpAt: orNull(Time, "when the oldest message that waits will be given up"),
  last: orNull(WebhookDelivery, "the message that was tried last"),
})

export const WebhookCreated = Type.Object({
  ...WebhookView.properties,
  secret: Type.String({ description: "whsec_…, to verify signatures; it is not shown again" }),
})

export const WebhookList = Type.Object({ webhooks: Type.Array(WebhookView) })

export const WebhookDeliveries = Type.Object({ deliveries: Type.Array(WebhookDelivery), next: Next })

/** The body of a request for a new webhook. */
export type WebhookCreate = Static<typeof WebhookCreate>
/** The changes to a webhook. */
export type WebhookEdit = Static<typeof WebhookEdit>
/** A webhook, without its secret. */
export type WebhookView = Static<typeof WebhookView>
/** A new webhook with its secret, which is shown only once. */
export type WebhookCreated = Static<typeof WebhookCreated>
/** All webhooks. */
export type WebhookList = Static<typeof WebhookList>
/** One delivery of an event to a webhook, with its attempts. */
export type WebhookDelivery = Static<typeof WebhookDelivery>
/** A page of the deliveries of a webhook. */
export type WebhookDeliveries = Static<typeof WebhookDeliveries>
