// The options of both providers.

import type { JsonValue } from "@openfeature/core"

/** A flag: an experiment whose arms are the variants. */
export interface ArmisticeFlag {
  /** Id of the experiment. */
  readonly experiment: string
  /** The flag's value for each arm, all of one type; the arm's name if left out. */
  readonly values?: Readonly<Record<string, JsonValue>>
  /** The attribute of the context that holds the experiment's segment. */
  readonly segment?: string
}

/** A tracked event: a reward, or a value of a metric. */
export interface ArmisticeEvent {
  /** The flag whose experiment it belongs to. */
  readonly flag: string
  /** The metric that the event is a value of; the reward if left out. */
  readonly metric?: string
}

/** Where the service is, which experiment each flag is, and which events are rewards. */
export interface ArmisticeOptions {
  /** Address of the service, such as http://127.0.0.1:4600. */
  readonly baseUrl: string
  /** A key with the role decide; a local service without keys needs none. */
  readonly key?: string
  /** After this time an evaluation returns the default value; a second if left out. */
  readonly timeoutMs?: number
  /** Flags by name. */
  readonly flags: Readonly<Record<string, ArmisticeFlag>>
  /** Events that `track` sends on, by name; it ignores others. */
  readonly events?: Readonly<Record<string, ArmisticeEvent>>
  /** Called with each tracked event that the service refuses for good. */
  readonly onRefused?: (event: string, reason: string) => void
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch
}

export type ValueType = "boolean" | "string" | "number" | "object"

/** Throws if the options contradict themselves. */
export function checkOptions({ flags, events = {} }: ArmisticeOptions): void {
  for (const [name, flag] of Object.entries(flags)) {
    const types = new Set(Object.values(flag.values ?? {}).map(getValueType))
    if (types.size > 1)
      throw new TypeError(`values of the flag ${name} must be of one type, got ${[...types].join(" and ")}`)
  }
  for (const [event, { flag }] of Object.entries(events))
    if (!Object.hasOwn(flags, flag)) throw new TypeError(`the event ${event} must belong to a listed flag, got ${flag}`)
}

/** The type of the flag's values, known before any decision. */
export function getFlagType({ values }: ArmisticeFlag): ValueType {
  const [first] = Object.values(values ?? {})
  return first === undefined ? "string" : getValueType(first)
}

const getValueType = (value: JsonValue): ValueType => typeof value as ValueType
