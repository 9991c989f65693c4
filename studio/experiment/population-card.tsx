// The population of an experiment: its limit, and how many people have no room left in it.

import { formatLoss } from "@armistice/core/text"
import { useRequest } from "../experiments/use-request.ts"
import { formatNumber } from "../text/numbers.ts"
import { computeRightGuesses } from "../text/privacy-levels.ts"

interface Props {
  readonly name: string
  /** People counted in the experiment. A change reloads the population. */
  readonly people: number
}

export function PopulationCard({ name, people }: Props) {
  const view = useRequest((client) => client.population(name).read(), name, people)
  if (view === null) return null
  return (
    <section class="card">
      <h2>Population {view.name}</h2>
      <p>
        All its experiments together keep one limit for each person. People who reached it are served, but nothing is
        learned from them.
      </p>
      <dl class="properties">
        <dt>Most that anyone can learn about one person</dt>
        <dd>
          {computeRightGuesses(view.subjectEta)} right guesses in 100 (η = {formatLoss(view.subjectEta)})
        </dd>
        <dt>Experiments in it</dt>
        <dd>{view.experiments.length}</dd>
        <dt>People counted in any of them</dt>
        <dd>{formatNumber(view.people)}</dd>
        <dt>Of these at their limit</dt>
        <dd>{formatNumber(view.atLimit)}</dd>
      </dl>
    </section>
  )
}
