// What a plan expects: the cost of the recommended algorithm, how long it takes, and what a wrong guess would change.

import type { Plan } from "@armistice/lab"
import { countInWords, figure, percent } from "../text/figures.ts"

export function PlannedCost({ plan }: { readonly plan: Plan }) {
  const { recommended, horizon, uniformRegret, ifWrong, days } = plan
  const { regret, label } = recommended
  if (regret === null) return <p>{label} takes too long to simulate here at this horizon; the command can.</p>
  return (
    <>
      <p>
        <span class="big" data-regret={regret.mean} data-runs={regret.runs}>
          {figure(regret.mean)}
        </span>{" "}
        rewards lost against always giving the best arm, over {countInWords(horizon)} people.
      </p>
      <p>
        {regret.low !== null &&
          regret.high !== null &&
          `That is the mean, known to ${figure(regret.low)} to ${figure(regret.high)}. `}
        An even split would lose {figure(uniformRegret)}. The best arm is given to {percent(regret.bestShare)} of
        people.
        {days !== null && ` It takes ${days < 2 ? `${figure(days * 24)} hours` : `${figure(days)} days`}.`}
      </p>
      <p>If the guess is wrong, the promise stays as it is, and this is lost instead:</p>
      <ul>
        {ifWrong.map(({ about, regret: other }) => (
          <li key={about}>
            {about}: <span class="number">{figure(other.mean)}</span>
          </li>
        ))}
      </ul>
      <p class="hint">
        Simulated {regret.runs} times with {label}, which the service uses.
      </p>
    </>
  )
}
