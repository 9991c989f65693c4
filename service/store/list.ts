// Finding experiments again: what is asked for, and its statements, which both stores have in common but for some words.

import type { VerdictState } from "@armistice/core"
import type { Status } from "../experiment.ts"
import type { StandingRow, StoredExperiment } from "./store.ts"

export interface ListQuery {
  /** Text that must be in the words, the arms or the id, with case folded. */
  readonly q?: string
  readonly status?: Status
  /** Of the most urgent segment. */
  readonly state?: VerdictState
  readonly label?: string
  /** Milliseconds: from then on, and until just before then. */
  readonly createdAfter?: number
  readonly createdBefore?: number
  /** What comes first: the newest, or the one with the newest release. */
  readonly sort: "created" | "released"
  /** The id of an experiment that is in the list, after which it goes on; another counts as none. */
  readonly after?: string
  readonly limit: number
  /** Only these experiments; left out: all. */
  readonly only?: readonly string[]
}

export type ListedStanding = Pick<
  StandingRow,
  "segment" | "at" | "state" | "leader" | "next" | "difference" | "low" | "high"
>

export interface ListedExperiment {
  readonly stored: StoredExperiment
  /** Decisions that are learned from. */
  readonly decisions: number
  /** Of the segments that have any. */
  readonly standings: readonly ListedStanding[]
}

export interface ListPage {
  readonly experiments: ListedExperiment[]
  /** Of all that are searched for, whatever their status and state. */
  readonly counts: { readonly waiting: number; readonly learning: number; readonly done: number }
}

/** The states by how soon someone should look: those from "clear" on wait for a decision. */
const urgencies = ["no_answers", "too_early", "leaning", "no_difference", "clear", "guardrail"] as const

export const urgencyOf = (state: VerdictState): number => urgencies.indexOf(state)

export const standingList = "segment, at, state, leader, next, difference, low, high"

/** What the two stores call the same things. */
export interface ListWords {
  readonly columns: string
  readonly from: string
  readonly status: string
  /** The standings `s` of the experiment of this name. */
  standings(experiment: string): string
  readonly experiments: string
  place(index: number): string
  contains(place: string): string
  hasLabel(place: string): string
  isAmong(place: string): string
  /** A list of ids as one value. */
  many(ids: readonly string[]): string | readonly string[]
}

export interface ListStatement {
  readonly sql: string
  readonly values: (string | number | readonly string[])[]
}

export function pageStatement(words: ListWords, query: ListQuery): ListStatement {
  const { status, state, sort, after, limit } = query
  const { conditions, values, place } = searched(words, query)
  const orderOf = (experiment: string): string[] => [
    ...(sort === "released" ? [`(SELECT coalesce(max(s.at), -1) FROM ${words.standings(experiment)})`] : []),
    `${experiment}.number`,
  ]
  if (status !== undefined) conditions.push(`${words.status} = ${place(status)}`)
  if (state !== undefined) conditions.push(`${urgencySql(words)} = ${place(urgencyOf(state))}`)
  if (after !== undefined) {
    const id = place(after)
    const last = `FROM ${words.experiments} f WHERE f.id = ${id}`
    conditions.push(
      `(NOT EXISTS (SELECT 1 ${last}) OR (${orderOf("e").join(", ")}) < (SELECT ${orderOf("f").join(", ")} ${last}))`,
    )
  }
  const descending = orderOf("e").map((part) => `${part} DESC`)
  return {
    sql: `SELECT ${words.columns} FROM ${words.from} WHERE ${conditions.join(" AND ")} ORDER BY ${descending.join(", ")} LIMIT ${place(limit)}`,
    values,
  }
}

export function countStatement(words: ListWords, query: ListQuery): ListStatement {
  const { conditions, values } = searched(words, query)
  const isDone = `${words.status} IN ('finished', 'archived')`
  return {
    sql: `SELECT count(*) AS found, coalesce(sum(CASE WHEN ${isDone} THEN 1 ELSE 0 END), 0) AS done,
      coalesce(sum(CASE WHEN ${isDone} THEN 0 WHEN ${urgencySql(words)} >= ${urgencyOf("clear")} THEN 1 ELSE 0 END), 0) AS waiting
      FROM ${words.from} WHERE ${conditions.join(" AND ")}`,
    values,
  }
}

function searched(words: ListWords, { q, label, createdAfter, createdBefore, only }: ListQuery) {
  const values: ListStatement["values"] = []
  const place = (value: ListStatement["values"][0]): string => words.place(values.push(value))
  const conditions = ["1 = 1"]
  if (q !== undefined) conditions.push(words.contains(place(q)))
  if (label !== undefined) conditions.push(words.hasLabel(place(label)))
  if (createdAfter !== undefined) conditions.push(`e.created_at >= ${place(createdAfter)}`)
  if (createdBefore !== undefined) conditions.push(`e.created_at < ${place(createdBefore)}`)
  if (only !== undefined) conditions.push(words.isAmong(place(words.many(only))))
  return { conditions, values, place }
}

const urgencySql = ({ standings }: ListWords): string =>
  `(SELECT coalesce(max(CASE s.state ${urgencies.map((state, urgency) => `WHEN '${state}' THEN ${urgency}`).join(" ")} END), 0) FROM ${standings("e")})`

export interface CountRow {
  readonly found: number
  readonly done: number
  readonly waiting: number
}

export const countsOf = ({ found, done, waiting }: CountRow): ListPage["counts"] => ({
  waiting,
  learning: found - done - waiting,
  done,
})

/** Decisions that are learned from, by the state of an experiment as snapshots have it. */
export function roundsIn(state: string | null): number {
  const segments = Object.values(JSON.parse(state ?? "{}") as Record<string, { state: { round: number } }>)
  return segments.reduce((sum, segment) => sum + segment.state.round, 0)
}
