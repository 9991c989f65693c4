import fc from "fast-check"
import { expect, test } from "vitest"
import { createAxisScale } from "./axis-scale.ts"

test("a logarithmic axis over many decades has powers of ten, thinned to the room there is", () => {
  const labels = (values: number[], most: number) => {
    const { ticks, label } = createAxisScale({ label: "x", scale: "log" }, values, most)
    return ticks.map(label)
  }
  expect(labels([10, 1e6], 10)).toEqual(["10", "10²", "10³", "10⁴", "10⁵", "10⁶"])
  expect(labels([1, 1e12], 5)).toEqual(["1", "10³", "10⁶", "10⁹", "10¹²"])
  expect(labels([0.25, 5], 10)).toEqual(["0.5", "1", "2", "5"])
  expect(labels([10, 1000], 10)).toEqual(["10", "100", "1,000"])
})

test("every axis holds its values, has at least two ticks inside and no more than there is room for", () => {
  const value = fc.double({ min: 1e-3, max: 1e9, noNaN: true })
  const scale = fc.constantFrom("linear" as const, "log" as const)
  fc.assert(
    fc.property(fc.array(value, { maxLength: 20 }), scale, fc.integer({ min: 4, max: 12 }), (values, kind, most) => {
      const { domain, ticks, label } = createAxisScale({ label: "x", scale: kind }, values, most)
      const [from, to] = domain
      expect(from).toBeLessThan(to)
      for (const one of values) expect(one >= from && one <= to).toBe(true)
      const room = 1e-8 * (to - from)
      for (const tick of ticks) expect(tick >= from - room && tick <= to + room).toBe(true)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(most + 2)
      expect(new Set(ticks.map(label)).size).toBe(ticks.length)
    }),
    { numRuns: 1000 },
  )
})
