// The plan beside the form: what the promise means, what it is expected to cost, and warnings in words.

import { describeAttack, epsilonOf, gdpGuarantee } from "@armistice/core"
import { NumberField } from "../controls/number-field.tsx"
import { useComparison } from "../simulation/use-comparison.ts"
import { countInWords, figure, percent } from "../text/figures.ts"
import { armNames, type Draft, personEta, rewardEta, warningsOf } from "./draft.ts"

interface Props {
  readonly draft: Draft
  readonly onDraft: (part: Partial<Draft>) => void
}

/** What the service chooses for a target on the GDP scale. */
const serviceAlgorithm = "gdp-imed"

export function PlanPanel({ draft, onDraft }: Props) {
  const eta = rewardEta(draft)
  const count = Math.max(2, Math.min(50, armNames(draft).length))
  const worse = Math.max(0, draft.expectedBest - draft.expectedGap)
  const means = Array.from({ length: count }, (_, arm) => (arm === 0 ? draft.expectedBest : worse))
  const { results, failure } = useComparison(
    {
      algorithms: [{ algorithm: serviceAlgorithm }],
      privacy: { eta },
      environment: { kind: "bernoulli", means },
      horizon: draft.horizon,
      seed: 1,
    },
    null,
    [4, 20, 100],
  )
  const result = results[0]
  const evenSplit = (draft.horizon * (draft.expectedBest - worse) * (count - 1)) / count
  const warnings = warningsOf(draft)
  return (
    <section class="panel" aria-labelledby="plan">
      <h2 id="plan">The plan</h2>
      <h3>What is promised</h3>
      <p>
        η = {figure(eta)} for each answer. {describeAttack(gdpGuarantee(eta))} As (ε, δ): ε ={" "}
        {figure(epsilonOf(eta, 1e-6))} at δ = 10⁻⁶.
      </p>
      <p>
        {draft.cap === 1
          ? "Each person counts once, so the same holds for a person."
          : `A person counts for up to ${draft.cap} answers, so for a person with all of them η is at most ${figure(personEta(draft))}.`}
      </p>
      <h3>What it is expected to cost</h3>
      <p class="hint">If the best arm has this mean on a scale from 0 to 1, and the others are this much worse:</p>
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
      <div role="status">
        {failure !== null && <p class="note bad">{failure}</p>}
        {result === undefined ? (
          <p>Simulating …</p>
        ) : (
          <>
            <p>
              <span class="big">{figure(result.regret.mean)}</span> rewards lost against always giving the best arm,
              over {countInWords(draft.horizon)} people.
            </p>
            <p>
              In 19 of 20 experiments at most {figure(result.regret.quantiles.p95)}. An even split would lose{" "}
              {figure(evenSplit)}. The best arm is given to {percent((result.pulls.mean[0] ?? 0) / draft.horizon)} of
              people.
            </p>
            <p class="hint">
              Simulated {result.finished} times with {result.algorithm}, which the service uses.
            </p>
          </>
        )}
      </div>
      {warnings.map((warning) => (
        <p key={warning} class="note warn">
          {warning}
        </p>
      ))}
    </section>
  )
}
