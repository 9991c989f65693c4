// Stopped options: who stopped each and why, who is moved, what new people get, and what to do.

import { joinNames } from "@armistice/core/text"
import { countingUnit, formatPeople } from "../experiment/people.ts"
import { describeMove, describeStop, listRunningOptions } from "../experiment/stopped-options.ts"
import { Button } from "../layout/button.tsx"
import { quoteName, startWithName } from "./option-names.ts"
import { hasEnded } from "./ranking.ts"
import type { Detail, GroupProps, Results } from "./results-types.ts"

interface Props {
  readonly results: Results
  readonly detail: Detail
  /** Options whose stop the verdict mentions. */
  readonly mentioned: readonly string[]
  readonly resumeOption?: ((arm: string) => void) | undefined
}

export function StoppedNotes({ results, detail, mentioned, resumeOption }: Props) {
  const isOver = hasEnded(results)
  return detail.stopped
    .filter(({ arm }) => !mentioned.includes(arm))
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

interface FactsProps extends GroupProps {
  readonly arm: string
  readonly metric: string
}

export function StopFacts({ arm, metric, group, results, detail }: FactsProps) {
  const given = group.arms.find((one) => one.arm === arm)?.decisions ?? 0
  const running = listRunningOptions(detail)
  const learning = running.length === 1 ? "goes on" : "go on"
  return (
    <div class="stop-facts text-sm">
      <div>
        <h3>Who is moved</h3>
        <p>
          <b>{formatPeople(given, detail)}</b> {given === 1 ? "was" : "were"} given {quoteName(arm)}.{" "}
          {detail.sticky ? (
            <>
              From their next visit they get <b>{describeMove(detail)}</b>. They stay counted under {quoteName(arm)},
              and nothing they answer from now on is learned from.
            </>
          ) : (
            "Answers that were not published by then are dropped."
          )}
        </p>
      </div>
      <div>
        <h3>New {countingUnit(detail)}</h3>
        <p>
          Nobody new is given {quoteName(arm)}.{" "}
          {results.status === "running" &&
            `${running.length > 4 ? `The other ${running.length} options` : startWithName(joinNames(running.map(quoteName)))} ${learning} learning as before.`}
        </p>
      </div>
      <div>
        <h3>What to do</h3>
        <p>
          Nothing is urgent: the option is off. Find out what is behind {metric}. Resume only when the cause is known
          and gone, or finish without {quoteName(arm)}.
        </p>
      </div>
    </div>
  )
}
