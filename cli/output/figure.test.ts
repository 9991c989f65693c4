import type { ChartSpec } from "@armistice/lab"
import { expect, test } from "vitest"
import { checkFigure, labelChart } from "./figure.ts"

const chart: ChartSpec = {
  title: "Regret",
  caption: "Mean regret.",
  x: { label: "round", scale: "log" },
  y: { label: "regret", unit: "rewards lost", scale: "linear" },
  series: ["GDP-IMED", "DP-TS-UCB"].map((name) => ({ name, points: [{ x: 1, y: 1 }], markers: "every" })),
}

test("axes and curves get the names that were given; others keep theirs", () => {
  const labelled = labelChart(chart, { yLabel: "expected regret", names: "ours; " })
  expect(labelled.y).toEqual({ label: "expected regret", scale: "linear" })
  expect(labelled.x).toEqual(chart.x)
  expect(labelled.series.map(({ name }) => name)).toEqual(["ours", "DP-TS-UCB"])
})

test("more names than curves, a missing font, and a font without a PDF are refused", () => {
  expect(() => labelChart(chart, { names: "a;b;c" })).toThrow("--names must be at most 2, one for each curve, got 3")
  expect(() => checkFigure({ pdf: "a.pdf", font: "nowhere.ttf" })).toThrow("--font must be a file, got nowhere.ttf")
  expect(() => checkFigure({ figureWidth: 3 })).toThrow("need --pdf")
})
