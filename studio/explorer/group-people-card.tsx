// The regret of the three ways to use groups with fewer or more people.

import type { SimulationResult } from "@armistice/lab"
import { Scroll } from "../layout/scroll.tsx"
import { alignRight, TableHead } from "../layout/table-head.tsx"
import { formatCount } from "../text/numbers.ts"
import { formatWhole } from "../text/price.ts"
import { findUse } from "./groups.ts"

interface Props {
  /** "70 in 100". */
  readonly guesses: string
  readonly worlds: readonly {
    readonly title: string
    readonly rows: readonly { readonly horizon: number; readonly results: readonly SimulationResult[] }[]
  }[]
  /** Whether rows of other numbers of people are known. */
  readonly hasOthers: boolean
}

export const GroupPeopleCard = ({ guesses, worlds, hasOthers }: Props) => (
  <section class="card" aria-labelledby="group-people">
    <h2 id="group-people">With fewer or more people</h2>
    <p class="sub">Answers lost at {guesses}.</p>
    <Scroll label="Answers lost by number of people">
      <table>
        <TableHead columns={["People", alignRight("Ignore"), alignRight("Split"), alignRight("Pool")]} />
        {worlds.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={4} class="muted">
                {title}
              </th>
            </tr>
            {rows.map(({ horizon, results }) => (
              <tr key={horizon}>
                <th scope="row">{formatCount(horizon)}</th>
                {(["ignore", "split", "pool"] as const).map((use) => {
                  const result = findUse({ results }, use)
                  return (
                    <td key={use} class="align-right">
                      {result === null ? (
                        "…"
                      ) : use === "pool" ? (
                        <b>{formatWhole(result.regret.mean)}</b>
                      ) : (
                        formatWhole(result.regret.mean)
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
    <p class="caption">
      With few people pooling has little time to find out that groups differ.
      {hasOthers && " Rows of other numbers are from 4 to 20 simulations."}
    </p>
  </section>
)
