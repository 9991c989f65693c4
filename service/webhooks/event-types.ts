// The events of webhooks, with typed data and a sentence. Data has only public values: ids, names,
// arms, states and released figures, never a person or an answer, and counts of answers only where
// arrivals are public.

import { shortNumber } from "@armistice/core/text"
import { createPlainUnits, describeHarm, describeLead, titleVerdict } from "@armistice/core/verdict-text"
import type { FindingText } from "../results/describe-finding.ts"
import type { IntegrityFinding } from "../results/integrity-finding.ts"
import { resultLevel } from "../results/result-body.ts"

/** Figures are in the reward's own units. */
interface ClearData {
  /** Null where the experiment has no segments. */
  readonly segment: string | null
  readonly arm: string
  /** The next best arm, with the difference to it. */
  readonly next: string | null
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  /** The ledger entry that showed it. */
  readonly release: number
}

/** A metric is surely worse than with the control; figures are in the metric's units. */
interface HarmData {
  readonly segment: string | null
  readonly arm: string
  readonly metric: string
  readonly control: string
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  readonly release: number
  readonly stopped: boolean
}

interface FinishedData {
  /** `service`: it finished by itself (`stopWhen`). */
  readonly by: "person" | "service"
  /** The arm that is served from now on. */
  readonly segments: readonly { readonly segment: string | null; readonly arm: string }[]
}

interface PurgedData {
  /** `service`: as the experiment's retention says. */
  readonly by: "person" | "service"
}

interface UndecidedData {
  readonly horizon: number
  readonly segments: readonly {
    readonly segment: string | null
    readonly state: string
    readonly leader: string | null
  }[]
}

/** With public arrivals only. */
interface SilentData extends FindingText {
  /** Decisions without an answer by the age `seconds`; `share`: answered before. */
  readonly decisions: number
  readonly seconds: number
  readonly share: number
  /** When the latest answer came. */
  readonly since: string | null
}

type IntegrityData = IntegrityFinding & FindingText & { readonly segment: string | null }

interface BudgetData {
  readonly population: string
  readonly limit: number
}

interface TroubleData {
  readonly trouble: "restored" | "clock" | "checkpoint" | "unwritable" | "unverified"
  readonly detail: string
}

interface EventType<Data> {
  readonly about: string
  /** `name`: the quoted name of the experiment, or "". */
  readonly sentence: (data: Data, name: string) => string
}

const event = <Data>(about: string, sentence: EventType<Data>["sentence"]): EventType<Data> => ({ about, sentence })

export const webhookEvents = {
  "experiment.clear": event<ClearData>(
    "a winner is clear",
    (data, name) =>
      `${name}${describeSegment(data.segment)}: ${titleVerdict("clear", { leader: `“${data.arm}”` })}${comparison(data)}`,
  ),
  "experiment.harm": event<HarmData>(
    "an option surely does harm",
    ({ segment, arm, metric, control, stopped }, name) =>
      `${name}${describeSegment(segment)}: ${describeHarm({ arm: `“${arm}”`, metric }, `“${control}”`)}${stopped ? ` “${arm}” is stopped.` : ""}`,
  ),
  "experiment.ended_undecided": event<UndecidedData>(
    "the planned number of people was reached without a winner",
    ({ horizon }, name) => `${name}: ${lowerFirst(titleVerdict("ended_undecided", { reached: horizon }))}`,
  ),
  "experiment.finished": event<FinishedData>(
    "someone finished it, or it finished by itself",
    ({ by, segments }, name) =>
      `${name} ${by === "service" ? "finished by itself" : "was finished"}. ${segments.map(servedArm).join(" ")}`.trimEnd(),
  ),
  "experiment.purged": event<PurgedData>(
    "its answers and all else that is private were removed",
    ({ by }, name) =>
      `${name}: answers, noise and hashes of people were removed${by === "service" ? ", as its retention says" : ""}.`,
  ),
  "experiment.silent": event<SilentData>(
    "answers stopped coming",
    ({ sentence, advice }, name) => `${name}: ${lowerFirst(sentence)} ${advice}`,
  ),
  "experiment.integrity": event<IntegrityData>(
    "something is wrong with how answers come",
    ({ segment, sentence, advice }, name) => `${name}${describeSegment(segment)}: ${lowerFirst(sentence)} ${advice}`,
  ),
  "experiment.budget": event<BudgetData>(
    "a population has no room left for some people",
    ({ population, limit }, name) =>
      `${name}: some people have reached the limit of the population “${population}” (η = ${shortNumber(limit)}) and are served without being learned from.`,
  ),
  "store.trouble": event<TroubleData>(
    "the store or its clock needs attention",
    ({ detail }) => `Armistice: ${detail}.`,
  ),
} as const

export type WebhookEvent = keyof typeof webhookEvents

export type WebhookEventData<Name extends WebhookEvent> = Parameters<(typeof webhookEvents)[Name]["sentence"]>[0]

/** The names of all events that webhooks can receive. */
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

/** Sent on request to one webhook, whatever events it wants. */
export const testEvent = "webhook.test"

export type MessageType = WebhookEvent | typeof testEvent

/** `name`: the current name of the experiment; null for a message about none. */
export function describeMessage(type: MessageType, data: object, name: string | null): string {
  if (type === testEvent) return "Armistice: this is a test. Messages reach you here."
  const { sentence } = webhookEvents[type] as EventType<object>
  return sentence(data, name === null ? "" : `“${name}”`)
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const describeSegment = (segment: string | null): string => (segment === null ? "" : ` in “${segment}”`)

const comparison = ({ next, ...figures }: ClearData): string =>
  next === null || figures.difference === null
    ? ""
    : ` ${describeLead(figures, `“${next}”`, createPlainUnits(), resultLevel)}`

const servedArm = ({ segment, arm }: FinishedData["segments"][number]): string =>
  segment === null ? `Everyone new gets “${arm}”.` : `In “${segment}” everyone new gets “${arm}”.`
