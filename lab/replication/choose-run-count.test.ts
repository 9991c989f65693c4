import { findAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { createCustomEntry } from "../custom/custom-entry.ts"
import { chooseRunCount } from "./choose-run-count.ts"

test("a hundred runs are usual, and twenty where a run takes long", () => {
  const entries = (...names: string[]) => names.map(findAlgorithm)
  const leap = { horizon: 1e6, engine: "leap" } as const
  expect(chooseRunCount(entries("gdp-imed", "ucb1"), leap)).toBe(100)
  expect(chooseRunCount(entries("gdp-imed", "dp-ucb"), leap)).toBe(20)
  expect(chooseRunCount(entries("dp-ucb"), { ...leap, horizon: 1e4 })).toBe(100)
  expect(chooseRunCount(entries("gdp-imed"), { ...leap, engine: "step" })).toBe(20)
  const own = createCustomEntry({ name: "own", create: () => ({}) as never })
  expect(chooseRunCount([own], leap)).toBe(20)
  expect(chooseRunCount([own], { ...leap, horizon: 1e5 })).toBe(100)
})
