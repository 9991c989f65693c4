// The plan beside the form: what the promise means, what it is expected to cost, and warnings in words.

import { describeAttack, epsilonOf, gdpGuarantee } from "@armistice/core"
import { shortNumber } from "@armistice/lab"
import { NumberField } from "../controls/number-field.tsx"
import { usePlan } from "../simulation/use-plan.ts"
import { plainNumber, unbroken } from "../text/numbers.ts"
import { armNames, type Draft, personEta, rewardEta, warningsOf } from "./draft.ts"
import { PlannedCost } from "./planned-cost.tsx"

interface Props {
  readonly draft: Draft
  readonly onDraft: (part: Partial<Draft>) => void
}

export function PlanPanel({ draft, onDraft }: Props) {
  const eta = rewardEta(draft)
  const count = Math.max(2, Math.min(50, armNames(draft).length))
  const worse = Number(Math.max(0, draft.expectedBest - draft.expectedGap).toPrecision(6))
  const means = Array.from({ length: count }, (_, arm) => (arm === 0 ? draft.expectedBest : worse))
  const { horizon, traffic } = draft
  const planned = usePlan({ horizon, guess: { means }, privacy: { eta }, seed: 1, traffic })
  const command = `npx armistice plan --horizon ${plainNumber(horizon)} --means ${means.join(",")} --eta ${eta} --traffic ${traffic}`
  return (
    <section class="panel" aria-labelledby="plan">
      <h2 id="plan">The plan</h2>
      <h3>What is promised</h3>
      <p>
        η = {shortNumber(eta)} for each answer. {unbroken(describeAttack(gdpGuarantee(eta)))} As (ε,&nbsp;δ): ε ={" "}
        {shortNumber(epsilonOf(eta, 1e-6))} at δ = 10⁻⁶.
      </p>
      <p>
        {draft.cap === 1
          ? "Each person counts once, so the same holds for a person."
          : `A person counts for up to ${draft.cap} answers, so for a person with all of them η is at most ${shortNumber(personEta(draft))}.`}
      </p>
      {warningsOf(draft).map((warning) => (
        <p key={warning} class="note warn">
          {warning}
        </p>
      ))}
      <h3>What it is expected to cost</h3>
      <p class="hint">Your guess, for the plan only, on a scale from 0 (never works) to 1 (always works):</p>
      <div class="two">
        <NumberField
          label="Mean of the best arm"
          value={draft.expectedBest}
          min={0}
          max={1}
          onValue={(expectedBest) => onDraft({ expectedBest })}
        />
        <NumberField
          label="How much worse the others are"
          value={draft.expectedGap}
          min={0.001}
          max={1}
          onValue={(expectedGap) => onDraft({ expectedGap })}
        />
      </div>
      <NumberField
        label="People a day"
        value={traffic}
        min={1}
        max={1e9}
        onValue={(people) => onDraft({ traffic: people })}
      />
      <div role="status">
        {planned === null ? (
          <p>Simulating …</p>
        ) : "problem" in planned ? (
          <p class="note bad">{planned.problem}</p>
        ) : (
          <PlannedCost plan={planned.plan} chosen={draft.algorithm} onChosen={(algorithm) => onDraft({ algorithm })} />
        )}
      </div>
      <details>
        <summary>The command that gives the same</summary>
        <pre>{command}</pre>
      </details>
    </section>
  )
}
