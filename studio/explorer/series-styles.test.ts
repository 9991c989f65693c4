import type { ChartSpec } from "@armistice/lab"
import { expect, test } from "vitest"
import { withFixedStyles } from "./series-styles.ts"

const chart = (...names: string[]): ChartSpec => ({
  title: "",
  caption: "",
  x: { label: "round", scale: "log" },
  y: { label: "regret", scale: "log" },
  series: names.map((name) => ({ name, points: [], markers: "none" })),
})

const algorithms = ["dp-ts-ucb", "dp-ts-ucb-calibrated", "gdp-imed"]
const looksOf = (spec: ChartSpec) => withFixedStyles(spec, algorithms).series.map(({ look }) => look)

test("a method keeps its style when another drops out", () => {
  expect(looksOf(chart("DP-TS-UCB", "DP-TS-UCB calibrated", "GDP-IMED"))).toEqual([0, 1, 2])
  expect(looksOf(chart("DP-TS-UCB calibrated", "GDP-IMED, r = 2"))).toEqual([1, 2])
})

test("series that are no methods stay unchanged", () => {
  expect(looksOf(chart("your target, η = 1", "GDP-IMED"))).toEqual([undefined, 2])
})
