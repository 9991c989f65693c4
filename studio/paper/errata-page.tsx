// The errata of the paper, each with numbers that the page computes.

import { errata } from "@armistice/paper"
import { useMemo } from "preact/hooks"
import { Link } from "../layout/link.tsx"

export function ErrataPage() {
  const list = useMemo(errata, [])
  return (
    <article class="reading">
      <p class="breadcrumb">
        <Link to="/paper">Paper</Link>
      </p>
      <h1>What is wrong or loose in it</h1>
      <p class="summary">
        Found while programming the paper. Each comes with the numbers that show it, computed by this page just now.
      </p>
      <div class="card-list">
        {list.map(({ id, where, what, shown }) => (
          <section key={id} class="card">
            <h2>{where}</h2>
            <p>{what}</p>
            <p class="note">{shown}</p>
          </section>
        ))}
      </div>
    </article>
  )
}
