// The experiments in four parts, each as long as was asked for, read again every few seconds. What was last read stays while the service
// is away.

import type { ArmisticeClient } from "@armistice/client"
import { useCallback, useEffect, useState } from "preact/hooks"
import { letGo } from "../controls/let-go.ts"
import { connect, type Trouble, troubleOf } from "./connection.ts"

type Page = Awaited<ReturnType<ArmisticeClient["listExperiments"]>>
type Asked = NonNullable<Parameters<ArmisticeClient["listExperiments"]>[0]>
export type Listed = Page["experiments"][number]
export type Counts = Page["counts"]

export const filters = ["all", "running", "paused", "done", "archived"] as const
export type Filter = (typeof filters)[number]

export type Part = "urgent" | "waiting" | "learning" | "done"

export interface ReadList {
  readonly parts: readonly { readonly part: Part; readonly rows: readonly Listed[]; readonly hasMore: boolean }[]
  readonly counts: Counts
  readonly at: number
}

/** Rows of a part at first, and with each "Show more". */
export const firstRows = 25
export const moreRows = 100
/** The most that the service gives at once. */
const largestPage = 200
const everyMs = 5000
const slowMs = 2500

/** What a part is asked for by: archived ones are hidden unless asked for. */
const parts: Readonly<Record<Filter, readonly (readonly [Part, Asked])[]>> = {
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

export type Wanted = Readonly<Partial<Record<Part, number>>>

export interface WatchedList {
  readonly list: ReadList | null
  readonly trouble: Trouble | null
  readonly isSlow: boolean
  readonly refresh: () => Promise<void>
}

/** Nothing is read while it is not wanted. */
export function useList(q: string, filter: Filter, wanted: Wanted, isWanted: boolean): WatchedList {
  const [list, setList] = useState<ReadList | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isSlow, setSlow] = useState(false)
  const [reading] = useState({ newest: 0 })
  const refresh = useCallback(async () => {
    reading.newest += 1
    const mine = reading.newest
    const slow = setTimeout(() => setSlow(true), slowMs)
    try {
      const read = await readList(q, filter, wanted)
      await letGo()
      // Of several under way only the last that was asked for counts.
      if (mine === reading.newest) {
        setList(read)
        setTrouble(null)
      }
    } catch (error) {
      if (mine === reading.newest) setTrouble(troubleOf(error))
    }
    clearTimeout(slow)
    if (mine === reading.newest) setSlow(false)
  }, [q, filter, wanted, reading])
  useEffect(() => {
    if (!isWanted) return
    let isReading = false
    const look = async () => {
      if (isReading) return
      isReading = true
      await refresh()
      isReading = false
    }
    void look()
    const timer = setInterval(() => !document.hidden && void look(), everyMs)
    return () => {
      clearInterval(timer)
      // What is still under way has no reader any more.
      reading.newest += 1
    }
  }, [refresh, isWanted, reading])
  return { list, trouble, isSlow, refresh }
}

async function readList(q: string, filter: Filter, wanted: Wanted): Promise<ReadList> {
  const client = connect(0)
  const read = await Promise.all(
    parts[filter].map(async ([part, asked]) => {
      const count = wanted[part] ?? firstRows
      const rows: Listed[] = []
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

/** How many there are of each kind, of all that are searched for. */
export const countOf = (filter: Filter, { urgent, waiting, learning, done, paused, archived }: Counts): number =>
  ({
    all: urgent + waiting + learning + done - archived,
    running: urgent + waiting + learning - paused,
    paused,
    done: done - archived,
    archived,
  })[filter]
