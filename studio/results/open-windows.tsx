// Beside a verdict without figures, with private arrivals: how many windows are open, and whether
// the plan ends before the first of them does.

import { countingUnit, countPlanned, formatPeople } from "../experiment/people.ts"
import { formatNumber } from "../text/numbers.ts"
import { formatDay, formatWindow } from "../text/times.ts"
import { countGroupPeople } from "./ranking.ts"
import type { Detail, Group, GroupProps } from "./results-types.ts"

export function OpenWindows({ group, results, detail }: GroupProps) {
  if (detail.arrivals !== "private" || group.firstFigures === null || countGroupPeople(group) === 0) return null
  const full = results.status === "running" ? dayOfLastPerson(group, detail, Date.now()) : null
  const first = group.firstFigures.at ?? null
  // Before enough people have an option, only the end of the first window is known.
  const firstAt = first === null ? Date.parse(detail.createdAt) + 1000 * detail.rewardWindowSeconds : Date.parse(first)
  return (
    <div>
      <h3 class="muted">Open now</h3>
      <p class="large-number">{formatPeople(group.outstanding, detail)}</p>
      <p class="text-sm muted">whose {formatWindow(detail.rewardWindowSeconds)} are not over, answered or not.</p>
      {full !== null && full < firstAt && (
        <div class="note warn" role="status">
          <b>The window is too long for this plan.</b> At this pace all {formatNumber(countPlanned(detail))}{" "}
          {countingUnit(detail)} have an option by {formatDay(full)}, before the first figures, so nothing can shift to
          what works. Begin again with more {countingUnit(detail)} or a shorter window.
        </div>
      )}
    </div>
  )
}

/** With fewer people the pace is unknown. */
const fewestPeople = 20

/** When all planned people have an option, at the pace since the experiment was created. */
function dayOfLastPerson(group: Group, { horizon, createdAt }: Detail, now: number): number | null {
  const people = countGroupPeople(group)
  const begun = Date.parse(createdAt)
  return people < fewestPeople ? null : begun + ((now - begun) * horizon) / people
}
