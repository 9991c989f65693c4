// The posterior chance of being best, which is a model's and not proved.

import { rankOptions } from "./ranking.ts"
import type { Group } from "./results-types.ts"
import { formatCertainty } from "./units.ts"

/** If there are more options, only the likeliest are listed. */
const mostListed = 8

export function TechnicalDetails({ group }: { readonly group: Group }) {
  const known = rankOptions(group).flatMap(({ arm, probabilityBest }) =>
    probabilityBest === null ? [] : [{ arm, probabilityBest }],
  )
  if (known.length < 2) return null
  return (
    <details class="technical">
      <summary>Technical details</summary>
      <p class="text-sm">
        Chance of being the best, by a model of the published totals with their noise. It is not proved, and it does not
        allow for looking often; what is said above rests on the certainty, which does.
      </p>
      <ul class="text-sm">
        {known.slice(0, mostListed).map(({ arm, probabilityBest }) => (
          <li key={arm}>
            {arm}: <b>{chanceText(probabilityBest)}</b>
          </li>
        ))}
      </ul>
    </details>
  )
}

const chanceText = (chance: number): string => (chance < 0.001 ? "less than 0.1\u00a0%" : formatCertainty(chance))
