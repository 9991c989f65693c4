// The gain of adapting, once the experiment is over.

import { formatPeople } from "../experiment/people.ts"
import { computeGain } from "./gain.ts"
import { shortenNames, startWithName } from "./option-names.ts"
import { countGroupPeople } from "./ranking.ts"
import type { GroupProps } from "./results-types.ts"
import { createUnits, formatTotal } from "./units.ts"

export function OutcomeCard({ group, results, detail }: GroupProps) {
  const worth = computeGain(group)
  const units = createUnits(detail.reward)
  const isShare = units.unit !== ""
  const people = formatPeople(countGroupPeople(group), detail)
  const level = Math.round(results.level * 100)
  return (
    <section class="card" aria-labelledby="worth">
      <h2 id="worth">What it was worth</h2>
      {worth === null ? (
        <p>It cannot be said: an option ended without a figure.</p>
      ) : (
        <>
          {worth.gained >= 0 ? (
            <p class="large-value">
              about {formatTotal(units, worth.gained)}{" "}
              <span class="text-sm muted">{isShare ? "more successes" : "more in all answers together"}</span>
            </p>
          ) : (
            <p class="large-value">
              about {formatTotal(units, -worth.gained)}{" "}
              <span class="text-sm muted">{isShare ? "fewer successes" : "less in all answers together"}</span>
            </p>
          )}
          <p class="caption">
            than with an even split of the same {people}
            {worth.gained > 0 ? ", because it moved to what worked while it learned" : ""}.{" "}
            {worth.atLeast > 0
              ? `At least ${formatTotal(units, worth.atLeast, Math.floor)}, with ${level}\u00a0% certainty.`
              : "The true gain may be zero."}
          </p>
          <dl class="worth-list text-sm">
            <Line words="If split evenly" value={units.formatValue(worth.even)} />
            <Line words="As it ran" value={units.formatValue(worth.ran)} />
            <Line
              words={`${startWithName(shortenNames(detail.arms)(group.leader ?? ""))} for all`}
              value={units.formatValue(worth.best)}
            />
          </dl>
        </>
      )}
    </section>
  )
}

function Line({ words, value }: { readonly words: string; readonly value: string }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd class="numeric bold">{value}</dd>
    </div>
  )
}
