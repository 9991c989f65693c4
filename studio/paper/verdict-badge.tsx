// The verdict of a claim as a chip.

import type { Judgement, Verdict } from "@armistice/paper"

const chipStyles: Readonly<Record<Verdict, string>> = { holds: "good", "does not hold": "bad", undecided: "warn" }

export const VerdictBadge = ({ verdict }: { readonly verdict: Verdict }) => (
  <span class={`chip ${chipStyles[verdict]}`}>{verdict}</span>
)

export function VerdictCounts({ judgements }: { readonly judgements: readonly Judgement[] }) {
  const verdicts = Object.keys(chipStyles) as Verdict[]
  return (
    <p class="row">
      {verdicts.map((verdict) => {
        const count = judgements.filter((judgement) => judgement.verdict === verdict).length
        return count === 0 ? null : (
          <span key={verdict} class={`chip ${chipStyles[verdict]}`}>
            {count}{" "}
            {verdict === "does not hold" && count > 1
              ? "do not hold"
              : verdict === "holds" && count > 1
                ? "hold"
                : verdict}
          </span>
        )
      })}
    </p>
  )
}
