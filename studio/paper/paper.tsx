// The paper: the list of its exhibits with their verdicts, one exhibit, or the errata.

import { exhibits, type Verdict } from "@armistice/paper"
import type { PageProps } from "../address.ts"
import { Link } from "../layout/link.tsx"
import { Failed } from "../layout/states.tsx"
import "../style/reading.css"
import { findJudged } from "./committed-results.ts"
import { ErrataPage } from "./errata-page.tsx"
import { ExhibitPage } from "./exhibit-page.tsx"
import { VerdictCounts } from "./verdict-badge.tsx"

export function Paper({ rest }: PageProps) {
  if (rest === "") return <Contents />
  if (rest === "errata") return <ErrataPage />
  const exhibit = exhibits.find(({ id }) => id === rest)
  if (exhibit === undefined)
    return (
      <Failed title="There is no such figure" what="Figures may have been renamed.">
        <p>
          <Link to="/paper">All figures</Link>
        </p>
      </Failed>
    )
  return <ExhibitPage key={exhibit.id} exhibit={exhibit} />
}

function Contents() {
  const judgements = exhibits.flatMap(({ id }) => findJudged(id)?.judgements ?? [])
  const count = (verdict: Verdict) => judgements.filter((judgement) => judgement.verdict === verdict).length
  const undecided = count("undecided")
  return (
    <div class="reading">
      <p class="breadcrumb">The paper, run again</p>
      <h1>
        {count("holds")} claims hold, {count("does not hold")} do not
        {undecided > 0 && `, ${undecided} ${undecided === 1 ? "is" : "are"} undecided`}.
      </h1>
      <p class="summary">
        “Connecting Thompson Sampling and UCB: Towards More Efficient Trade-offs Between Privacy and Regret”, by Hu,
        Huang, Zhang, Lécuyer and Hegde, ICML 2025. Each figure, table and statement was programmed anew, simulated, and
        judged by its numbers; undecided is what chance could still explain either way.
      </p>
      <p class="row">
        <Link to="/paper/errata" class="btn">
          What is wrong or loose in it
        </Link>
      </p>
      <ul class="card-list">
        {exhibits.map(({ id, title, claim, source }) => (
          <li key={id}>
            <Link to={`/paper/${id}`} class="card">
              <span class="hint">{source}</span>
              <h2>{title}</h2>
              <p>{claim}</p>
              <VerdictCounts judgements={findJudged(id)?.judgements ?? []} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
