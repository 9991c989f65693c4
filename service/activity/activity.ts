// The log of activity: one row for each change that someone in charge made, written in the
// transaction of the change itself, and one for the refusals of a key, an action and a minute.
// Rewards and decisions are never in it, and no row names a subject or has a value.

/** A key, or someone without one: a person at the machine, the service, or the command. */
export interface Actor {
  readonly id: string | null
  readonly name: string
}

export const localActor: Actor = { id: null, name: "local" }
export const serviceActor: Actor = { id: null, name: "service" }
export const commandActor: Actor = { id: null, name: "command" }

export interface ActivityRow {
  /** Its place in the store's activity, from 1; left out: the next. */
  readonly number?: number
  /** Null: of none, or refusals of several. */
  readonly experiment: string | null
  readonly at: number
  readonly action: string
  readonly key: Actor
  readonly outcome: "done" | "refused"
  /** Why it was refused, where it was the same for all. */
  readonly code: string | null
  /** How often; only refusals are counted together. */
  readonly count: number
}

/** A change of the store as a whole, such as of its keys. */
export const doneToStore = (action: string, at: number, key: Actor): ActivityRow => ({
  experiment: null,
  at,
  action,
  key,
  outcome: "done",
  code: null,
  count: 1,
})

export type NumberedActivity = ActivityRow & { readonly number: number }

export interface ActivityQuery {
  /** The number of a row, from which on it goes. */
  readonly after?: number
  readonly limit: number
  /** The last row first. */
  readonly isNewestFirst?: boolean
  /** Only of these experiments, null for rows of none; left out: all. */
  readonly only?: readonly (string | null)[]
}

/** The same key and action are counted together within this. */
export const refusalMs = 60_000

/** A row as both stores keep it. */
export interface StoredActivity {
  readonly number: number
  readonly experiment: string | null
  readonly at: number
  readonly action: string
  readonly key: string | null
  readonly name: string
  readonly outcome: ActivityRow["outcome"]
  readonly code: string | null
  readonly count: number
}

export const activityRow = ({ key, name, ...row }: StoredActivity): NumberedActivity => ({
  ...row,
  key: { id: key, name },
})
