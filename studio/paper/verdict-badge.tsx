// Whether a claim holds, as a word with a colour.

import type { Judgement, Verdict } from "@armistice/paper"

const looks: Readonly<Record<Verdict, string>> = { holds: "good", "does not hold": "bad", undecided: "warn" }

export const VerdictBadge = ({ verdict }: { readonly verdict: Verdict }) => (
  <span class={`chip ${looks[verdict]}`}>{verdict}</span>
)

export function VerdictCounts({ judgements }: { readonly judgements: readonly Judgement[] }) {
  const verdicts = Object.keys(looks) as Verdict[]
  return (
    <p class="row">
      {verdicts.map((verdict) => {
        const count = judgements.filter((judgement) => judgement.verdict === verdict).length
        return count === 0 ? null : (
          <span key={verdict} class={`chip ${looks[verdict]}`}>
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
