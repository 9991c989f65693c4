// How many people were given each option in each day, hour or minute, from the decisions known at
// each release. Between two releases people are spread evenly.

import { compareBest, hasLeader, rankOptions } from "./ranking.ts"
import type { Group, HistoryEntry } from "./results-types.ts"

export interface PeopleByTime {
  /** "day", "hour" or "minute". */
  readonly unit: string
  /** The current period is left out, because it is not over. */
  readonly isCut: boolean
  /** The start of each period. */
  readonly starts: readonly number[]
  /** From the bottom of the stack upwards. */
  readonly parts: readonly PeoplePart[]
}

export interface PeoplePart {
  readonly name: string
  /** How many options it sums up. */
  readonly options: number
  readonly look: "lead" | "next" | "other"
  readonly people: readonly number[]
  readonly total: number
}

const minute = 60_000
const units = [
  { unit: "minute", length: minute },
  { unit: "hour", length: 60 * minute },
  { unit: "day", length: 24 * 60 * minute },
] as const
/** The most periods of one unit before a longer unit is used. */
const most = 48
/** With more options than these, the others are summed up. */
const mostParts = 3

interface Count {
  readonly at: number
  readonly byArm: ReadonlyMap<string, number>
}

/** `null` where there is nothing to show. Nobody came after `until`. */
export function peopleByTime(
  group: Group,
  history: readonly HistoryEntry[],
  createdAt: number,
  until: number,
  now: number,
): PeopleByTime | null {
  const counts = listCounts(group, history, createdAt, until)
  if (counts === null) return null
  const [first, last] = [counts[0] as Count, counts.at(-1) as Count]
  const { unit, length } = units.find(({ length: one }) => (last.at - first.at) / one <= most) ?? units[2]
  const starts = listStarts(first.at, last.at, unit, length)
  // An unfinished period would look as if fewer people came.
  const isCut = starts.length > 1 && now < nextStart(starts.at(-1) as number, unit, length)
  if (isCut) starts.pop()
  const comparison = hasLeader(group) ? compareBest(group) : null
  const order = rankOptions(group).map(({ arm }) => arm)
  const lead = comparison?.leader.arm ?? null
  const next = comparison?.next?.arm ?? null
  const head = [lead, next].filter((arm) => arm !== null)
  const rest = order.filter((arm) => !head.includes(arm))
  const alone = order.length <= mostParts ? rest : head.length === 0 ? rest.slice(0, 2) : []
  const together = rest.filter((arm) => !alone.includes(arm))
  const part = (arms: readonly string[], name: string, look: PeoplePart["look"]): PeoplePart => {
    const people = starts.map((start, index) => {
      const end = starts[index + 1] ?? (isCut ? nextStart(start, unit, length) : Number.POSITIVE_INFINITY)
      return arms.reduce((sum, arm) => sum + between(counts, arm, start, end), 0)
    })
    return {
      name,
      options: arms.length,
      look,
      people,
      total: arms.reduce((sum, arm) => sum + (last.byArm.get(arm) ?? 0), 0),
    }
  }
  const parts = [
    ...head.map((arm) => part([arm], arm, arm === lead ? "lead" : "next")),
    ...alone.map((arm, index) => part([arm], arm, head.length === 0 && index === 0 ? "next" : "other")),
    ...(together.length === 0 ? [] : [part(together, `${together.length} others`, "other")]),
  ]
  return { unit, starts, parts, isCut }
}

function listCounts(group: Group, history: readonly HistoryEntry[], createdAt: number, until: number): Count[] | null {
  if (group.arms.every(({ decisions }) => decisions === 0)) return null
  const counts: Count[] = [{ at: createdAt, byArm: new Map() }]
  for (const { segment, at, decisions, arms } of history) {
    if (segment !== group.segment) continue
    if (decisions === null) return null
    const before = (counts.at(-1) as Count).byArm
    const byArm = new Map(before)
    for (const { arm, decisions: own } of arms) byArm.set(arm, own ?? 0)
    counts.push({ at: Date.parse(at), byArm })
  }
  const last = counts.at(-1) as Count
  const byArm = new Map(group.arms.map(({ arm, decisions }) => [arm, decisions]))
  const isNew = group.arms.some(({ arm, decisions }) => decisions > (last.byArm.get(arm) ?? 0))
  if (isNew) counts.push({ at: Math.max(until, last.at), byArm })
  return counts.length < 2 ? null : counts
}

function listStarts(from: number, to: number, unit: string, length: number): number[] {
  const start = new Date(from)
  start.setSeconds(0, 0)
  if (unit !== "minute") start.setMinutes(0)
  if (unit === "day") start.setHours(0)
  const starts: number[] = []
  for (let place = start.getTime(); place <= to; ) {
    starts.push(place)
    place = nextStart(place, unit, length)
  }
  return starts
}

/** A day may have 23 or 25 hours. */
function nextStart(place: number, unit: string, length: number): number {
  const next = new Date(place)
  return unit === "day" ? next.setDate(next.getDate() + 1) : place + length
}

/** People who were given the option from `start` until before `end`. */
const between = (counts: readonly Count[], arm: string, start: number, end: number): number =>
  countAt(counts, arm, end) - countAt(counts, arm, start)

function countAt(counts: readonly Count[], arm: string, time: number): number {
  const index = counts.findIndex(({ at }) => at >= time)
  const after = counts[index]
  if (after === undefined) return counts.at(-1)?.byArm.get(arm) ?? 0
  const before = counts[index - 1]
  if (before === undefined) return 0
  const [from, to] = [before.byArm.get(arm) ?? 0, after.byArm.get(arm) ?? 0]
  return after.at === before.at ? to : from + ((to - from) * (time - before.at)) / (after.at - before.at)
}
