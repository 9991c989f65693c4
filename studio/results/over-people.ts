// The estimates of each option over the number of people, as lines with bands.

import { compareBest, countGroupPeople, hasLeader, rankOptions } from "./ranking.ts"
import type { Group, HistoryEntry, Option } from "./results-types.ts"

export interface Moment {
  readonly people: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

export interface OptionLine {
  readonly arm: string
  readonly look: "lead" | "next" | "other" | "faint"
  readonly moments: readonly Moment[]
}

/** More points on a line cannot be seen. */
const mostMoments = 160
/** With more options than these, all but the leader and the next are hairlines without bands. */
export const manyOptions = 8
const mostFaint = 40

export function listOptionLines(group: Group, history: readonly HistoryEntry[]): OptionLine[] {
  const rows = history.filter(({ segment, released }) => segment === group.segment && released.metric === null)
  let counted = 0
  const moments = new Map<string, Moment[]>()
  for (const { decisions, released, arms } of rows) {
    counted += released.count
    const people = decisions ?? counted
    for (const option of arms) add(moments, people, option)
  }
  const people = countGroupPeople(group)
  for (const option of group.arms) add(moments, people, option)
  const comparison = hasLeader(group) ? compareBest(group) : null
  const isMany = group.arms.length > manyOptions
  const lines: OptionLine[] = []
  for (const { arm, mean } of rankOptions(group)) {
    const own = moments.get(arm)
    if (mean === null || own === undefined) continue
    const isLead = arm === comparison?.leader.arm
    const isNext = arm === comparison?.next?.arm
    if (isMany && !isLead && !isNext && lines.length > mostFaint) continue
    const look = isLead ? "lead" : isNext ? "next" : isMany ? "faint" : comparison === null ? "next" : "other"
    lines.push({ arm, look, moments: thinned(own) })
  }
  return lines
}

function add(
  moments: Map<string, Moment[]>,
  people: number,
  { arm, mean, low, high }: Pick<Option, "arm" | "mean" | "low" | "high">,
): void {
  if (mean === null || low === null || high === null || people === 0) return
  const own = moments.get(arm)
  const moment = { people, mean, low, high }
  if (own === undefined) moments.set(arm, [moment])
  else if (own.at(-1)?.people === people) own[own.length - 1] = moment
  else own.push(moment)
}

/** Thinned evenly over the logarithm of people. The first and the last point stay. */
function thinned(moments: readonly Moment[]): readonly Moment[] {
  if (moments.length <= mostMoments) return moments
  const [first, last] = [moments[0] as Moment, moments.at(-1) as Moment]
  const step = Math.log(last.people / first.people) / mostMoments
  let next = 0
  return moments.filter((moment) => {
    const place = Math.log(moment.people / first.people)
    if (place < next && moment !== last) return false
    next = place + step
    return true
  })
}
