// Finding experiments again: what can be asked for, and the SQL that answers it. Both stores share
// it; where their SQL differs, each store has its own dialect (`ListDialect`).

import type { Status } from "../experiment.ts"
import type { ExperimentNotes } from "../live/experiment-notes.ts"
import { readFirstLine } from "../live/state-text.ts"
import { labelLines } from "../metadata.ts"
import { rankUrgency } from "./listed-columns.ts"
import type { CurrentResultRow, SegmentStateName } from "./result-rows.ts"
import type { StoredExperiment } from "./rows.ts"

/** "urgent": unseen harm or wrong answers. Others wait for a person, learn, or are over. */
export type Part = "urgent" | "waiting" | "learning" | "done"

export interface ListQuery {
  /** Text that the metadata, the arms or the id must contain, with case folded. */
  readonly q?: string
  readonly status?: Status
  /** The state of the most urgent segment. */
  readonly state?: SegmentStateName
  readonly part?: Part
  readonly label?: string
  /** Milliseconds: from then on, and until just before then. */
  readonly createdAfter?: number
  readonly createdBefore?: number
  /** Newest first, by creation or by latest release. */
  readonly sort: "created" | "released"
  /** The last experiment of the previous page; ignored if it is not in the list. */
  readonly after?: string
  readonly limit: number
  /** Only these experiments; left out: all. */
  readonly only?: readonly string[]
}

export type ListedResult = Pick<
  CurrentResultRow,
  "segment" | "at" | "state" | "leader" | "next" | "difference" | "low" | "high"
>

export interface ListedRow {
  readonly stored: StoredExperiment
  /** Decisions that are learned from. */
  readonly decisions: number
  /** Segments without a result are missing. */
  readonly currentResults: readonly ListedResult[]
  readonly notes: ExperimentNotes
  /** Which were added and which are stopped (live/arm-states.ts); undefined: none. */
  readonly arms: string | null | undefined
}

export interface ListPage {
  readonly experiments: ListedRow[]
  /** Counts of all matches, whatever their status and state. */
  readonly counts: Readonly<Record<Part | "paused" | "archived", number>>
}

export const listedResultColumns = "segment, at, state, leader, next, difference, low, high"

/** The SQL that differs between the two stores. */
export interface ListDialect {
  readonly columns: string
  readonly from: string
  readonly status: string
  /** Finished or archived. */
  readonly isOver: string
  isNow(status: Status): string
  readonly experiments: string
  place(index: number): string
  contains(text: string, place: string): string
  isAmong(place: string): string
  /** A list of ids as one value. */
  many(ids: readonly string[]): string | readonly string[]
}

export interface ListStatement {
  readonly sql: string
  readonly values: (string | number | readonly string[])[]
}

export function pageStatement(dialect: ListDialect, query: ListQuery): ListStatement {
  const { status, state, part, sort, after, limit } = query
  const { conditions, values, place } = searched(dialect, query)
  const createOrder = (experiment: string): string[] => [
    `${experiment}.attention`,
    ...(sort === "released" ? [`coalesce(${experiment}.released_at, -1)`] : []),
    `${experiment}.number`,
  ]
  if (status !== undefined) conditions.push(`${dialect.status} = ${place(status)}`)
  if (state !== undefined) conditions.push(`e.urgency = ${place(rankUrgency(state))}`)
  if (part === "urgent") conditions.push(isUrgent)
  else if (part !== undefined)
    conditions.push(`NOT (${isUrgent})`, part === "done" ? dialect.isOver : `NOT (${dialect.isOver})`)
  if (part === "waiting") conditions.push(isWaiting)
  if (part === "learning") conditions.push(`NOT (${isWaiting})`)
  if (after !== undefined) {
    const id = place(after)
    const last = `FROM ${dialect.experiments} f WHERE f.id = ${id}`
    conditions.push(
      `(NOT EXISTS (SELECT 1 ${last}) OR (${createOrder("e").join(", ")}) < (SELECT ${createOrder("f").join(", ")} ${last}))`,
    )
  }
  // With a plus no index gives the order: text is looked for in one go through the table, which is
  // quicker than row by row.
  const plus = query.q === undefined && query.label === undefined ? "" : "+"
  const descending = createOrder("e").map((part) => `${plus}${part} DESC`)
  return {
    sql: `SELECT ${dialect.columns} FROM ${dialect.from} WHERE ${conditions.join(" AND ")} ORDER BY ${descending.join(", ")} LIMIT ${place(limit)}`,
    values,
  }
}

const isUrgent = "e.attention > 0"
const isWaiting = `e.urgency >= ${rankUrgency("ended_undecided")}`

export function countStatement(dialect: ListDialect, query: ListQuery): ListStatement {
  const { conditions, values } = searched(dialect, query)
  const { isOver } = dialect
  const sum = (condition: string) => `coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`
  return {
    sql: `SELECT count(*) AS found, ${sum(isUrgent)} AS urgent, ${sum(`${isOver} AND NOT (${isUrgent})`)} AS done,
      ${sum(`${isWaiting} AND NOT (${isOver}) AND NOT (${isUrgent})`)} AS waiting,
      ${sum(dialect.isNow("paused"))} AS paused, ${sum(dialect.isNow("archived"))} AS archived
      FROM ${dialect.experiments} e WHERE ${conditions.join(" AND ")}`,
    values,
  }
}

function searched(dialect: ListDialect, { q, label, createdAfter, createdBefore, only }: ListQuery) {
  const values: ListStatement["values"] = []
  const place = (value: ListStatement["values"][0]): string => dialect.place(values.push(value))
  const conditions = ["1 = 1"]
  if (q !== undefined) conditions.push(dialect.contains("e.searched", place(q)))
  if (label !== undefined) conditions.push(dialect.contains("e.labels", place(labelLines([label]))))
  if (createdAfter !== undefined) conditions.push(`e.created_at >= ${place(createdAfter)}`)
  if (createdBefore !== undefined) conditions.push(`e.created_at < ${place(createdBefore)}`)
  if (only !== undefined) conditions.push(dialect.isAmong(place(dialect.many(only))))
  return { conditions, values, place }
}

export interface CountRow {
  readonly found: number
  readonly urgent: number
  readonly done: number
  readonly waiting: number
  readonly paused: number
  readonly archived: number
}

export const readCounts = ({ found, urgent, done, waiting, paused, archived }: CountRow): ListPage["counts"] => ({
  urgent,
  waiting,
  learning: found - urgent - done - waiting,
  done,
  paused,
  archived,
})

/** Decisions that are learned from, by the state of an experiment as snapshots have it. */
export function countRounds(state: string | null): number {
  if (state === null) return 0
  // With many arms in many segments a state has some million characters, and a list has fifty of
  // them: rounds are looked for where they are written, which is first, and the whole is only read
  // where it looks otherwise.
  const segmentsText = readFirstLine(state)
  const rounds = [...segmentsText.matchAll(/"state":\{"round":(\d+)/g)]
  const isPlain = rounds.length === segmentsText.split('"state":{').length - 1
  if (isPlain) return rounds.reduce((sum, [, round]) => sum + Number(round), 0)
  const segments = Object.values(JSON.parse(segmentsText) as Record<string, { state: { round: number } }>)
  return segments.reduce((sum, segment) => sum + segment.state.round, 0)
}
