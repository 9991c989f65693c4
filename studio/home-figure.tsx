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

const names = ["even split", "private, η = 1", "without privacy"]

export function HomeFigure() {
  const { results, unable } = useComparison(spec, 100)
  const chart = useMemo(() => {
    if (results.length === 0) return null
    const drawn = comparisonChart({ eta: null, results, unable }, { scale: "log", band: "mean" })
    return {
      ...drawn,
      title: "What privacy costs",
      caption:
        "Three options that work for 60, 50 and 40 in a hundred, simulated just now. Regret is what is lost against always giving the best one.",
      series: drawn.series.map((series, index) => ({ ...series, name: names[index] ?? series.name })),
    }
  }, [results, unable])
  return (
    <section class="panel">
      <Chart spec={chart} />
    </section>
  )
}
