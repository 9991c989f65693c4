// The populations: each limits what several experiments together learn about one person.

import { alignRight, TableHead } from "../layout/table-head.tsx"
import { formatNumber } from "../text/numbers.ts"
import { computeRightGuesses } from "../text/privacy-levels.ts"
import { useRequest } from "./use-reading.ts"

const figures = ["Privacy risk (most correct guesses)", "Experiments", "People counted", "Without room left"]

export function Populations() {
  const page = useRequest((client) => client.listPopulations())
  if (page === null || page.populations.length === 0) return null
  return (
    <section aria-labelledby="populations">
      <h2 class="group-heading" id="populations">
        Populations{" "}
        <span>
          {page.populations.length}
          {page.next !== null && " and more"}
        </span>
      </h2>
      <div class="card">
        <p class="text-sm muted">One limit for each person over all experiments of a population together.</p>
        <table class="stacked-table">
          <TableHead columns={["Name", ...figures.map(alignRight)]} />
          <tbody>
            {page.populations.map(({ name, subjectEta, experiments, people, atLimit, learning }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {learning === "stopped_after_restore" && " (learns from nobody since a restore)"}
                </th>
                {[
                  `${computeRightGuesses(subjectEta)} in 100`,
                  ...[experiments.length, people, atLimit].map((count) => formatNumber(count)),
                ].map((figure, column) => (
                  <td key={column} class="align-right" data-label={figures[column]}>
                    {figure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
