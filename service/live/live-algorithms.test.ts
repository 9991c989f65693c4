import { catalogue, findAlgorithm } from "@armistice/core"
import { expect, test } from "vitest"
import { defaultAlgorithms, liveNames, liveUse } from "./live-algorithms.ts"

test("the live algorithms are those of the catalogue, and nothing that is not on offer runs", () => {
  const others = catalogue.map(({ name }) => name).filter((name) => !liveNames().includes(name))
  expect(others.sort()).toEqual(["dp-ucb", "m-ts-gaussian", "ts-beta", "ts-gaussian"])
  for (const { name, live } of catalogue) expect(liveUse(name)).toBe(live)
  for (const name of ["toString", "constructor", ""]) expect(liveUse(name)).toBeNull()
})

test("the algorithms taken for a privacy target run live and can be calibrated to it", () => {
  expect(defaultAlgorithms).toEqual({ gdp: "gdp-imed", pure: "dp-imed" })
  for (const name of Object.values(defaultAlgorithms)) {
    expect(liveNames()).toContain(name)
    expect(findAlgorithm(name).calibrate).toBeDefined()
  }
  expect(findAlgorithm(defaultAlgorithms.pure).parameters).toHaveProperty("epsilon")
})
