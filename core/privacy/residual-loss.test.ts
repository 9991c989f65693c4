// The accounting of residual releases against exact fractions: noise is never less than what is
// carried on asks for, a loss never under-stated, and releases that share rewards never taken for
// releases that do not.

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type ExactFraction, exactly, exactlyWhole } from "../numerics/testing/exact-fraction.ts"
import { composeReleases, composeSequential } from "./compose.ts"
import { GdpFilter } from "./filter.ts"
import type { Release } from "./release.ts"
import { checkResidual, LineBudget, leastDeviation, unspentAtFirst } from "./residual-loss.ts"
import { refusal } from "./testing/refusal.ts"

const unit = 1n << 40n
const square = (x: ExactFraction) => x.times(x)
const etas = fc.oneof(
  fc.constantFrom(1e-12, 0.01, 1 / 3, 1, 7, 1e4, 2 ** -100, 2 ** 20),
  fc.double({ min: 1e-6, max: 1e4, noNaN: true }),
)
const shares = fc.oneof(fc.constantFrom(0n, 1n, unit / 2n, unit - 1n), fc.bigInt({ min: 0n, max: unit - 1n }))

/** A residual release as it should be, except for the given fields. */
function release(block: number, carried: bigint, other: Partial<Release> = {}): Release & { readonly eta: number } {
  const { eta = 1 } = other
  const deviation = leastDeviation(eta, carried, 60).toString()
  const made = {
    arm: 0,
    block,
    count: 5,
    mechanism: "residual",
    line: 0,
    carried: String(carried),
    deviation,
    step: 60,
  }
  return { ...(made as Release), ...other, eta }
}

describe("the noise of a residual release", () => {
  test("is the least whole number of steps that is enough for eta/(1 + 2^-39), compared without rounding", () => {
    fc.assert(
      fc.property(etas, shares, fc.constantFrom(60, 64), (eta, carried, stepBits) => {
        // τ² (4^40 - p²) η² 2^78 ≥ 4^40 (2^39 + 1)² 4^q
        const isEnough = (deviation: bigint) =>
          square(exactly(eta))
            .times(exactlyWhole((deviation ** 2n * (unit ** 2n - carried ** 2n)) << 78n))
            .compare(exactlyWhole((unit ** 2n * ((1n << 39n) + 1n) ** 2n) << BigInt(2 * stepBits))) >= 0
        const least = leastDeviation(eta, carried, stepBits)
        expect([isEnough(least), isEnough(least - 1n)]).toEqual([true, false])
      }),
      { numRuns: 400 },
    )
    expect(leastDeviation(1, 0n, 60)).toBe((1n << 60n) + (1n << 21n))
  })

  test("is refused if it is a single step less, was made for less that is carried on, or is not stated in whole numbers", () => {
    const carried = (3n * unit) / 5n
    const good = release(0, carried)
    expect(checkResidual(good)).toEqual({ eta: 1, line: 0, carried })
    const least = BigInt(good.deviation as string)
    expect(() => checkResidual({ ...good, deviation: String(2n * least) })).not.toThrow()
    const bad: object[] = [
      { deviation: String(least - 1n) },
      { deviation: leastDeviation(1, carried - 1n, 60).toString() },
      { carried: String(carried + 1n) },
      { eta: 1 - Number.EPSILON },
      { carried: String(unit), deviation: "9".repeat(80) },
      { carried: `-${carried}` },
      { carried: Number(carried) },
      { deviation: `${least}.0` },
      { step: 59 },
      { step: 61 },
      { line: -1 },
      { line: undefined },
      { eta: 2 ** 21 },
      { eta: Number.NaN },
      { eta: "1" },
      { eta: -1 },
      { eta: 2 ** -101, deviation: leastDeviation(2 ** -101, carried, 60).toString() },
    ]
    for (const change of bad) {
      const planted = { ...good, ...change } as never
      expect(refusal(() => checkResidual(planted)).code, JSON.stringify(change)).toBe("unknown_release")
      expect(refusal(() => new GdpFilter(1e9).spend([planted])).code).toBe("unknown_release")
      expect(refusal(() => composeReleases([planted])).code).toBe("unknown_release")
    }
  })
})

describe("the spend of a line", () => {
  test("is never below eta√(1 - Π p²/4^40) in exact fractions, hardly above, and never above eta", () => {
    fc.assert(
      fc.property(etas, fc.array(shares, { minLength: 1, maxLength: 12 }), (eta, carried) => {
        const budget = new LineBudget(eta)
        let kept = 1n
        let before = 0
        for (const share of carried) {
          budget.release(share)
          kept *= share * share
          expect(budget.spent()).toBeGreaterThanOrEqual(before)
          before = budget.spent()
        }
        const whole = unit ** BigInt(2 * carried.length)
        expect(budget.unspent * whole <= kept * unspentAtFirst).toBe(true)
        const truth = square(exactly(eta)).times(exactlyWhole(whole - kept))
        expect(square(exactly(before)).times(exactlyWhole(whole)).compare(truth)).toBeGreaterThanOrEqual(0)
        const less = square(exactly(before * (1 - 1e-14)))
        expect(less.times(exactlyWhole(whole)).compare(truth)).toBeLessThanOrEqual(0)
        expect(before).toBeLessThanOrEqual(eta)
      }),
      { numRuns: 400 },
    )
    expect(new LineBudget(3).spent()).toBe(0)
  })

  test("rises to eta, at which rounding refuses nothing, for as many releases as the rounding of sums allows for", () => {
    const filter = new GdpFilter(0.7)
    for (let block = 0; block < 300; block++) filter.spend([release(block, (9n * unit) / 10n, { eta: 0.7 })])
    expect(filter.spent()).toBe(0.7)
    const budget = new LineBudget(1, unspentAtFirst, 2 ** 20 - 1)
    budget.release(unit - 1n)
    expect(refusal(() => budget.release(unit - 1n)).code).toBe("budget_exhausted")
  })
})

describe("releases of an arm's coordinates", () => {
  // Where the line of a coordinate stands after so many releases, as a filter's JSON has it.
  const lineAfter = (arm: string, coordinate: number, releases: number) =>
    [arm, 0, releases - 1, releases, 1, "0", 1, coordinate] as const
  const next = (coordinate: number, block: number) => release(block, 0n, { coordinate, arm: 0 })
  const even = Math.floor(2 ** 20 / Math.sqrt(5))

  test("are granted up to 2^20 over the root of their number, and not up to 2^20 each", () => {
    const filterAfter = (counts: readonly number[]) =>
      GdpFilter.fromJSON({
        limit: 1,
        blocks: [],
        lines: [...counts.map((count, place) => lineAfter("0", place, count)), lineAfter("1", 0, 2 ** 20)],
      })
    const covered = [even, even, even, even, even - 1]
    const filter = filterAfter(covered)
    filter.spend([next(4, even - 1)])
    const before = JSON.stringify(filter)
    // A few more fit into what rounding the limit down leaves.
    const more = Array.from({ length: 10 }, (_, place) => next(4, even + place))
    const error = refusal(() => filter.spend(more))
    expect(error.code).toBe("budget_exhausted")
    expect(error.details).toEqual({ spent: 1, requested: 1, limit: 1 })
    expect(JSON.stringify(filter)).toBe(before)
    expect(refusal(() => filter.spend([next(5, 0), ...more])).code).toBe("budget_exhausted")
    // Unevenly: one coordinate has all, and another then has none.
    const uneven = filterAfter([2 ** 20 - 1])
    uneven.spend([next(0, 2 ** 20 - 1)])
    expect(refusal(() => uneven.spend([next(1, 0)])).code).toBe("budget_exhausted")
    // The next line of the coordinate holds other rewards.
    uneven.spend([{ ...next(0, 2 ** 20), line: 1 }])
    uneven.spend([next(1, 0)])
  })
})

describe("releases of one line", () => {
  const carried = (2n * unit) / 5n
  const alone = new LineBudget(1)
  alone.release(carried)

  test("share rewards: two of them cost more than each, in the filter as in a list, and in another arm or segment they do not", () => {
    const both = new LineBudget(1)
    for (const share of [carried, carried]) both.release(share)
    expect(both.spent()).toBeGreaterThan(alone.spent() * 1.05)
    expect(composeReleases([release(0, carried), release(1, carried)]).eta).toBe(both.spent())
    expect(composeReleases([release(0, carried), release(1, carried, { arm: 1 })]).eta).toBe(alone.spent())
    const filter = new GdpFilter(1)
    expect(filter.spend([release(0, carried), release(1, carried)], "x")).toEqual([alone.spent(), both.spent()])
    const apart = new GdpFilter(1)
    apart.spend([release(0, carried)], "x")
    apart.spend([release(0, carried)], "y")
    apart.spend([release(0, carried, { arm: 1 })], "x")
    expect(apart.spent()).toBe(alone.spent())
  })

  test("of one arm count beside Laplace noise of another, and make the whole a GDP guarantee", () => {
    const laplace: Release = { arm: 1, block: 0, count: 5, mechanism: "laplace", epsilon: 0.01 }
    expect(composeReleases([laplace, release(0, carried)])).toEqual(composeReleases([release(0, carried)]))
    expect(composeReleases([laplace, release(0, carried)]).eta).toBe(alone.spent())
  })

  test("cannot be declared as blocks that share nothing, nor out of order, twice, or with another loss", () => {
    const planted: Release[] = [
      { arm: 0, block: 2, count: 5, mechanism: "gaussian", eta: alone.spent() },
      { arm: 0, block: 2, count: 5, mechanism: "pure", epsilon: 0.1, eta: 0.1 },
      release(1, carried),
      release(2, carried, { eta: 0.5 }),
    ]
    for (const extra of planted) {
      const filter = new GdpFilter(2)
      filter.spend([release(0, carried), release(1, carried)], "x")
      const before = JSON.stringify(filter)
      const asked = [release(0, carried, { arm: 1 }), extra as Release & { eta: number }]
      expect(refusal(() => filter.spend(asked, "x")).code).toBe("unknown_release")
      expect(JSON.stringify(filter)).toBe(before)
      expect(refusal(() => composeReleases([release(0, carried), release(1, carried), extra])).code).toBe(
        "unknown_release",
      )
    }
    const later = new GdpFilter(2)
    later.spend([release(0, carried), release(3, carried, { line: 1 })])
    for (const old of [release(2, carried, { line: 1 }), release(4, carried, { line: 0 })])
      expect(refusal(() => later.spend([old])).code).toBe("unknown_release")
    const blocks = new GdpFilter(2)
    blocks.spend([{ arm: 0, block: 0, count: 5, mechanism: "gaussian", eta: 1 }])
    expect(refusal(() => blocks.spend([release(1, carried)])).code).toBe("unknown_release")
  })

  test("end with the line: the next one begins with nothing spent, and the worst of all counts", () => {
    const filter = new GdpFilter(1)
    const list = [release(0, carried), release(1, carried), release(2, carried), release(3, carried, { line: 1 })]
    const spent = filter.spend(list)
    expect(spent[3]).toBe(spent[2])
    expect(composeReleases(list).eta).toBe(spent[2])
    expect(GdpFilter.fromJSON(JSON.parse(JSON.stringify(filter))).spent()).toBe(spent[2])
    // The second line has spent less than the first until it has as many releases.
    const more = [4, 5, 6].map((block) => release(block, carried, { line: 1 }))
    expect(filter.spend(more.slice(0, 2))).toEqual([spent[2], spent[2]])
    expect(filter.spend(more.slice(2))[0]).toBeGreaterThan(spent[2])
  })

  test("above the limit are refused before anything changes", () => {
    const filter = new GdpFilter(1)
    filter.spend([release(0, carried)])
    const before = JSON.stringify(filter)
    const eta = 1 + Number.EPSILON
    const error = refusal(() => filter.spend([release(1, carried), release(0, carried, { arm: 1, eta })]))
    expect(error.code).toBe("budget_exhausted")
    expect(error.details).toMatchObject({ requested: eta, limit: 1 })
    expect(JSON.stringify(filter)).toBe(before)
  })

  test("are taken back with the releases of blocks beside them, also where one block has several", () => {
    const gaussian = (block: number, eta: number) =>
      ({ arm: 1, block, count: 5, mechanism: "gaussian", eta }) as Release & { readonly eta: number }
    const filter = new GdpFilter(1)
    filter.spend([release(0, carried), gaussian(0, 0.5)])
    const before = JSON.stringify(filter)
    const spent = filter.spent()
    const asked = [release(1, carried), gaussian(0, 0.5), gaussian(1, 0.99), gaussian(0, 0.5), gaussian(0, 0.6)]
    expect(refusal(() => filter.spend(asked)).code).toBe("budget_exhausted")
    expect(JSON.stringify(filter)).toBe(before)
    expect(filter.spent()).toBe(spent)
    filter.spend(asked.slice(0, 4))
    expect(filter.spent("1:0")).toBe(composeSequential([0.5, 0.5, 0.5]))
  })

  test("go on identically from JSON, and lines that cannot be are refused", () => {
    const filter = new GdpFilter(1)
    filter.spend([release(0, carried), release(1, carried), release(2, 0n, { line: 1 })], "x")
    filter.spend([release(0, 3n * (unit / 4n), { arm: 2, eta: 0.5 })], "y")
    const stored = JSON.parse(JSON.stringify(filter))
    const again = GdpFilter.fromJSON(stored)
    expect(again.spent()).toBe(filter.spent())
    for (const one of [filter, again]) one.spend([release(4, 3n * (unit / 4n), { arm: 2, eta: 0.5 })], "y")
    expect(JSON.stringify(again)).toBe(JSON.stringify(filter))
    expect(refusal(() => again.spend([release(2, 0n, { line: 1 })], "x")).code).toBe("unknown_release")
    const [line] = stored.lines as unknown[][]
    for (const [place, value] of [
      [1, -1],
      [3, 0.5],
      [4, 2],
      [4, "0.5"],
      [5, String(unspentAtFirst + 1n)],
      [5, 7],
      [6, 2],
    ] as const) {
      const changed = (line as unknown[]).map((kept, index) => (index === place ? value : kept))
      expect(refusal(() => GdpFilter.fromJSON({ ...stored, lines: [changed] })).code).toBe("invalid_state")
    }
    for (const noLine of [7, [...(line as unknown[]), -1], [...(line as unknown[]), 0, 0]])
      expect(refusal(() => GdpFilter.fromJSON({ ...stored, lines: [noLine] })).code).toBe("invalid_state")
    expect(refusal(() => GdpFilter.fromJSON({ ...stored, lines: [line, line] })).code).toBe("invalid_state")
  })

  test("and blocks of one arm are refused in a request and from JSON, in whatever order they are named", () => {
    const filter = new GdpFilter(1)
    filter.spend([release(0, carried)], "x")
    const before = JSON.stringify(filter)
    expect(refusal(() => filter.request("x:0:7", 0.1)).code).toBe("unknown_release")
    expect(JSON.stringify(filter)).toBe(before)
    const { lines } = filter.toJSON()
    const blocks = [["x:1:0", 0.1, 0] as const, ["x:0:7", 0.1, 0] as const]
    expect(refusal(() => GdpFilter.fromJSON({ limit: 1, blocks, lines })).code).toBe("invalid_state")
    // Other arms, and names that only look alike, have nothing to do with the line.
    const others = ["x:1:0", "x:00:7", "x:0", "x:01", "x:0:7:0", "y:0:7"]
    for (const block of others) filter.request(block, 0.1)
    expect(GdpFilter.fromJSON(JSON.parse(JSON.stringify(filter))).toJSON()).toEqual(filter.toJSON())
  })
})
