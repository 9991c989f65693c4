import { expect, test } from "vitest"
import { compareBest, rankOptions } from "./ranking.ts"
import { makeGroup } from "./testing/make-group.ts"

const figures = (mean: number, chance: number) => ({ mean, low: 0, high: 1, chance })

test("the next is the second best so far, however likely another one is to be the best", () => {
  const nextOf = (b: number, c: number) =>
    compareBest(
      makeGroup({
        state: "clear",
        options: { a: figures(0.6, 1), b: figures(0.2, b), c: figures(0.3, c) },
        differences: { b: [0.4, 0.1, 0.7], c: [0.3, 0.1, 0.5] },
      }),
    )?.next?.arm
  expect([nextOf(0.1, 0), nextOf(0, 0.1), nextOf(0, 0)]).toEqual(["c", "c", "c"])
})

test("options are ranked by their estimates, with the leader before its equals and the unknown last", () => {
  const options = { a: figures(1, 0.1), b: null, c: figures(0.5, 0.1), d: figures(1, 0.3), e: null }
  const group = makeGroup({ state: "too_early", options, leader: "d" })
  expect(rankOptions(group).map(({ arm }) => arm)).toEqual(["d", "a", "c", "b", "e"])
})
