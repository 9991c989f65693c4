// Webhooks and their deliveries as the API and the command show them, without the secret.

import { isExperimentStream } from "./message-body.ts"
import type { DeliveryRow, DeliverySummary, WebhookRow } from "./outbox.ts"
import { computeGiveUpTime } from "./retry-schedule.ts"

/** Returns the current name of an experiment. */
export type ReadName = (experiment: string) => Promise<string>

const time = (at: number): string => new Date(at).toISOString()
const timeOrNull = (at: number | null): string | null => (at === null ? null : time(at))

export async function viewDelivery(row: DeliveryRow, readName: ReadName) {
  const { number, id, type, stream, at, state, tries, queuedAt, nextAt, lastAt, status, problem } = row
  const isWaiting = state === "waiting"
  return {
    number,
    messageId: id,
    type,
    experiment: isExperimentStream(stream) ? { id: stream, name: await readName(stream) } : null,
    at: time(at),
    state,
    tries,
    lastTryAt: timeOrNull(lastAt),
    nextTryAt: isWaiting ? time(nextAt) : null,
    givenUpAt: isWaiting ? time(computeGiveUpTime(queuedAt)) : state === "failed" ? timeOrNull(lastAt) : null,
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
    createdAt: time(createdAt),
    state: describeState(summary),
    waiting,
    failingSince: timeOrNull(failingSince),
    givenUpAt: oldestQueuedAt === null ? null : time(computeGiveUpTime(oldestQueuedAt)),
    last: last === null ? null : await viewDelivery(last, readName),
  }
}

function describeState({ failingSince, last }: DeliverySummary): "new" | "delivered" | "failing" {
  if (failingSince !== null || last?.state === "failed") return "failing"
  return last === null ? "new" : "delivered"
}
