// Webhooks and their deliveries as the API and the command show them, without the secret.

import { formatTime, formatTimeOrNull } from "../format-time.ts"
import { isExperimentStream } from "./message-body.ts"
import type { DeliveryRow, DeliverySummary, WebhookRow } from "./outbox.ts"
import { computeGiveUpTime } from "./retry-schedule.ts"

/** Returns the current name of an experiment. */
export type ReadName = (experiment: string) => Promise<string>

export async function viewDelivery(row: DeliveryRow, readName: ReadName) {
  const { number, id, type, stream, at, state, tries, queuedAt, nextAt, lastAt, status, problem } = row
  const isWaiting = state === "waiting"
  return {
    number,
    messageId: id,
    type,
    experiment: isExperimentStream(stream) ? { id: stream, name: await readName(stream) } : null,
    at: formatTime(at),
    state,
    tries,
    lastTryAt: formatTimeOrNull(lastAt),
    nextTryAt: isWaiting ? formatTime(nextAt) : null,
    givenUpAt: isWaiting
      ? formatTime(computeGiveUpTime(queuedAt))
      : state === "failed"
        ? formatTimeOrNull(lastAt)
        : null,
    status,
    problem,
  }
}

export async function viewWebhook(row: WebhookRow, summary: DeliverySummary, readName: ReadName) {
  const { id, name, url, format, events, createdAt } = row
  const { waiting, failingSince, oldestQueuedAt, last } = summary
  return {
    id,
    name,
    url,
    format,
    events: events === null ? null : [...events],
    createdAt: formatTime(createdAt),
    state: describeState(summary),
    waiting,
    failingSince: formatTimeOrNull(failingSince),
    givenUpAt: oldestQueuedAt === null ? null : formatTime(computeGiveUpTime(oldestQueuedAt)),
    last: last === null ? null : await viewDelivery(last, readName),
  }
}

function describeState({ failingSince, last }: DeliverySummary): "new" | "delivered" | "failing" {
  if (failingSince !== null || last?.state === "failed") return "failing"
  return last === null ? "new" : "delivered"
}
