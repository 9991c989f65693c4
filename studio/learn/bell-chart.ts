// Bell curves side by side.

import type { ChartSpec } from "@armistice/lab"

interface Bell {
  readonly name: string
  readonly mean: number
  readonly deviation: number
}

export function bellChart(title: string, axis: string, bells: readonly Bell[]): ChartSpec {
  const low = Math.min(...bells.map(({ mean, deviation }) => mean - 3.5 * deviation))
  const high = Math.max(...bells.map(({ mean, deviation }) => mean + 3.5 * deviation))
  return {
    title,
    caption: "Where the curves overlap, nobody can tell which of the two it was.",
    x: { label: axis, scale: "linear", from: low, to: high },
    y: { label: "how likely", scale: "linear", from: 0 },
    legend: "top",
    series: bells.map(({ name, mean, deviation }) => ({
      name,
      interval: "band",
      markers: "none",
      points: Array.from({ length: 121 }, (_, k) => {
        const x = low + ((high - low) * k) / 120
        const y = Math.exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI))
        return { x, y, low: 0, high: y }
      }),
    })),
  }
}
