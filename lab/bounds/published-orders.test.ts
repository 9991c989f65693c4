import { computeLaplaceEta } from "@armistice/core"
import { expect, test } from "vitest"
import { approximateTerm, publishedOrders } from "./published-orders.ts"

const means = [0.95, 0.75, 0.55, 0.35, 0.15]
const horizon = 1e6

test("the orders are those of the formulas at ε = 0.5, computed by hand", () => {
  const [shariffSheffet, azizeBasu] = publishedOrders({ means, horizon, eta: computeLaplaceEta(0.5) })
  const withoutPrivacy = Math.log(1e6) * (1 / 0.2 + 1 / 0.4 + 1 / 0.6 + 1 / 0.8)
  expect(shariffSheffet.value).toBeCloseTo(withoutPrivacy + (5 * Math.log(1e6)) / 0.5, 4)
  expect(azizeBasu.value).toBeCloseTo(Math.sqrt(5e6) + 10, 4)
})

test("the term of Wang and Zhu is ln T/ε without δ, and nothing where δ is 1", () => {
  expect(approximateTerm(0.5, 0, horizon)).toBeCloseTo(Math.log(horizon) / 0.5, 9)
  expect(approximateTerm(0.5, 1, horizon)).toBeLessThan(1)
  const direct = Math.log(((Math.E - 1) * horizon + 1e-3 * horizon) / (Math.E - 1 + 1e-3 * horizon))
  expect(approximateTerm(1, 1e-3, horizon)).toBeCloseTo(direct, 9)
  expect(approximateTerm(800, 1e-3, horizon)).toBeCloseTo(Math.log(horizon) / 800, 9)
})

test("every order falls with η and has a finite value for any", () => {
  let before = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const eta of [1e-3, 0.1, 0.56, 1, 2.875, 20, 1000]) {
    const values = publishedOrders({ means, horizon, eta }).map(({ value }) => value)
    for (const [index, value] of values.entries()) expect(value).toBeLessThanOrEqual(before[index])
    before = values
  }
})
