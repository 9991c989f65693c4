// The charts of an exhibit, its claims as printed and as measured, and its numbers.

import { type Exhibit, formatMeasured, type Judgement, type Reproduced } from "@armistice/paper"
import { useMemo } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { Scroll } from "../layout/scroll.tsx"
import { TableHead } from "../layout/table-head.tsx"
import { VerdictBadge } from "./verdict-badge.tsx"

interface Props {
  readonly exhibit: Exhibit
  readonly reproduced: Reproduced
  readonly caption: string
}

export function ExhibitResults({ exhibit, reproduced, caption }: Props) {
  const charts = useMemo(() => exhibit.charts(reproduced.results), [exhibit, reproduced])
  return (
    <>
      {charts.map(({ name, chart }) => (
        <section key={name} class="card">
          <Chart spec={chart} />
        </section>
      ))}
      <section class="card">
        <Claims
          judgements={reproduced.judgements}
          caption={`${caption}: ${reproduced.runs} runs for each costly point, seed ${reproduced.seed}`}
        />
        <NumbersTable rows={exhibit.table(reproduced.results)} />
      </section>
    </>
  )
}

interface ClaimsProps {
  readonly judgements: readonly Judgement[]
  readonly caption: string
}

const Claims = ({ judgements, caption }: ClaimsProps) => (
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

function NumbersTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [heading = [], ...body] = rows
  return (
    <details>
      <summary>The numbers behind it</summary>
      <Scroll label="Numbers">
        <table>
          <TableHead columns={heading} />
          <tbody>
            {body.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
