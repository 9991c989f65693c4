import { expect, test } from "vitest"
import { publishedOrders } from "../bounds/published-orders.ts"
import { regretBound } from "../bounds/regret-bound.ts"
import { boundChart } from "./bound-chart.ts"

const request = { means: [0.6, 0.5], horizon: 500, eta: 1 }

test("the chart has a curve for each proved bound, the limit and each order, through what the command prints", () => {
  const found = regretBound({ ...request, runs: 2 })
  const { series } = boundChart(request, found)
  const valueAt = (name: string) =>
    series.find((one) => one.name === name)?.points.find(({ x }) => Math.abs(x - 1) < 1e-9)?.y
  for (const { name, value } of found.proved) expect(valueAt(name)).toBeCloseTo(value, 9)
  for (const { name, value } of publishedOrders(request)) expect(valueAt(`order of ${name}`)).toBeCloseTo(value, 9)
  expect(valueAt("limit of many rounds")).toBeCloseTo(found.asymptotic ?? Number.NaN, 9)
  expect(valueAt("GDP-IMED")).toBe(found.methods.find(({ algorithm }) => algorithm === "gdp-imed")?.regret)
})

test("where the limit says nothing there is no curve for it", () => {
  const certain = { ...request, means: [1, 0.5] }
  const names = boundChart(certain, regretBound({ ...certain, runs: 0 })).series.map(({ name }) => name)
  expect(names).not.toContain("limit of many rounds")
  expect(names).toContain("order of Wang and Zhu (2024)")
})
