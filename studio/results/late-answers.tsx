// After the end: until when answers of people already in the experiment still count.

import { formatDay, formatMoment } from "../text/times.ts"
import { countGroupPeople } from "./ranking.ts"
import type { ActivityEntry, Detail, Option, Results } from "./results-types.ts"

interface Props {
  readonly results: Results
  readonly detail: Detail
  readonly activity: readonly ActivityEntry[]
}

const hasAll = ({ decisions, rewards }: Option): boolean => rewards !== null && rewards >= decisions

const dayMs = 24 * 60 * 60 * 1000

export function LateAnswers({ results, detail, activity }: Props) {
  const finish = activity.find(({ action, outcome }) => action === "finish" && outcome === "done")
  if (results.status !== "finished" || finish === undefined || detail.purgedAt !== null) return null
  // With private arrivals it is unknown who has answered.
  if (results.segments.every((group) => countGroupPeople(group) === 0 || group.arms.every(hasAll))) return null
  // With private arrivals windows end with a tick.
  const until = Date.parse(finish.at) + 1000 * (detail.rewardWindowSeconds + (detail.tickSeconds ?? 0))
  if (until <= Date.now()) return null
  const when = until - Date.now() > dayMs ? formatDay(until) : formatMoment(until)
  return (
    <p class="note gap-below">
      <b>Late answers still count until {when}.</b> People who came last have until then to answer; the figures can
      still move a little. The report says which day it is from.
    </p>
  )
}
