import { catalogue } from "@armistice/core"
import { expect, test } from "vitest"
import { defaultAlgorithm, liveNames, noiseOf } from "./live-algorithms.ts"

test("how each live algorithm uses chance is known, and of all others nothing", () => {
  const byNoise = (noise: string) => liveNames().filter((name) => noiseOf(name) === noise)
  expect(byNoise("draws").sort()).toEqual(["dp-ts-ucb", "dp-ts-ucb-anytime", "dp-ts-ucb-calibrated"])
  expect(byNoise("none").sort()).toEqual(["imed", "kl-ucb", "ucb1", "uniform"])
  expect(byNoise("sums").sort()).toEqual([
    "adac-ucb",
    "adap-kl-ucb",
    "adap-ucb",
    "anytime-lazy-ucb",
    "dp-imed",
    "dp-kl-ucb",
    "dp-se",
    "gdp-imed",
    "gdp-ts",
    "lazy-dp-ts",
  ])
  expect(liveNames()).toHaveLength(17)
  const others = catalogue.map(({ name }) => name).filter((name) => !liveNames().includes(name))
  expect(others.length).toBeGreaterThan(0)
  for (const name of [...others, "toString", "constructor"]) expect(noiseOf(name)).toBeUndefined()
  expect(defaultAlgorithm("gdp")).toBe("gdp-imed")
  expect(defaultAlgorithm("pure")).toBe("dp-imed")
})
