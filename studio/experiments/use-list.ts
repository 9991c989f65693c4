// The experiments in four parts, each with as many rows as were asked for, read again every few
// seconds.

import type { ArmisticeClient } from "@armistice/client"
import { useCallback } from "preact/hooks"
import { connect } from "./connection.ts"
import { type Reading, useReading } from "./use-reading.ts"

type Page = Awaited<ReturnType<ArmisticeClient["listExperiments"]>>
type ListQuery = NonNullable<Parameters<ArmisticeClient["listExperiments"]>[0]>
export type ListedExperiment = Page["experiments"][number]
export type Counts = Page["counts"]

export const filters = ["all", "running", "paused", "done", "archived"] as const
export type Filter = (typeof filters)[number]

export type ListPart = "urgent" | "waiting" | "learning" | "done"

export interface ExperimentListData {
  readonly parts: readonly {
    readonly part: ListPart
    readonly rows: readonly ListedExperiment[]
    readonly hasMore: boolean
  }[]
  readonly counts: Counts
  readonly at: number
}

/** Rows of a part at first, and further rows with each "Show more". */
export const firstRows = 25
export const moreRows = 100
/** The service's largest page. */
const largestPage = 200

/** The requests for each filter. Archived experiments appear only under their own filter. */
const parts: Readonly<Record<Filter, readonly (readonly [ListPart, ListQuery])[]>> = {
  all: [
    ["urgent", { part: "urgent" }],
    ["waiting", { part: "waiting" }],
    ["learning", { part: "learning" }],
    ["done", { part: "done", status: "finished" }],
  ],
  running: [
    ["urgent", { part: "urgent", status: "running" }],
    ["waiting", { part: "waiting", status: "running" }],
    ["learning", { part: "learning", status: "running" }],
  ],
  paused: [
    ["urgent", { part: "urgent", status: "paused" }],
    ["waiting", { part: "waiting", status: "paused" }],
    ["learning", { part: "learning", status: "paused" }],
  ],
  done: [["done", { status: "finished" }]],
  archived: [["done", { status: "archived" }]],
}

export type RowLimits = Readonly<Partial<Record<ListPart, number>>>

/** Reads the list again every few seconds, while `isWanted`. */
export function useList(q: string, filter: Filter, wanted: RowLimits, isWanted: boolean): Reading<ExperimentListData> {
  const read = useCallback(() => readList(q, filter, wanted), [q, filter, wanted])
  return useReading(read, { isWanted, everyMs: 5000 })
}

async function readList(q: string, filter: Filter, wanted: RowLimits): Promise<ExperimentListData> {
  const client = connect(0)
  const read = await Promise.all(
    parts[filter].map(async ([part, asked]) => {
      const count = wanted[part] ?? firstRows
      const rows: ListedExperiment[] = []
      for (let after: string | null = null; ; ) {
        const page: Page = await client.listExperiments({
          ...asked,
          sort: "released",
          limit: Math.min(largestPage, count - rows.length),
          ...(q === "" ? {} : { q }),
          ...(after === null ? {} : { after }),
        })
        rows.push(...page.experiments)
        after = page.next
        if (after === null || rows.length >= count) return { part, rows, hasMore: after !== null, counts: page.counts }
      }
    }),
  )
  const [first] = read
  return { parts: read, counts: (first as (typeof read)[0]).counts, at: Date.now() }
}

/** How many of the experiments found belong to a filter. */
export const countFiltered = (filter: Filter, { urgent, waiting, learning, done, paused, archived }: Counts): number =>
  ({
    all: urgent + waiting + learning + done - archived,
    running: urgent + waiting + learning - paused,
    paused,
    done: done - archived,
    archived,
  })[filter]
