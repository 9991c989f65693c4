// The events that webhooks report, in words for people.

import type { ArmisticeClient } from "@armistice/client"

export type Webhook = Awaited<ReturnType<ArmisticeClient["listWebhooks"]>>["webhooks"][number]
export type Delivery = NonNullable<Webhook["last"]>
export type EventName = NonNullable<Webhook["events"]>[number]

interface EventLabel {
  readonly label: string
  readonly hint: string
}

/** In the order of the form: urgent events first. */
export const eventLabels: Readonly<Record<EventName, EventLabel>> = {
  "experiment.harm": {
    label: "Harm",
    hint: "An option surely does harm. It was stopped, unless you chose to be notified only",
  },
  "experiment.clear": { label: "Clear", hint: "A winner is clear" },
  "experiment.ended_undecided": { label: "Ended undecided", hint: "The target was reached without a winner" },
  "experiment.finished": { label: "Finished", hint: "Someone finished it, or it finished by itself" },
  "experiment.purged": { label: "Purged", hint: "Its answers and all else that is private were removed" },
  "experiment.silent": { label: "Silent", hint: "Answers stopped coming" },
  "experiment.integrity": {
    label: "Something is off",
    hint: "Options get answers at different rates, or answers come from unexpected places",
  },
  "experiment.budget": {
    label: "Personal limit",
    hint: "Some people reached the limit of a population of experiments",
  },
  "store.trouble": { label: "Trouble with the store", hint: "The store was restored, or its clock is wrong" },
}

export const eventNames = Object.keys(eventLabels) as EventName[]

/** Preselected in a new form: events that cannot wait. */
export const urgentEvents: readonly EventName[] = ["experiment.harm", "experiment.silent", "store.trouble"]

export const formatEventLabel = (type: Delivery["type"]): string =>
  type === "webhook.test" ? "Test" : (eventLabels[type]?.label ?? type)

/** Such as "Harm, trouble with the store". */
export function listEvents(events: Webhook["events"]): string {
  if (events === null) return "Everything"
  const text = events.map((name) => formatEventLabel(name)).join(", ")
  return text.charAt(0) + text.slice(1).toLowerCase()
}
