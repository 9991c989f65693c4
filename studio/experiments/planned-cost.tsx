// What a plan expects: the cost of the recommended algorithm, how long it takes, and what a wrong guess would change.

import { findAlgorithm } from "@armistice/core"
import { type Plan, recommendedAlgorithm, shortNumber } from "@armistice/lab"
import { countInWords, percent } from "../text/numbers.ts"

interface Props {
  readonly plan: Plan
  readonly chosen: string | null
  readonly onChosen: (algorithm: string | null) => void
}

export function PlannedCost({ plan, chosen, onChosen }: Props) {
  const { recommended, horizon, uniformRegret, ifWrong, days } = plan
  const { regret, label } = recommended
  if (regret === null) return <p>{label} takes too long to simulate here at this horizon; the command can.</p>
  return (
    <>
      <p>
        <span class="big" data-regret={regret.mean} data-runs={regret.runs}>
          {shortNumber(regret.mean)}
        </span>{" "}
        rewards lost against always giving the best arm, over {countInWords(horizon)} people.
      </p>
      <p>
        {regret.low !== null &&
          regret.high !== null &&
          `That is the mean, known to ${shortNumber(regret.low)} to ${shortNumber(regret.high)}. `}
        An even split would lose {shortNumber(uniformRegret)}. The best arm is given to {percent(regret.bestShare)} of
        people.
        {days !== null && ` It takes ${days < 2 ? `${shortNumber(days * 24)} hours` : `${shortNumber(days)} days`}.`}
      </p>
      <p>If the guess is wrong, the promise stays as it is, and this is lost instead:</p>
      <ul>
        {ifWrong.map(({ about, regret: other }) => (
          <li key={about}>
            {about}: <span class="number">{shortNumber(other.mean)}</span>
          </li>
        ))}
      </ul>
      <p class="hint">
        Simulated {regret.runs} times with {label}
        {recommended.algorithm === recommendedAlgorithm ? ", which the service uses." : ", which loses least here."}
      </p>
      {(recommended.algorithm !== recommendedAlgorithm || chosen !== null) && (
        <Method plan={plan} chosen={chosen} onChosen={onChosen} />
      )}
    </>
  )
}

/** Where another method than the service's usual one is expected to lose less. */
function Method({ plan, chosen, onChosen }: Props) {
  const names = new Set([recommendedAlgorithm, plan.recommended.algorithm, ...(chosen === null ? [] : [chosen])])
  return (
    <fieldset>
      <legend>Method</legend>
      <div class="choices">
        {[...names].map((name) => {
          const mean = plan.algorithms.find(({ algorithm }) => algorithm === name)?.regret?.mean
          return (
            <label key={name}>
              <input
                type="radio"
                name="method"
                checked={(chosen ?? recommendedAlgorithm) === name}
                onChange={() => onChosen(name === recommendedAlgorithm ? null : name)}
              />
              {findAlgorithm(name).label}
              {mean === undefined ? "" : `: loses ${shortNumber(mean)}`}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
