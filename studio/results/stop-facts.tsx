// Below the verdict on a harmful option that is stopped: who is moved, what new people get, and
// what to do.

import { joinNames } from "@armistice/core/text"
import { countingUnit, formatPeople } from "../experiment/people.ts"
import { describeMove, listRunningOptions } from "../experiment/stopped-options.ts"
import { quoteName, startWithName } from "./option-names.ts"
import type { Detail, Group, Results } from "./results-types.ts"

interface Props {
  readonly arm: string
  readonly metric: string
  readonly group: Group
  readonly results: Results
  readonly detail: Detail
}

export function StopFacts({ arm, metric, group, results, detail }: Props) {
  const given = group.arms.find((one) => one.arm === arm)?.decisions ?? 0
  const running = listRunningOptions(detail)
  const learning = running.length === 1 ? "goes on" : "go on"
  return (
    <div class="stop-facts">
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
