// The steps that an early experiment goes through, and which of them is current. Only the last has
// a date: the others depend on the figures.

import { countingUnit, formatPeople } from "../experiment/people.ts"
import { formatNumber } from "../text/numbers.ts"
import { formatDuration } from "../text/times.ts"
import { countGroupPeople } from "./ranking.ts"
import type { Detail, Group } from "./results-types.ts"

interface Props {
  readonly group: Group
  readonly detail: Detail
  readonly now: number
}

const dayMs = 24 * 60 * 60 * 1000

export function ForecastCard({ group, detail, now }: Props) {
  const people = countGroupPeople(group)
  const known = group.arms.filter(({ mean }) => mean !== null).length
  const options = group.arms.length
  const even = Math.round(100 * detail.evenShare)
  const step = known === options ? 1 : 0
  return (
    <section class="card" aria-labelledby="what-comes">
      <h2 id="what-comes">What comes when</h2>
      <ol class="timeline text-sm">
        <Step
          isNow={step === 0}
          words="A first figure for every option"
          small={`${formatNumber(known)} of ${formatNumber(options)} have one`}
        />
        <Step
          isNow={step === 1}
          words={`New ${countingUnit(detail)} shift to what seems better`}
          small={even === 0 ? "as the figures come" : `as the figures come; ${even} % stay evenly dealt`}
        />
        <Step words="The verdict leans, then becomes clear" small="when the figures are surely apart" />
        <Step
          words={`Target of ${formatPeople(detail.horizon, detail)} reached`}
          small={lastStep(people, detail, now)}
        />
      </ol>
      <p class="caption">Now: {formatPeople(people, detail)}. Timing depends on the data.</p>
    </section>
  )
}

function Step({ isNow = false, words, small }: { isNow?: boolean; words: string; small: string }) {
  return (
    <li class={isNow ? "now" : ""} {...(isNow ? { "aria-current": "step" as const } : {})}>
      <span>{isNow ? `Now: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words}</span>
      <small>{small}</small>
    </li>
  )
}

/** At the pace since the experiment was created. */
function lastStep(people: number, { horizon, createdAt }: Detail, now: number): string {
  const passed = now - Date.parse(createdAt)
  if (people === 0 || passed <= 0) return "nothing more is learned then"
  const left = ((horizon - people) * passed) / people
  return left > 3650 * dayMs
    ? "not in ten years at the pace so far"
    : `in about ${formatDuration(left)} at the pace so far`
}
