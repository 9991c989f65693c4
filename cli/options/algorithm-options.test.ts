import { catalogue } from "@armistice/core"
import { contextCatalogue } from "@armistice/core/context"
import { describe, expect, test } from "vitest"
import { commands } from "../commands.ts"
import { chooseAlgorithm, readAlgorithmNames, readParameterOptions } from "./algorithm-options.ts"

test("every parameter in the catalogue is a flag", async () => {
  const entries = [...catalogue, ...contextCatalogue]
  const names = new Set(entries.flatMap(({ parameters }) => Object.keys(parameters)))
  // Attributes come with the people.
  names.delete("attributes")
  expect(new Set(Object.keys(await readParameterOptions(undefined)))).toEqual(names)
})

test("every parameter can be given to simulate: as a flag of its own, or inside the algorithm's name", async () => {
  const simulate = await commands.find(({ name }) => name === "simulate")?.load()
  const flags = Object.keys({ ...(await simulate?.parameters?.(undefined)), ...simulate?.options })
  for (const { name: algorithm, parameters } of catalogue)
    for (const [name, spec] of Object.entries(parameters)) {
      expect(flags).toContain(name)
      // JSON has colons, so attributes have a flag and no place in the name.
      if (spec.kind === "attributes") continue
      const value = spec.kind === "choice" ? spec.values[0] : spec.max
      expect(chooseAlgorithm(`${algorithm}:${name}=${value}`).parameters[name]).toBe(value)
    }
})

describe("an algorithm in one word", () => {
  test("has its parameters after colons, with the names of flags or of files", () => {
    expect(chooseAlgorithm("m-ts-gaussian:pre-pulls=1:varianceScale=1.178").parameters).toEqual({
      prePulls: 1,
      varianceScale: 1.178,
    })
  })

  test("parameters in the name win over those for all", () => {
    expect(chooseAlgorithm("dp-ts-ucb:alpha=1", { alpha: "0" }).parameters).toEqual({ alpha: 1 })
  })

  test("a choice stays a word, also where it looks like a number", () => {
    expect(chooseAlgorithm("lazy-dp-ts", { logBase: "2", epsilon: "1e-1" }).parameters).toEqual({
      logBase: "2",
      epsilon: 0.1,
    })
  })
})

test("algorithms are listed with commas, as a list, or all at once", () => {
  expect(readAlgorithmNames("ucb1, imed")).toEqual(["ucb1", "imed"])
  expect(readAlgorithmNames(["ucb1"])).toEqual(["ucb1"])
  expect(readAlgorithmNames("all")).toHaveLength(catalogue.length)
  for (const bad of [undefined, "", [], [1], { name: "ucb1" }])
    expect(() => readAlgorithmNames(bad)).toThrow("--algorithms")
})
