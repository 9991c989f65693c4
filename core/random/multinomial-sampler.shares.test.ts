// Which binomial draws counts over outcomes are made of, and what is refused.

import { expect, test } from "vitest"
import { multinomial } from "./multinomial-sampler.ts"
import type { Random } from "./random.ts"

/** Takes `counts` for the results of binomial draws, and notes what was asked for. */
function given(counts: number[]) {
  const asked: [number, number][] = []
  const binomial = (trials: number, p: number) => {
    asked.push([trials, p])
    return counts.shift() ?? Number.NaN
  }
  return { asked, random: { binomial } as unknown as Random }
}

test("each outcome gets its share of the weight that is left, of the trials that are left", () => {
  const { asked, random } = given([2, 1, 7])
  const counts = [9, 9, 9, 9]
  multinomial(random, 10, [3, 1, 0, 4], counts)
  expect(asked).toEqual([
    [10, 3 / 8],
    [8, 1 / 5],
    [7, 0],
  ])
  expect(counts).toEqual([2, 1, 7, 0])
})

test("nothing is drawn for outcomes after which no weight, or before which no trial is left", () => {
  const weightless = given([4])
  const counts = [9, 9, 9]
  multinomial(weightless.random, 4, [2, 0, 0], counts)
  expect(weightless.asked).toEqual([[4, 1]])
  expect(counts).toEqual([4, 0, 0])
  const trialless = given([])
  multinomial(trialless.random, 0, [2, 1, 1], counts)
  expect(trialless.asked).toEqual([])
  expect(counts).toEqual([0, 0, 0])
})

test("weights and lengths that do not fit are refused with their code", () => {
  const isRefused = expect.objectContaining({ code: "invalid_parameter" })
  for (const weights of [[3, -1], [-1, 3], [1, Number.NaN], [0, 0], [1, Number.POSITIVE_INFINITY], [1], [1, 1, 1]])
    expect(() => multinomial(given([1, 1, 1]).random, 5, weights, [0, 0])).toThrow(isRefused)
})
