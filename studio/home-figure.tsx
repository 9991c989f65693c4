// The figure on the first page: what an even split and two private bandits lose, on three options.

import { comparisonChart } from "@armistice/lab"
import { useMemo } from "preact/hooks"
import { Chart } from "./charts/chart.tsx"
import { useComparison } from "./simulation/use-comparison.ts"

const spec = {
  algorithms: [{ algorithm: "uniform" }, { algorithm: "gdp-imed", parameters: { eta: 1 } }, { algorithm: "imed" }],
  environment: { kind: "bernoulli", means: [0.6, 0.5, 0.4] },
  horizon: 10_000,
  seed: 1,
} as const

export function HomeFigure() {
  const { results, unable } = useComparison(spec, 100)
  const chart = useMemo(() => {
    if (results.length === 0) return null
    const drawn = comparisonChart({ eta: null, results, unable }, { scale: "log", band: "mean" })
    return { ...drawn, title: "What is lost: even split, private bandit, bandit without privacy" }
  }, [results, unable])
  return (
    <section class="panel">
      <Chart spec={chart} />
    </section>
  )
}
