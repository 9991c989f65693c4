import { describe, expect, test } from "vitest"
import { normalTail } from "../numerics/normal.ts"
import { portableExp, type Ziggurat, ziggurat } from "./ziggurat.ts"

const gaussianStart = 3.654152885361009
const gaussian = ziggurat(
  gaussianStart,
  0.004928673233974655,
  (x) => portableExp((-x * x) / 2),
  (x) => -x * portableExp((-x * x) / 2),
)
const exponentialStart = 7.69711747013105
const exponential = ziggurat(
  exponentialStart,
  0.003949659822581557,
  (x) => portableExp(-x),
  (x) => -portableExp(-x),
)

const right = (table: Ziggurat, layer: number) => (layer === 256 ? 0 : table.width[layer] * 2 ** 53)

describe.each<[string, Ziggurat, (x: number) => number, number]>([
  [
    "gaussian",
    gaussian,
    (x) => Math.exp((-x * x) / 2),
    gaussianStart * Math.exp(-(gaussianStart ** 2) / 2) + Math.sqrt(2 * Math.PI) * normalTail(gaussianStart),
  ],
  ["exponential", exponential, (x) => Math.exp(-x), (exponentialStart + 1) * Math.exp(-exponentialStart)],
])("the %s ziggurat", (_name, table, density, area) => {
  test("has 256 layers of one area, which is that of the lowest with its tail", () => {
    expect(right(table, 0) * table.height[1]).toBeCloseTo(area, 16)
    for (let i = 1; i < 256; i++)
      expect(Math.abs((right(table, i) * (table.height[i + 1] - table.height[i])) / area - 1)).toBeLessThan(1e-11)
  })

  test("touches the curve at the end of every layer", () => {
    for (let i = 1; i <= 256; i++) expect(Math.abs(table.height[i] / density(right(table, i)) - 1)).toBeLessThan(1e-14)
  })

  test("accepts without a test exactly what lies under the layer above", () => {
    for (let i = 0; i < 256; i++) {
      expect(table.limit[i] * table.width[i]).toBeLessThanOrEqual(right(table, i + 1) * (1 + 2 ** -52))
      expect((table.limit[i] + 2) * table.width[i]).toBeGreaterThan(right(table, i + 1))
      expect(table.width[i + 256]).toBe(-table.width[i])
      expect(table.limit[i + 256]).toBe(table.limit[i])
    }
  })
})

test("portableExp agrees with the engine's exp within two units in the last place", () => {
  for (let x = 0; x > -20; x -= 0.0137) expect(Math.abs(portableExp(x) / Math.exp(x) - 1)).toBeLessThan(4.5e-16)
})
