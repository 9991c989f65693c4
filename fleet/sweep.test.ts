// A sweep gives the same bytes however it is shared out.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { loadEnvironment } from "@armistice/lab/node"
import { expect, onTestFinished, test } from "vitest"
import { discardShards, mergeSweep, runLocalSweep, runSweepPart } from "./local-sweep.ts"
import { findModules, loadModules, nameModules } from "./portable-modules.ts"
import { runFleetSweep } from "./postgres-sweep.ts"
import { listShards, readSweep } from "./sweep-spec.ts"
import { fleetDatabaseUrl } from "./testing/fleet-database-url.ts"

const environment = { kind: "bernoulli", means: [0.9, 0.6, 0.5] } as const
const spec = readSweep({
  simulations: [
    { algorithm: "gdp-imed", parameters: { eta: 1 }, environment, horizon: 2000, runs: 23, seed: 5 },
    { algorithm: "dp-ts-ucb", parameters: { alpha: 1 }, environment, horizon: 2000, runs: 8, seed: 6 },
  ],
  runsPerShard: 5,
})
const grid = { algorithm: "gdp-imed", eta: 1, horizon: 100, environment }
const audits = [{ algorithm: "gdp-imed", parameters: { eta: 1 }, runs: 100, seed: 3 }]

test("shards cover every run once", () => {
  expect(
    listShards({ ...spec, audits }).map((shard) =>
      shard.kind === "audit" ? "audit" : [shard.index, shard.from, shard.to],
    ),
  ).toEqual([[0, 0, 5], [0, 5, 10], [0, 10, 15], [0, 15, 20], [0, 20, 23], [1, 0, 5], [1, 5, 8], "audit"])
})

test("modules of one's own go over machines by checksum, and a worker without its copy refuses", async () => {
  const folder = mkdtempSync(join(tmpdir(), "modules-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, best: number) => {
    const path = join(folder, name)
    writeFileSync(
      path,
      `export default { name: "turns", means: (round) => (round < 50 ? [${best}, 0.2] : [0.2, 0.6]) }`,
    )
    return pathToFileURL(path).href
  }
  const here = await loadEnvironment(write("here.mjs", 0.7))
  const own = readSweep({ grid: { ...grid, environment: "turns", runs: 6 }, runsPerShard: 2 }, { environments: [here] })
  const one = JSON.stringify(await runLocalSweep(own, { jobs: 2 }))
  expect(JSON.parse(one).simulations[0].measures.regretIs).toBe("each round")
  const named = nameModules(own)
  expect(JSON.stringify(named)).not.toContain(folder)
  // Another machine has the same file elsewhere, and another file under the same name.
  const there = await loadModules({ environments: [write("there.mjs", 0.7)] })
  expect(JSON.stringify(await runLocalSweep(findModules(named, there), { jobs: 1 }))).toBe(one)
  const changed = await loadModules({ environments: [write("changed.mjs", 0.8)] })
  expect(() => findModules(named, changed)).toThrow(
    /this worker was started without a module of the sweep: the environment turns with the checksum [0-9a-f]{12}…/,
  )
  const url = await fleetDatabaseUrl()
  expect(JSON.stringify(await runFleetSweep(own, { url, jobs: 1 }))).toBe(one)
})

test("one core, two cores, other shards and a database give the same bytes", async () => {
  const one = JSON.stringify(await runLocalSweep(spec, { jobs: 1 }))
  expect(JSON.stringify(await runLocalSweep(spec, { jobs: 2 }))).toBe(one)
  expect(JSON.stringify(await runLocalSweep({ ...spec, runsPerShard: 7 }, { jobs: 2 }))).toBe(one)
  const url = await fleetDatabaseUrl()
  expect(JSON.stringify(await runFleetSweep(spec, { url, jobs: 2 }))).toBe(one)
  // Submitted again it is finished already: nobody needs to work.
  expect(JSON.stringify(await runFleetSweep(spec, { url }))).toBe(one)
  expect(JSON.parse(one).simulations[0].finished).toBe(23)
})

test("a sweep that is stopped goes on from its folder, and parts of it merge to the same bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "armistice-sweep-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const one = JSON.stringify(await runLocalSweep(spec, { jobs: 1 }))
  const keepIn = join(folder, "kept")
  const controller = new AbortController()
  const stopped = runLocalSweep(spec, {
    jobs: 1,
    kept: { keepIn },
    signal: controller.signal,
    onProgress: ({ finished }) => finished === 3 && controller.abort(new Error("stopped")),
  })
  await expect(stopped).rejects.toThrow("stopped")
  expect(() => mergeSweep(spec, { keepIn })).toThrow(/4 of 7 shards are missing/)
  const seen: number[] = []
  const rest = await runLocalSweep(spec, {
    jobs: 1,
    kept: { keepIn },
    onProgress: ({ finished }) => seen.push(finished),
  })
  expect(JSON.stringify(rest)).toBe(one)
  expect(seen).toEqual([4, 5, 6, 7])
  // Another sweep finds nothing of this one.
  expect(() => mergeSweep({ ...spec, runsPerShard: 4 }, { keepIn })).toThrow(/8 of 8 shards are missing/)
  expect(() => mergeSweep(spec, { keepIn, program: "another" })).toThrow(/7 of 7 shards are missing/)
  discardShards({ ...spec, runsPerShard: 4 }, { keepIn })
  discardShards(spec, { keepIn, program: "another" })
  discardShards(spec, { keepIn })
  expect(readdirSync(folder)).toEqual([])

  for (const number of [3, 1, 2]) await runSweepPart(spec, { number, count: 3 }, { jobs: 1, kept: { keepIn } })
  expect(JSON.stringify(mergeSweep(spec, { keepIn }))).toBe(one)
})

test("a grid has every combination: calibrated to each eta, and once where privacy is given or not promised", () => {
  const { simulations, leftOut } = readSweep({
    grid: {
      algorithm: ["gdp-imed", { name: "dp-ts-ucb", alpha: [0, 1] }, "dp-ts-ucb", "ucb1"],
      eta: [0.1, 1],
      horizon: [1e3, 1e4],
      environment: [environment, "paper"],
      runs: 7,
      seed: 3,
    },
  })
  const of = (name: string) => simulations.filter(({ algorithm }) => algorithm === name)
  expect(of("gdp-imed").map(({ targetEta, horizon }) => [targetEta, horizon])).toEqual(
    [1e3, 1e4, 1e3, 1e4].flatMap((horizon) => [
      [0.1, horizon],
      [1, horizon],
    ]),
  )
  expect(of("dp-ts-ucb").map(({ parameters }) => parameters)).toEqual(
    [1, 2, 3, 4].flatMap(() => [{ alpha: 0 }, { alpha: 1 }]),
  )
  expect(of("ucb1")).toHaveLength(4)
  expect(leftOut?.length).toBe(8)
  for (const { runs, seed } of simulations) expect([runs, seed]).toEqual([7, 3])
})

test("a grid has each delivery, and null stands for rewards at once", () => {
  const delivery = { delay: { kind: "fixed", rounds: 20 }, silence: 0.1, missing: "ignore" }
  const { simulations } = readSweep({ grid: { ...grid, delivery: [null, delivery] } })
  expect(simulations.map((one) => one.delivery)).toEqual([undefined, delivery])
  expect(() => readSweep({ grid: { ...grid, delivery: { silence: 2 } } })).toThrow("silence must be in [0, 1], got 2")
})

test.each([
  [{ simulations: [] }, /got none of them/],
  [{ simulations: [{ algorithm: "none", environment, horizon: 10, runs: 1, seed: 1 }] }, /^simulations\[0\]: .*none/],
  [
    { simulations: [spec.simulations[0], { ...spec.simulations[0], parameters: { eta: -1 } }] },
    /^simulations\[1\]: eta/,
  ],
  [{ simulations: [null] }, /^simulations\[0\] must be an entry/],
  [{ audits: [{ algorithm: "gdp-imed", parameters: { eta: 1 } }, { algorithm: "gdp-imde" }] }, /^audits\[1\]: /],
  [{ audits: [{ algorithm: "gdp-imed" }], runsPerShard: 0 }, /runsPerShard/],
  [{ audits: [{ algorithm: "gdp-imed" }], shards: 3 }, /"shards"/],
  [{ grid: { ...grid, algorithm: ["gdp-imed", "dp-imde"] } }, /^grid.algorithm\[1\]: algorithm must be one of/],
  [{ grid: { ...grid, algorithm: [{ name: "dp-ts-ucb", beta: 1 }] } }, /^grid.algorithm\[0\]: .*alpha.*got beta/],
  [{ grid: { ...grid, environment: [environment, { kind: "bernoulli", means: [2, 0] }] } }, /^grid.environment\[1\]: /],
  [{ grid: { ...grid, environment: "papre" } }, /^grid.environment\[0\]: .*preset/],
  [{ grid: { ...grid, eta: [1, 0] } }, /^grid.eta\[1\] must be/],
  [{ grid: { ...grid, horizon: [] } }, /^grid.horizon must be/],
  [{ grid: { ...grid, horizons: [] } }, /got "horizons"/],
  [{ grid: { ...grid, algorithm: "dp-ts-ucb", eta: 1e-3 } }, /nothing to run: DP-TS-UCB cannot be/],
])("refused before anything runs: %j", (given, message) => {
  expect(() => readSweep(given)).toThrow(message)
})
