// Beside the estimates: while it is early what comes when, once it is over what it was worth, and between them people a day.

import { useRef } from "preact/hooks"
import { countedIn } from "../experiment/people.ts"
import { capital } from "../new/words.ts"
import { shortNames } from "./option-names.ts"
import { peopleByTime, type Stretch } from "./people-by-time.ts"
import { PictureButtons } from "./picture-buttons.tsx"
import type { Deed, Detail, Group, Known, Results } from "./results-types.ts"
import { StackedDays } from "./stacked-days.tsx"
import { isOver, isWithoutFigures } from "./standing.ts"
import { shareText } from "./units.ts"
import { WhatComes } from "./what-comes.tsx"
import { WhatItWasWorth } from "./what-it-was-worth.tsx"

interface Props {
  readonly detail: Detail
  readonly results: Results
  readonly history: readonly Known[]
  readonly activity: readonly Deed[]
  readonly chosen: Group
}

export function SecondCard({ detail, results, history, activity, chosen }: Props) {
  const now = Date.now()
  const drawn = useRef<HTMLDivElement>(null)
  if (isOver(chosen, results, detail)) return <WhatItWasWorth group={chosen} results={results} detail={detail} />
  if ((chosen.state === "too_early" || chosen.state === "no_answers") && !isWithoutFigures(chosen))
    return <WhatComes group={chosen} detail={detail} now={now} />
  const stretch = peopleByTime(chosen, history, Date.parse(detail.createdAt), lastArrival(results, activity, now), now)
  if (stretch === null) return <WhatComes group={chosen} detail={detail} now={now} />
  return (
    <section class="card" aria-labelledby="people-by-time">
      <h2 id="people-by-time">
        {capital(countedIn(detail))} {stretch.unit === "hour" ? "an" : "a"} {stretch.unit}, by option given
      </h2>
      <div ref={drawn}>
        <StackedDays stretch={stretch} detail={detail} />
      </div>
      <p class="caption">
        {shiftWords(stretch, detail)}Between published totals {countedIn(detail)} are spread evenly.
        {stretch.isCut && ` The ${stretch.unit} that is not over yet is left out.`}
      </p>
      <PictureButtons drawn={drawn} name={detail.name} what={`${countedIn(detail)} by option given`} at={results.at} />
    </section>
  )
}

/** Until when people can have come that were learned from: while it is paused nobody is. */
function lastArrival({ status }: Results, activity: readonly Deed[], now: number): number {
  if (status !== "paused") return now
  const pause = activity.find(({ action, outcome }) => action === "pause" && outcome === "done")
  return pause === undefined ? now : Date.parse(pause.at)
}

function shiftWords({ parts }: Stretch, detail: Detail): string {
  const lead = parts.find(({ look }) => look === "lead")
  const last = parts.map(({ people }) => people.at(-1) ?? 0)
  const sum = last.reduce((all, count) => all + count, 0)
  if (lead === undefined || sum === 0) return ""
  const share = (last[parts.indexOf(lead)] ?? 0) / sum
  if (share <= 1 / detail.arms.length) return ""
  return `New ${countedIn(detail)} shift to what works; ${shareText(share)} of the latest are given ${shortNames(detail.arms)(lead.name)}. `
}
