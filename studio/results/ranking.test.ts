import { expect, test } from "vitest"
import { compareBest, rankOptions } from "./ranking.ts"
import { makeGroup } from "./testing/make-group.ts"

const figures = (mean: number) => ({ mean, low: 0, high: 1 })
const group = makeGroup({
  state: "clear",
  options: { a: figures(0.6), b: figures(0.2), c: figures(0.3), d: null },
  differences: { b: [0.4, 0.1, 0.7], c: [0.3, 0.1, 0.5] },
})

test("options come in the service's order, and the next best is the service's", () => {
  expect(rankOptions(group).map(({ arm }) => arm)).toEqual(["a", "c", "b", "d"])
  expect(compareBest(group)).toMatchObject({ leader: { arm: "a" }, next: { arm: "c" }, lead: { difference: 0.3 } })
  const lead = group.differences.find(({ arm }) => arm === "b") ?? null
  const other = { ...group, next: "b", lead, order: ["a", "b", "c", "d"] }
  expect(rankOptions(other).map(({ arm }) => arm)).toEqual(["a", "b", "c", "d"])
  expect(compareBest(other)).toMatchObject({ next: { arm: "b" }, lead: { difference: 0.4 } })
})

test("without a next best the leader stands alone", () => {
  const alone = { ...group, next: null, lead: null }
  expect(compareBest(alone)).toMatchObject({ leader: { arm: "a" }, next: null, lead: null })
  expect(compareBest({ ...group, leader: null })).toBeNull()
})
