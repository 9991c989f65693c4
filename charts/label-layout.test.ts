import fc from "fast-check"
import { expect, test } from "vitest"
import { placeLabels } from "./label-layout.ts"

test("labels that do not touch stay where they are, those that do share their mean", () => {
  expect(placeLabels([10, 50, 90], 15, 0, 100)).toEqual([10, 50, 90])
  expect(placeLabels([50, 52], 10, 0, 100)).toEqual([46, 56])
  expect(placeLabels([100, 100, 100], 10, 0, 100)).toEqual([80, 90, 100])
})

test("labels that cannot fit are not placed", () => {
  expect(placeLabels([1, 2, 3], 60, 0, 100)).toBeNull()
})

test("placed labels never overlap, stay inside and keep their order", () => {
  const wanted = fc.array(fc.double({ min: -50, max: 450, noNaN: true }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(wanted, (list) => {
      const places = placeLabels(list, 17, 8, 374)
      if (places === null) throw new Error("twenty labels fit")
      const order = list.map((_, index) => index).sort((a, b) => list[a] - list[b] || a - b)
      for (const [rank, index] of order.entries()) {
        expect(places[index]).toBeGreaterThanOrEqual(8 - 1e-9)
        expect(places[index]).toBeLessThanOrEqual(374 + 1e-9)
        if (rank > 0) expect(places[index] - places[order[rank - 1]]).toBeGreaterThanOrEqual(17 - 1e-9)
      }
    }),
  )
})
