import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type AlgorithmParts, createAlgorithm } from "@armistice/core"
import { expect, onTestFinished, test } from "vitest"
import { planExperiment } from "../planning/plan.ts"
import { findStrongestPrivacy } from "../planning/strongest-privacy.ts"
import { compare } from "../replication/compare.ts"
import { prepareSimulation } from "../replication/prepare.ts"
import { simulate } from "../replication/simulate.ts"
import { channelPool } from "../workers/testing/channel-pool.ts"
import type { AlgorithmMaker } from "./custom-algorithm.ts"
import { createCustomEntry } from "./custom-entry.ts"
import { loadModule } from "./load-module.ts"

const module = new URL("../../docs/examples/own-algorithm.mjs", import.meta.url).href
const { default: ownExample } = (await import(module)) as { default: AlgorithmParts }
const setting = { environment: { kind: "bernoulli", means: [0.7, 0.4] }, horizon: 400, runs: 12, seed: 2 } as const
const results = ({ milliseconds: _time, ...rest }: Awaited<ReturnType<typeof simulate>>) => rest

/** The example with parameters, which can be made as private as one likes. */
const maker: AlgorithmMaker = {
  name: "maker",
  parameters: { eta: { kind: "number", about: "loss", min: 0, aboveMin: true, max: 1e3 } },
  create: ({ eta }) => ({
    ...ownExample,
    name: "maker",
    parameters: { eta: Number(eta) },
    guarantee: () => ({ kind: "gdp", eta: Number(eta) }),
  }),
  calibrate: (eta) => (eta > 1e-3 ? { eta } : null),
}

test("a custom algorithm gives the same runs as an object, from a module, and in workers", async () => {
  const here = await simulate({ ...setting, algorithm: ownExample })
  expect(here).toMatchObject({ algorithm: "ten-then-best", parameters: { eta: 1, pulls: 10 }, finished: 12 })
  // Ten pulls of the worse arm, and then the better one nearly always.
  expect(here.regret.mean).toBeGreaterThanOrEqual(3)
  expect(here.releases.eta).toBe(1)
  const { entry } = await loadModule(module)
  const named = { ...setting, algorithm: entry.name, module }
  const loaded = results(await simulate(named))
  expect(loaded).toEqual({ ...results(here), manifest: { ...here.manifest, module: "own-algorithm.mjs" } })
  const pool = channelPool()
  expect(results(await simulate(named, { pool, jobs: 2 }))).toEqual(loaded)
  // An object cannot be sent to workers, and is played here.
  expect(results(await simulate({ ...setting, algorithm: ownExample }, { pool, jobs: 2 }))).toEqual(results(here))
})

test("a custom algorithm is compared at equal privacy, and left out where it cannot be that private", async () => {
  const algorithms = [{ algorithm: "gdp-imed" }, { algorithm: ownExample }, { algorithm: maker }]
  const both = await compare({ ...setting, algorithms, privacy: { eta: 1.5 } })
  expect(both.results.map(({ algorithm }) => algorithm)).toEqual(["gdp-imed", "ten-then-best", "maker"])
  expect(both.results.map(({ guarantee }) => guarantee.eta)).toEqual([1.5, 1, 1.5])
  const strict = await compare({ ...setting, algorithms, privacy: { eta: 0.5 } })
  expect(strict.unable).toEqual([
    { algorithm: "ten-then-best", why: expect.stringContaining("cannot be 0.5-GDP"), nearest: 1 },
  ])
})

test("a custom algorithm takes part in plans, and has a strongest privacy if it can be calibrated", () => {
  const custom = [createCustomEntry(ownExample), createCustomEntry(maker)]
  const asked = { horizon: 400, guess: { means: [0.7, 0.4] }, seed: 1, runs: 10, custom }
  const stages: string[] = []
  const plan = planExperiment({ ...asked, privacy: { eta: 1 }, onProgress: ({ stage }) => stages.push(stage) })
  const names = plan.algorithms.map(({ algorithm }) => algorithm)
  expect(names).toEqual(expect.arrayContaining(["gdp-imed", "ten-then-best", "maker"]))
  expect(stages).toEqual(expect.arrayContaining(["maker", "gaps are half as large"]))
  const strongest = findStrongestPrivacy({ ...asked, mostRegret: 40 }).map(({ algorithm }) => algorithm)
  expect(strongest).toContain("maker")
  expect(strongest).not.toContain("ten-then-best")
})

test("create may leave out name and parameters, and may return an instance of a class", () => {
  class Own {
    readonly eta: number
    constructor(eta: number) {
      this.eta = eta
    }
    start = ownExample.start
    choose = ownExample.choose
    observe = ownExample.observe
    guarantee() {
      return { kind: "gdp", eta: this.eta } as const
    }
  }
  const entry = createCustomEntry({ ...maker, create: ({ eta }) => new Own(Number(eta)) })
  const made = entry.create({ eta: 2 })
  expect([made.name, made.parameters, made.guarantee(2).eta]).toEqual(["maker", { eta: 2 }, 2])
  const wrong = createCustomEntry({ ...maker, create: (() => null) as never })
  expect(() => wrong.create({ eta: 2 })).toThrow("create of maker must return an algorithm, got null")
})

test("a calibrate whose parameters promise less than it was asked for is refused", () => {
  const lying = createCustomEntry({ ...maker, calibrate: (eta) => ({ eta: 1.753 * eta }) })
  expect(() => lying.calibrate?.(1, { horizon: 100, armCount: 2 })).toThrow(
    'calibrate of maker must return parameters with which it is 1-GDP, got {"eta":1.753}, with which it promises 1.753-GDP',
  )
})

test("calibrate may leave out the horizon, which comparisons fill in", async () => {
  const file = new URL("../../docs/examples/own-halving.mjs", import.meta.url).href
  const { default: halving } = (await import(file)) as { default: AlgorithmMaker }
  const { results } = await compare({ ...setting, algorithms: [{ algorithm: halving }], privacy: { eta: 1.5 } })
  expect(results.map(({ guarantee, parameters }) => [guarantee.eta, parameters])).toEqual([
    [1.5, { eta: 1.5, horizon: 400 }],
  ])
})

test("parameters of a maker that are no specifications are refused", () => {
  expect(() => createCustomEntry({ ...maker, parameters: { eta: 1 } as never })).toThrow(
    'parameters of maker: eta must be { kind: "number" or "integer", about, min, max } or { kind: "choice", about, values }, got 1',
  )
})

test("wrong parameters are refused before a run", () => {
  const prepare = (given: object) => () => prepareSimulation({ ...setting, ...given } as never)
  expect(prepare({ algorithm: maker })).toThrow("eta must be")
  expect(prepare({ algorithm: maker, parameters: { epsilon: 1 } })).toThrow("maker takes the parameters eta")
  expect(prepare({ algorithm: ownExample, parameters: { eta: 2 } })).toThrow("takes no parameters, got eta")
  expect(prepare({ algorithm: "other", module })).toThrow("a module with the algorithm")
  expect(prepare({ algorithm: "other", module: "file:///none.mjs" })).toThrow("got none")
  expect(() => createCustomEntry({ name: "", create: () => createAlgorithm("ucb1") })).toThrow("must have a name")
})

test("an algorithm without a name has that of its file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "own algorithms "))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const plain = "start() {}, choose() {}, observe() {}, guarantee() {}"
  writeFileSync(join(folder, "my halving.mjs"), "export default { create: () => ({}) }")
  writeFileSync(join(folder, "plain.mjs"), `export default { parameters: {}, ${plain} }`)
  writeFileSync(join(folder, "named.mjs"), `export default { name: "other", parameters: {}, ${plain} }`)
  const nameOf = async (file: string) => (await loadModule(pathToFileURL(join(folder, file)).href)).entry.name
  expect(await nameOf("my halving.mjs")).toBe("my halving")
  expect(await nameOf("plain.mjs")).toBe("plain")
  expect(await nameOf("named.mjs")).toBe("other")
})

test("a module without an algorithm is refused with what it lacks", async () => {
  const here = fileURLToPath(import.meta.url)
  await expect(loadModule(`data:text/javascript,export default { name: "x" }`)).rejects.toThrow(
    "the default export must be an algorithm: an algorithm must have a name and parameters",
  )
  await expect(loadModule(`file://${here}.none`)).rejects.toThrow()
})
