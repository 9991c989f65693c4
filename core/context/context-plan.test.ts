import { expect, test } from "vitest"
import { ArmisticeError } from "../errors.ts"
import type { ContextAttributes } from "./attributes.ts"
import { type Context, type ContextPlan, planContext } from "./context-plan.ts"

const device = { levels: ["phone", "desk", "other"] }
const age = { range: [0, 100], bands: 4 } as const

function refusal(call: () => unknown): ArmisticeError {
  try {
    call()
  } catch (error) {
    if (error instanceof ArmisticeError) return error
    throw error
  }
  throw new Error("must be refused")
}

/** The squared norm of what is released beside the total. */
function releasedNorm(plan: ContextPlan, context: Context): number {
  const { index, value } = plan.describe(plan.point(context))
  const isReleased = new Set(plan.released.slice(1))
  return index.reduce((sum, at, k) => (isReleased.has(at) ? sum + (plan.scale * value[k]) ** 2 : sum), 0)
}

test("the levels of one attribute are its cells", () => {
  const plan = planContext({ device })
  expect(plan).toMatchObject({ features: 3, coordinates: 4, releases: "cells", released: [0, 1, 2, 3], scale: 1 })
  expect(plan.groups?.map(({ name }) => name)).toEqual(["phone", "desk", "other"])
  expect(plan.describe(plan.point({ device: "desk" }))).toEqual({ index: [0, 2], value: [1, 1] })
})

test("several attributes model levels and cells, and release cells", () => {
  const plan = planContext({ device, age })
  expect(plan).toMatchObject({ features: 7 + 12, coordinates: 13, releases: "cells" })
  const point = plan.point({ device: "desk", age: 41 })
  expect(point).toEqual([1, 1])
  expect(plan.groupOf(point)).toBe(5)
  expect(plan.groups?.[5]).toEqual({ name: "desk, 25 to 50", levels: ["desk", "25 to 50"] })
  // Feature 0 is the intercept, 1 to 3 are devices, 4 to 7 ages, cells follow.
  const third = 1 / Math.sqrt(3)
  expect(plan.describe(point)).toEqual({ index: [0, 2, 5, 8 + 5], value: [1, third, third, third] })
  expect(plan.released.slice(1)).toEqual(Array.from({ length: 12 }, (_, cell) => 8 + cell))
  expect(releasedNorm(plan, { device: "desk", age: 41 })).toBeCloseTo(1, 12)
})

test("a linear attribute or a large table releases attributes alone", () => {
  const linear = planContext({ device, height: { range: [100, 200] } })
  expect(linear).toMatchObject({ features: 4, coordinates: 5, releases: "attributes", groups: null })
  expect(linear.point({ device: "phone", height: 125 })).toEqual([0, 0.25])
  const { index, value } = linear.describe([0, 0.25])
  expect(index).toEqual([0, 1, 4])
  expect(value[2]).toBeCloseTo(-0.5 / Math.sqrt(2), 12)
  expect(linear.groupOf([0, 0.25])).toBeNull()
  for (const height of [100, 150, 200])
    expect(releasedNorm(linear, { device: "phone", height })).toBeLessThan(1 + 1e-12)
  const levels = Array.from({ length: 7 }, (_, level) => `level ${level}`)
  expect(planContext({ one: { levels }, two: { levels } })).toMatchObject({ features: 14, releases: "attributes" })
})

test("points that are equal have one key, and others have other keys", () => {
  const levels = Array.from({ length: 7 }, (_, level) => `level ${level}`)
  const table = planContext({ one: { levels }, two: { levels } })
  const linear = planContext({ one: { levels }, height: { range: [100, 200] }, weight: { range: [0, 1] } })
  for (const plan of [table, linear]) {
    const points = levels.flatMap((one) =>
      levels.map((two, at) =>
        plan.point(plan === table ? { one, two } : { one, height: 100 + at / 3, weight: at / 1e6 }),
      ),
    )
    expect(new Set(points.map((point) => plan.findKey(point))).size).toBe(points.length)
    for (const point of points) expect(plan.findKey([...point])).toBe(plan.findKey(point))
  }
  // More digits than a plan gives to a point, or more points than there are numbers.
  const wide = planContext(Object.fromEntries(["a", "b", "c"].map((name) => [name, { range: [0, 1] as const }])))
  const exact = [0, 1 / 3, 0.1]
  expect(linear.findKey(exact)).toBeNull()
  expect(wide.findKey(exact)).toBeNull()
})

test("cells and levels together have at most 50 features", () => {
  const ten = Array.from({ length: 10 }, (_, level) => `level ${level}`)
  expect(planContext({ one: { levels: ten.slice(0, 4) }, two: { levels: ten } }).releases).toBe("attributes")
})

test("bands are named by edges that people can read, and cut where the range says", () => {
  const names = (low: number, high: number, bands: number) =>
    planContext({ age: { range: [low, high], bands } }).groups?.map(({ name }) => name)
  expect(names(0, 100, 3)).toEqual(["0 to 33.3", "33.3 to 66.7", "66.7 to 100"])
  expect(names(18, 98, 4)).toEqual(["18 to 38", "38 to 58", "58 to 78", "78 to 98"])
  expect(names(-0.5, 0.123456, 2)).toEqual(["-0.5 to -0.188", "-0.188 to 0.123456"])
  expect(names(0, 1e15, 3)?.[1]).toBe("333000000000000 to 667000000000000")
  const plan = planContext({ age: { range: [0, 100], bands: 3 } })
  expect([33.32, 33.34].map((age) => plan.point({ age })[0])).toEqual([0, 1])
})

test("a linear number is kept to a millionth of its range", () => {
  const plan = planContext({ age: { range: [0, 300] } })
  expect(plan.point({ age: 100 })).toEqual([0.333333])
  expect([plan.point({ age: 1e-5 }), plan.point({ age: 300 })]).toEqual([[0], [1]])
})

test("numbers are clipped, and a declared level other catches the rest", () => {
  const plan = planContext({ device, age })
  expect(plan.point({ device: "fridge", age: -3 })).toEqual([2, 0])
  expect(plan.point({ device: "phone", age: 100 })).toEqual([0, 3])
  expect(plan.point({ device: "phone", age: Number.POSITIVE_INFINITY })).toEqual([0, 3])
})

test("refuses contexts that do not fit, by what is wrong with them", () => {
  const plan = planContext({ device: { levels: ["phone", "desk"] }, age })
  const code = (context: unknown) => refusal(() => plan.point(context as Context)).code
  expect(code({ device: "fridge", age: 1 })).toBe("unknown_level")
  expect(code({ device: 1, age: 1 })).toBe("unknown_level")
  expect(code({ device: "phone" })).toBe("missing_attribute")
  expect(code({ device: "phone", age: null })).toBe("missing_attribute")
  expect(code({ device: "phone", age: 1, toString: 3 })).toBe("unknown_attribute")
  expect(code({ device: "phone", age: "41" })).toBe("invalid_parameter")
  expect(code({ device: "phone", age: Number.NaN })).toBe("invalid_parameter")
  expect(code(null)).toBe("invalid_parameter")
  expect(code(["phone", 41])).toBe("invalid_parameter")
})

test("refuses points that are none of the plan", () => {
  const plan: ContextPlan = planContext({ device, height: { range: [0, 1] } })
  for (const point of [undefined, [], [0], [3, 0], [0.5, 0], [0, 1.5], [0, Number.NaN], [-1, 0], ["0", 0], [0, 0, 0]])
    expect(refusal(() => plan.checkPoint(point)).code).toBe("invalid_parameter")
  plan.checkPoint([2, 1])
})

test("refuses attributes that cannot be planned", () => {
  const many = (count: number) => ({ levels: Array.from({ length: count }, (_, level) => String(level)) })
  const wrong: unknown[] = [
    null,
    [],
    {},
    { device: null },
    { device: {} },
    { "": device },
    { device: { levels: ["one"] } },
    { device: { levels: ["one", "one"] } },
    { device: { levels: ["one", ""] } },
    { device: { levels: ["one", 2] } },
    { device: { levels: ["one", "two"], bands: 3 } },
    { device: { levels: ["one", "two"], extra: 1 } },
    { age: { range: [1, 1] } },
    { age: { range: [2, 1] } },
    { age: { range: [0, Number.NaN] } },
    { age: { range: [-1.7e308, 1.7e308] } },
    { age: { range: [0] } },
    { age: { range: [0, 1], bands: 1 } },
    { age: { range: [0, 1], bands: 2.5 } },
    { age: { bands: 2 } },
    { one: many(51) },
    { one: many(30), two: many(21) },
  ]
  for (const attributes of wrong)
    expect(refusal(() => planContext(attributes as ContextAttributes)).code).toBe("invalid_parameter")
})
