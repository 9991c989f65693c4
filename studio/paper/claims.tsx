// The claims of a figure: what the paper prints, what was measured, and the verdict.

import { formatMeasured, type Judgement } from "@armistice/paper"
import { VerdictBadge } from "./verdict-badge.tsx"

interface Props {
  readonly judgements: readonly Judgement[]
  readonly caption: string
}

export const Claims = ({ judgements, caption }: Props) => (
  <>
    <h2>Claims</h2>
    <p class="hint">{caption}</p>
    <ul class="claims">
      {judgements.map(({ id, claim, by, paper, measured, verdict, words }) => (
        <li key={id}>
          <VerdictBadge verdict={verdict} />
          <div>
            <p>
              {claim}
              {by === "ours" && <span class="hint"> (our own question, not the paper's)</span>}
            </p>
            <p class="hint">
              {measured.what}: <strong class="numeric">{formatMeasured(measured)}</strong>
              {paper !== undefined && <>, the paper prints {paper}</>}. {words}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </>
)
