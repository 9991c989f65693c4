// The body of a message: signed JSON by Standard Webhooks (type, timestamp, data), or a text that Slack shows.

import { messageSentence } from "./event-types.ts"
import type { DeliveryRow, WebhookRow } from "./outbox.ts"

type Message = Pick<DeliveryRow, "type" | "stream" | "at" | "data">

export const isExperimentStream = (stream: string): boolean => stream.startsWith("exp_")

/** `name`: the experiment's name now; null where the message is about none. */
export function messageBody({ type, stream, at, data }: Message, format: WebhookRow["format"], name: string | null) {
  const given = JSON.parse(data) as object
  if (format === "slack") return JSON.stringify({ text: escapeSlack(messageSentence(type, given, name)) })
  const experiment = name === null ? {} : { experiment: { id: stream, name } }
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: { ...experiment, ...given } })
}

/** Slack takes "<!channel>" and links in angle brackets for its own. */
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
