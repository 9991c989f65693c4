// Stopped options that the verdict does not mention: who stopped each, why, and who is moved.

import { formatPeople } from "../experiment/people.ts"
import { describeMove, describeStop } from "../experiment/stopped-options.ts"
import { Button } from "../layout/button.tsx"
import type { Detail, Results } from "./results-types.ts"

interface Props {
  readonly results: Results
  readonly detail: Detail
  /** Options whose stop the verdict mentions. */
  readonly told: readonly string[]
  readonly resumeOption?: ((arm: string) => void) | undefined
}

export function StoppedNotes({ results, detail, told, resumeOption }: Props) {
  const isOver = results.status === "finished" || results.status === "archived"
  return detail.stopped
    .filter(({ arm }) => !told.includes(arm))
    .map((stop) => {
      const given = results.segments.reduce(
        (sum, { arms }) => sum + (arms.find(({ arm }) => arm === stop.arm)?.decisions ?? 0),
        0,
      )
      return (
        <div class={stop.cause === "harm" ? "note bad gap-below between" : "note gap-below between"} key={stop.arm}>
          <p>
            <b>Option stopped.</b> {describeStop(stop)}
            {stop.metric !== null && ` It makes ${stop.metric} worse than you allow.`}
            {detail.sticky && given > 0 && !isOver
              ? ` ${formatPeople(given, detail)} ${given === 1 ? "gets" : "get"} ${describeMove(detail)} from their next visit.`
              : ""}
          </p>
          {resumeOption !== undefined && (
            <Button class="small" onClick={() => resumeOption(stop.arm)}>
              Resume {stop.arm} …
            </Button>
          )}
        </div>
      )
    })
}
