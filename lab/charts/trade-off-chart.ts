// Trade-off curves: the smallest rate of missed detections at each rate of false alarms.

import { type Guarantee, gdpGuarantee, tradeOff } from "@armistice/core"
import type { ChartSpec, SeriesSpec } from "./chart-spec.ts"

/** Denser towards both ends, where the curves turn. */
const rates = Array.from({ length: 121 }, (_, k) => Math.sin((Math.PI * k) / 240) ** 2)

/** A chart of the trade-off curves of some guarantees beside perfect privacy. */
export function tradeOffChart(
  promises: readonly { readonly name: string; readonly guarantee: Guarantee }[],
): ChartSpec {
  const curve = (name: string, guarantee: Guarantee): SeriesSpec => ({
    name,
    points: rates.map((x) => ({ x, y: tradeOff(guarantee)(x) })),
    markers: "some",
  })
  return {
    title: "What an attacker can tell",
    caption:
      "Telling whether one reward was changed: at each rate of false alarms, no attack misses less often than the curve says. " +
      "The nearer to the straight line, the more private.",
    x: { label: "false alarms", unit: "rate", scale: "linear", from: 0, to: 1 },
    y: { label: "missed detections", unit: "rate", scale: "linear", from: 0, to: 1 },
    legend: "top",
    series: [
      { ...curve("perfect privacy", gdpGuarantee(0)), isReference: true },
      ...promises.map(({ name, guarantee }) => curve(name, guarantee)),
    ],
  }
}
