// The promise, in words, and how much of it has been used.

import { describeAttack } from "@armistice/core"
import { shortNumber } from "@armistice/lab"
import { percent, unbroken } from "../text/numbers.ts"
import type { Privacy } from "./use-experiment.ts"

export function PrivacyPanel({ privacy }: { readonly privacy: Privacy }) {
  const { guarantee, spent, limit, subject, epsilons } = privacy
  if (guarantee.eta === null)
    return (
      <section class="panel">
        <h2>Promise</h2>
        <p class="note bad">This experiment promises nothing about its answers.</p>
      </section>
    )
  const share = limit === null || limit === 0 ? 0 : Math.min(1, (spent ?? 0) / limit)
  return (
    <section class="panel" aria-labelledby="promise">
      <h2 id="promise">Promise and spending</h2>
      <p>{unbroken(describeAttack({ eta: guarantee.eta }))}</p>
      <p class="between">
        <span class="label" id="spent">
          Spent
        </span>
        <span class="number">
          η {shortNumber(spent ?? 0)} of {shortNumber(limit ?? 0)}
        </span>
      </p>
      <meter aria-labelledby="spent" min={0} max={limit ?? 1} value={spent ?? 0}>
        {percent(share)}
      </meter>
      <p class="hint">
        The largest loss of any one answer so far, never above the promise. It does not run out: answers in different
        releases do not add up.
      </p>
      <dl class="facts">
        {epsilons.map(({ delta, epsilon }) => (
          <div key={delta}>
            <dt>ε at δ = {shortNumber(delta)}</dt>
            <dd>{shortNumber(epsilon, 4)}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        {subject.cap === null
          ? "People are not counted: someone who answers k times has up to k times this loss."
          : subject.eta === null
            ? ""
            : `Each person counts for at most ${subject.cap} ${subject.cap === 1 ? "answer" : "answers"}, so a person's whole loss is at most η\u00a0=\u00a0${shortNumber(subject.eta)}.`}
      </p>
    </section>
  )
}
