// The evidence of an experiment with context: its groups on one axis, and what all of it rests on.

import { ContextGroups } from "./context-groups.tsx"
import { describeBasis } from "./personalisation-text.ts"
import type { Detail, Results } from "./results-types.ts"

interface Props {
  readonly detail: Detail
  readonly results: Results
}

export function ContextEvidence({ detail, results }: Props) {
  const { groups = null } = results
  return groups === null ? null : <ContextGroups {...{ detail, results, groups }} />
}

export const ContextBasis = ({ detail, results }: Props) => (
  <section class="card" aria-labelledby="basis">
    <h2 id="basis">What this rests on</h2>
    <dl class="properties basis">
      {describeBasis(detail, results.level).map(([name, words]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{words}</dd>
        </>
      ))}
    </dl>
  </section>
)
