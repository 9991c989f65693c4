import type { ChartSpec } from "@armistice/lab"
import { expect, test } from "vitest"
import { withLooks } from "./looks.ts"

const chart = (...names: string[]): ChartSpec => ({
  title: "",
  caption: "",
  x: { label: "round", scale: "log" },
  y: { label: "regret", scale: "log" },
  series: names.map((name) => ({ name, points: [], markers: "none" })),
})

const algorithms = ["dp-ts-ucb", "dp-ts-ucb-calibrated", "gdp-imed"]
const looksOf = (spec: ChartSpec) => withLooks(spec, algorithms).series.map(({ look }) => look)

test("a method keeps its look when another drops out", () => {
  expect(looksOf(chart("DP-TS-UCB", "DP-TS-UCB calibrated", "GDP-IMED"))).toEqual([0, 1, 2])
  expect(looksOf(chart("DP-TS-UCB calibrated", "GDP-IMED, r = 2"))).toEqual([1, 2])
})

test("what is no method is left as it is", () => {
  expect(looksOf(chart("your target, η = 1", "GDP-IMED"))).toEqual([undefined, 2])
})
