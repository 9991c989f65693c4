// The body of a message: JSON by Standard Webhooks (type, timestamp, data), or a text for Slack.

import { formatTime } from "../format-time.ts"
import { describeMessage } from "./event-types.ts"
import type { DeliveryRow, WebhookRow } from "./outbox.ts"

type Message = Pick<DeliveryRow, "type" | "stream" | "at" | "data">

export const isExperimentStream = (stream: string): boolean => stream.startsWith("exp_")

/** `name`: the current name of the experiment; null for a message about none. */
export function formatMessageBody(
  { type, stream, at, data }: Message,
  format: WebhookRow["format"],
  name: string | null,
) {
  const given = JSON.parse(data) as object
  if (format === "slack") return JSON.stringify({ text: escapeSlack(describeMessage(type, given, name)) })
  const experiment = name === null ? {} : { experiment: { id: stream, name } }
  return JSON.stringify({ type, timestamp: formatTime(at), data: { ...experiment, ...given } })
}

/** Slack interprets "<!channel>" and links in angle brackets. */
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
