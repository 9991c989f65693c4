// The charts, claims and numbers of one exhibit.

import type { Exhibit, Reproduced } from "@armistice/paper"
import { useMemo } from "preact/hooks"
import { Chart } from "../charts/chart.tsx"
import { Claims } from "./claims.tsx"
import { NumbersTable } from "./numbers-table.tsx"

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
