// The text of bounds: each number stands beside the condition under which it holds.

import { regretBound } from "@armistice/lab"
import { expect, test } from "vitest"
import { formatBound } from "./bound-text.ts"

const formatFor = (means: number[]): string => {
  const setting = { horizon: 1e4, eta: 1 }
  return formatBound(regretBound({ means, runs: 0, ...setting }), { armCount: means.length, ...setting })
}

test("the limit is a bound for algorithms that learn everywhere, and none for this many rounds", () => {
  expect(formatFor([0.6, 0.5])).toMatch(
    /every algorithm that learns on all instances has regret of at least [\d.,]+\. No bound for 1e4 rounds: regret may be lower\./,
  )
})

test("with a mean of 1 the limit is left out, and what is proved for every mean stays", () => {
  const text = formatFor([1, 0.5])
  expect(text).toContain("The bound in the limit of many rounds does not cover a mean of 0 or 1.")
  expect(text).toContain("Proved for 1e4 rounds, each under its own condition:")
  expect(text.replaceAll(/\s+/g, " ")).toContain("Proposition A1: the largest regret of a policy")
})
