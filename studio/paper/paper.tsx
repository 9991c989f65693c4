// The paper: all its figures and claims with what became of them, one of them, or the errata.

import { exhibits } from "@armistice/paper"
import { Link } from "../layout/link.tsx"
import { Failed } from "../layout/states.tsx"
import type { PageProps } from "../pages.tsx"
import { judgedOf } from "./committed-results.ts"
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
  return (
    <>
      <h1>The paper, run again</h1>
      <p class="lead">
        “Connecting Thompson Sampling and UCB: Towards More Efficient Trade-offs Between Privacy and Regret”, by Hu,
        Huang, Zhang, Lécuyer and Hegde, ICML 2025. Each figure, table and statement was programmed anew, simulated, and
        judged by its numbers. A claim holds, does not hold, or is undecided where chance could still explain either.
      </p>
      <p>
        <Link to="/paper/errata" class="button">
          What is wrong or loose in it
        </Link>
      </p>
      <ul class="cards">
        {exhibits.map(({ id, title, claim, source }) => (
          <li key={id} class="panel">
            <h2>
              <Link to={`/paper/${id}`}>{title}</Link>
            </h2>
            <p>{claim}</p>
            <p class="hint">{source}</p>
            <VerdictCounts judgements={judgedOf(id)?.judgements ?? []} />
          </li>
        ))}
      </ul>
    </>
  )
}
