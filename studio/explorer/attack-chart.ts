// The chart to export: the trade-off curve, with the attacker's gain over guessing shaded and the best attack marked.

import { attackSuccess, gdpGuarantee } from "@armistice/core"
import { type ChartSpec, shortNumber, tradeOffChart } from "@armistice/lab"
import { exactGuesses } from "../text/privacy-levels.ts"

export function attackChart(eta: number): ChartSpec {
  const chart = tradeOffChart([{ name: `your target, η = ${shortNumber(eta)}`, guarantee: gdpGuarantee(eta) }])
  const [success, right] = [attackSuccess({ eta }), exactGuesses(eta)]
  const [perfect, target] = chart.series
  if (perfect === undefined || target === undefined) return chart
  const gained = target.points.map((point) => ({ ...point, low: point.y, high: 1 - point.x }))
  return {
    ...chart,
    caption: `Shaded: what an attacker may gain over guessing. The best attack errs in at least ${(100 - right).toFixed(2)}\u00a0% of cases either way. The closer the curve is to the straight line, the more private.`,
    series: [
      perfect,
      { ...target, points: gained, interval: "band", markers: "none" },
      {
        name: `best attack, right at most ${right.toFixed(2)}\u00a0% of the time`,
        points: [{ x: 1 - success, y: 1 - success }],
        markers: "every",
        line: "none",
      },
    ],
  }
}
