import { seededRandom } from "@armistice/core"
import { expect, test } from "vitest"
import { type ContextEnvironment, createContextEnvironment } from "./context-environment.ts"
import { contextPresets, createDrawnContext } from "./drawn-context.ts"

const draw = (name: string, seed: number, sizes: { arms?: number; levels?: number } = {}) => {
  const environment = createDrawnContext({ kind: "drawn-context", name, ...sizes })
  return (environment.drawPeople as NonNullable<ContextEnvironment["drawPeople"]>)(seededRandom(seed))
}

test.each(contextPresets)(
  "$name: shares add to 1, points and means fit, and a seed gives the same people",
  (preset) => {
    const people = draw(preset.name, 1)
    expect(people.shares.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
    expect(people.groupShares.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
    for (const means of people.means) {
      expect(means).toHaveLength(preset.arms)
      for (const mean of means) expect(mean > 0 && mean < 1).toBe(true)
    }
    for (const point of people.points) expect(() => people.plan.checkPoint(point)).not.toThrow()
    expect(draw(preset.name, 1).means).toEqual(people.means)
  },
)

test("where the context has no effect all levels have the same means; where each has its own best arm, none", () => {
  expect(
    draw("none", 2).means.every((means) => JSON.stringify(means) === JSON.stringify(draw("none", 3).means[0])),
  ).toBe(true)
  const bestArms = draw("cross", 2).means.map((means) => means.indexOf(Math.max(...means)))
  expect(bestArms).toEqual([0, 1, 2, 3, 4])
})

test("effects that add up keep the order of arms in every cell; effects of cells do not", () => {
  const orders = (name: string) => new Set(draw(name, 5).means.map((means) => means.indexOf(Math.max(...means)))).size
  expect(orders("attr0")).toBe(1)
  expect(orders("additive")).toBe(1)
  expect(orders("attrs")).toBeGreaterThan(1)
  expect(orders("nonlin")).toBeGreaterThan(1)
})

test("numeric attributes have a linear effect on features of norm at most 1", () => {
  const { plan, points, means } = draw("corr", 4)
  for (const point of points) {
    const { value } = plan.describe(point)
    expect(value.slice(1).reduce((sum, one) => sum + one * one, 0)).toBeLessThanOrEqual(1 + 1e-12)
  }
  expect(plan.releases).toBe("attributes")
  // A mean that is not clipped at both ends: the mean at the average of two points is that of their
  // means.
  expect(means.flat().some((mean) => mean > 0.02 && mean < 0.98)).toBe(true)
})

test("arms and levels can be chosen, within limits", () => {
  const people = draw("inter", 1, { arms: 2, levels: 3 })
  expect(people.means).toHaveLength(3)
  expect(people.means[0]).toHaveLength(2)
  expect(() => draw("inter", 1, { levels: 51 })).toThrow("levels must be a whole number from 2 to 50, got 51")
  expect(() => draw("nobody", 1)).toThrow(/a context must be one of none, cross, .* got "nobody"/)
})

test("a table of people is checked, and split by the attributes that are named", () => {
  const attributes = { device: { levels: ["phone", "desk"] }, ward: { levels: ["a", "b"] } }
  const people = [
    { share: 3, context: { device: "phone", ward: "a" }, means: [0.5, 0.4] },
    { share: 1, context: { device: "phone", ward: "b" }, means: [0.1, 0.4] },
  ]
  const environment = createContextEnvironment({ kind: "context", attributes, people, splitBy: ["device"] })
  expect(environment.people.groups).toEqual([0, 0])
  expect(environment.means[0]).toBeCloseTo(0.4, 12)
  const spec = { kind: "context", attributes, people } as const
  expect(createContextEnvironment(spec).people.groups).toEqual([0, 1])
  expect(() => createContextEnvironment({ ...spec, splitBy: ["age"] })).toThrow("splitBy must name attributes")
  expect(() =>
    createContextEnvironment({ ...spec, people: [{ context: { device: "tv", ward: "a" }, means: [0, 1] }] }),
  ).toThrow(/attribute device must be one of/)
})
