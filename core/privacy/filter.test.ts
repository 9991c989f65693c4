import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { GdpFilter } from "./filter.ts"
import { refusal } from "./testing/refusal.ts"

describe("the filter", () => {
  test("spends a budget to the last bit, and refuses the least thing beyond it", () => {
    const filter = new GdpFilter(1)
    for (let k = 0; k < 4; k++) filter.request("a", 0.5)
    expect(filter.spent()).toBe(1)
    expect(refusal(() => filter.request("a", 1e-9)).code).toBe("budget_exhausted")
    expect(refusal(() => filter.request("a", 1e-300)).code).toBe("budget_exhausted")
    filter.request("a", 0)
    filter.request("b", 1)
  })

  test("refuses before anything changes, and says what was spent, requested and allowed", () => {
    const filter = new GdpFilter(1)
    filter.request("a", 0.8)
    const before = JSON.stringify(filter)
    const error = refusal(() => filter.request("a", 0.7))
    expect(error.code).toBe("budget_exhausted")
    expect(error.details).toEqual({ block: "a", spent: 0.8, requested: 0.7, limit: 1 })
    expect(JSON.stringify(filter)).toBe(before)
    expect(filter.spent()).toBe(0.8)
    filter.request("a", 0.59)
    expect(refusal(() => filter.request("fresh", 1.5)).details).toMatchObject({ block: "fresh", spent: 0 })
  })

  test("a whole limit in one request fits, for any limit", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), (limit) => {
        const filter = new GdpFilter(limit)
        filter.request(0, limit)
        expect(filter.spent()).toBe(limit)
        expect(refusal(() => filter.request(0, limit * 1e-9)).code).toBe("budget_exhausted")
      }),
    )
  })

  test("blocks do not touch each other, whatever their names", () => {
    const filter = new GdpFilter(1)
    for (const block of ["__proto__", "constructor", "", "0:1", 7]) filter.request(block, 0.9)
    expect([filter.spent("__proto__"), filter.spent(7), filter.spent("7"), filter.spent("never")]).toEqual([
      0.9, 0.9, 0.9, 0,
    ])
    expect(refusal(() => filter.request("constructor", 0.9)).code).toBe("budget_exhausted")
  })

  test("several releases at once are granted all or not at all, also where what they are spent for fails", () => {
    const filter = new GdpFilter(1)
    const gaussian = (block: number, eta: number) => ({ arm: 0, block, count: 1, mechanism: "gaussian", eta }) as const
    filter.spend([gaussian(0, 0.5)])
    const before = JSON.stringify(filter)
    const asked = [gaussian(1, 0.9), gaussian(0, 0.5), gaussian(0, 0.8)]
    let done = 0
    expect(refusal(() => filter.spend(asked, undefined, () => done++)).code).toBe("budget_exhausted")
    expect(done).toBe(0)
    expect(() =>
      filter.spend(asked.slice(0, 2), undefined, () => {
        expect(filter.spent()).toBe(0.9)
        throw new Error("planted")
      }),
    ).toThrow("planted")
    expect(JSON.stringify(filter)).toBe(before)
    expect(filter.spent()).toBe(0.5)
    expect(filter.spend(asked.slice(0, 2), undefined, () => done++)).toEqual([0.9, 0.9])
    expect([done, filter.spent()]).toEqual([1, 0.9])
  })

  test("names of blocks are frozen: an arm's number, or its segment and number, and the block", () => {
    const filter = new GdpFilter(1)
    const release = { arm: 2, block: 7, count: 1, mechanism: "gaussian", eta: 0.5 } as const
    filter.spend([release])
    filter.spend([release], "")
    filter.spend([release], "a:b")
    expect(filter.toJSON().blocks.map(([name]) => name)).toEqual(["2:7", ":2:7", "a:b:2:7"])
  })

  test("goes on identically from JSON", () => {
    const request = fc.tuple(fc.constantFrom("a", "b"), fc.double({ min: 0, max: 0.5, noNaN: true }))
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), fc.array(request, { maxLength: 30 }), (first, second) => {
        const grants = (filter: GdpFilter, requests: [string, number][]) =>
          requests.map(([block, eta]) => {
            try {
              filter.request(block, eta)
              return true
            } catch {
              return false
            }
          })
        const filter = new GdpFilter(1)
        grants(filter, first)
        const restored = GdpFilter.fromJSON(JSON.parse(JSON.stringify(filter)))
        expect(restored.spent()).toBe(filter.spent())
        expect(grants(restored, second)).toEqual(grants(filter, second))
        expect(JSON.stringify(restored)).toBe(JSON.stringify(filter))
      }),
    )
  })

  test("JSON that is no filter is refused as invalid state", () => {
    const bad: unknown[] = [
      null,
      undefined,
      3,
      {},
      { limit: -1, blocks: [] },
      { limit: "1", blocks: [] },
      { limit: 1 },
      { limit: 1, blocks: {} },
      { limit: 1e151, blocks: [] },
      { limit: 1, blocks: [["a", 0.5]] },
      { limit: 1, blocks: [["a", 0.5, 0, 0]] },
      { limit: 1, blocks: [7] },
      { limit: 1, blocks: [["a", 0.5, -1.5 * 2 ** -55]] },
      { limit: 1, blocks: [[3, 0.5, 0]] },
      { limit: 1, blocks: [["a", -0.5, 0]] },
      { limit: 1, blocks: [["a", 0.5, Number.NaN]] },
      { limit: 1, blocks: [["a", 0.5, -0.4]] },
      { limit: 1, blocks: [["a", 1.5, 0]] },
      { limit: 1, blocks: [["a", 1, 1e-20]] },
      {
        limit: 1,
        blocks: [
          ["a", 0.5, 0],
          ["a", 0.1, 0],
        ],
      },
    ]
    for (const json of bad) expect(refusal(() => GdpFilter.fromJSON(json)).code).toBe("invalid_state")
  })

  test("JSON at the edges of what a filter can hold is taken: no limit, nothing spent, the largest, and the rest of a rounding", () => {
    const good = [
      { limit: 0, blocks: [["a", 0, 0]] },
      { limit: 1e150, blocks: [["a", 9e299, 0]] },
      { limit: 1, blocks: [["a", 0.5, 1.5 * 2 ** -55]] },
    ]
    for (const json of good) expect(GdpFilter.fromJSON(json).toJSON()).toEqual(json)
  })

  test("limits and requests that are no losses are refused", () => {
    expect(refusal(() => new GdpFilter(1e151)).code).toBe("invalid_parameter")
    expect(() => new GdpFilter(-1)).toThrow("limit must be")
    expect(new GdpFilter(1e150).limit).toBe(1e150)
    for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(refusal(() => new GdpFilter(bad)).code).toBe("invalid_parameter")
      expect(refusal(() => new GdpFilter(1).request("a", bad)).code).toBe("invalid_parameter")
    }
  })

  test("a limit of zero allows nothing but nothing", () => {
    const filter = new GdpFilter(0)
    filter.request("a", 0)
    expect(refusal(() => filter.request("a", 5e-324)).code).toBe("budget_exhausted")
  })
})
