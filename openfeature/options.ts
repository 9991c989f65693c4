// What an application says once: where the service is, which flag is which experiment, and which events tell how it went.

import type { JsonValue } from "@openfeature/core"

export interface ArmisticeFlag {
  /** Id of the experiment. */
  readonly experiment: string
  /** The flag's value for each arm, all of one type; the arm's name if left out. */
  readonly values?: Readonly<Record<string, JsonValue>>
  /** The attribute of the context that has the experiment's segment. */
  readonly segment?: string
}

export interface ArmisticeEvent {
  readonly flag: string
  /** The metric that the event is a value of; the reward if left out. */
  readonly metric?: string
}

export interface ArmisticeOptions {
  /** Address of the service, such as http://127.0.0.1:4600. */
  readonly baseUrl: string
  readonly key?: string
  /** How long an evaluation may take until the default value is given instead; a second if left out. */
  readonly timeoutMs?: number
  readonly flags: Readonly<Record<string, ArmisticeFlag>>
  /** Events that `track` sends on; others are none of this provider's business. */
  readonly events?: Readonly<Record<string, ArmisticeEvent>>
  /** Told about tracked events that the service refuses for good. */
  readonly onRefused?: (event: string, reason: string) => void
  readonly fetch?: typeof fetch
}

export type ValueType = "boolean" | "string" | "number" | "object"

/** What is wrong with the options is the application's mistake, and said at once. */
export function checkOptions({ flags, events = {} }: ArmisticeOptions): void {
  for (const [name, flag] of Object.entries(flags)) {
    const types = new Set(Object.values(flag.values ?? {}).map(typeOfValue))
    if (types.size > 1)
      throw new TypeError(`values of the flag ${name} must all be of one type, got ${[...types].join(" and ")}`)
  }
  for (const [event, { flag }] of Object.entries(events))
    if (!Object.hasOwn(flags, flag))
      throw new TypeError(`the event ${event} must belong to a flag that is listed, got ${flag}`)
}

/** Of the flag's values, known before anyone decides. */
export function typeOfFlag({ values }: ArmisticeFlag): ValueType {
  const [first] = Object.values(values ?? {})
  return first === undefined ? "string" : typeOfValue(first)
}

const typeOfValue = (value: JsonValue): ValueType => typeof value as ValueType
