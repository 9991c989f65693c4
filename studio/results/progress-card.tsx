// The card beside the estimates: a forecast while it is early, the outcome once it is over, and
// people per day in between.

import { useRef } from "preact/hooks"
import { PictureButtons } from "../charts/export-bar.tsx"
import { countingUnit } from "../experiment/people.ts"
import { capitalize } from "../text/numbers.ts"
import { ForecastCard } from "./forecast-card.tsx"
import { shortenNames } from "./option-names.ts"
import { OutcomeCard } from "./outcome-card.tsx"
import { type PeopleByTime, peopleByTime } from "./people-by-time.ts"
import { isOver, isWithoutFigures } from "./ranking.ts"
import type { ActivityEntry, Detail, Group, HistoryEntry, Results } from "./results-types.ts"
import { StackedDays } from "./stacked-days.tsx"
import { formatShare } from "./units.ts"

interface Props {
  readonly detail: Detail
  readonly results: Results
  readonly history: readonly HistoryEntry[]
  readonly activity: readonly ActivityEntry[]
  readonly chosen: Group
}

export function ProgressCard({ detail, results, history, activity, chosen }: Props) {
  const now = Date.now()
  const drawn = useRef<HTMLDivElement>(null)
  if (isOver(chosen, results, detail)) return <OutcomeCard group={chosen} results={results} detail={detail} />
  if ((chosen.state === "too_early" || chosen.state === "no_answers") && !isWithoutFigures(chosen))
    return <ForecastCard group={chosen} detail={detail} now={now} />
  const stretch = peopleByTime(chosen, history, Date.parse(detail.createdAt), lastArrival(results, activity, now), now)
  if (stretch === null) return <ForecastCard group={chosen} detail={detail} now={now} />
  return (
    <section class="card" aria-labelledby="people-by-time">
      <h2 id="people-by-time">
        {capitalize(countingUnit(detail))} {stretch.unit === "hour" ? "an" : "a"} {stretch.unit}, by option given
      </h2>
      <div ref={drawn}>
        <StackedDays stretch={stretch} detail={detail} />
      </div>
      <p class="caption">
        {describeShift(stretch, detail)}Between published totals {countingUnit(detail)} are spread evenly.
        {stretch.isCut && ` The ${stretch.unit} that is not over yet is left out.`}
      </p>
      <PictureButtons
        drawn={drawn}
        name={detail.name}
        what={`${countingUnit(detail)} by option given`}
        at={results.at}
      />
    </section>
  )
}

/** The last moment at which someone can have been learned from: the pause, if it is paused. */
function lastArrival({ status }: Results, activity: readonly ActivityEntry[], now: number): number {
  if (status !== "paused") return now
  const pause = activity.find(({ action, outcome }) => action === "pause" && outcome === "done")
  return pause === undefined ? now : Date.parse(pause.at)
}

function describeShift({ parts }: PeopleByTime, detail: Detail): string {
  const lead = parts.find(({ look }) => look === "lead")
  const last = parts.map(({ people }) => people.at(-1) ?? 0)
  const sum = last.reduce((all, count) => all + count, 0)
  if (lead === undefined || sum === 0) return ""
  const share = (last[parts.indexOf(lead)] ?? 0) / sum
  if (share <= 1 / detail.arms.length) return ""
  return `New ${countingUnit(detail)} shift to what works; ${formatShare(share)} of the latest are given ${shortenNames(detail.arms)(lead.name)}. `
}
