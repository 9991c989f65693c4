// What algorithms promise, against how long they run: read off the algorithms themselves.

import { findAlgorithm } from "@armistice/core"
import { algorithmLabel, type ChartSpec } from "@armistice/lab"
import { careful, littleIsLeft } from "../text/privacy-levels.ts"

type Named = string | { readonly algorithm: string; readonly parameters: Readonly<Record<string, number>> }

const horizons = Array.from({ length: 29 }, (_, k) => Math.round(10 ** (2 + k / 4)))

export function etaByHorizonChart(algorithms: readonly Named[]): ChartSpec {
  return {
    title: "The promise against how long it runs",
    caption: `Smaller is more private. ${careful.eta} is careful; beyond about ${littleIsLeft} little is left.`,
    x: { label: "rounds", scale: "log" },
    y: { label: "η", scale: "log" },
    series: algorithms.map((named) => {
      const { algorithm, parameters } = typeof named === "string" ? { algorithm: named, parameters: {} } : named
      const entry = findAlgorithm(algorithm)
      return {
        name: algorithmLabel(algorithm, parameters),
        markers: "some",
        points: horizons.map((horizon) => ({
          x: horizon,
          y: entry.create({ ...parameters, horizon }).guarantee(2).eta ?? Number.NaN,
        })),
      }
    }),
  }
}
