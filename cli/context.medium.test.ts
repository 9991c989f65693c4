// People with a context, through every command that simulates: the same runs, and the same engine.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { commandsInTurn, withFolder } from "./testing/run-command.ts"

const runCommand = commandsInTurn()
const people = "--context cross --levels 2 --context-arms 2 --eta 1 --horizon 500 --runs 4"
const environment = { kind: "drawn-context", name: "cross", arms: 2, levels: 2 }

async function json(line: string, files: Readonly<Record<string, object>> = {}) {
  const { code, stdout, stderr } = await withFolder((folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content))
    return runCommand([...line.split(" "), "--json"], folder)
  })
  expect([code, stderr]).toEqual([0, ""])
  return JSON.parse(stdout)
}

interface Result {
  readonly algorithm: string
  readonly engine: string
  readonly regret: { readonly values: readonly number[] }
}

const listValues = (results: readonly Result[]) => results.map(({ algorithm, regret }) => [algorithm, regret.values])

test("commands give the same runs of the same people, and no engine skips one of them", async () => {
  const algorithms = ["gdp-imed", "per-group", "gdp-context"]
  const compared = await json(`compare --algorithms ${algorithms} ${people}`)
  expect(compared).toMatchObject({ engine: "step", eta: 1 })
  const known = new Map(listValues(compared.results) as [string, readonly number[]][])
  expect([...known.keys()].sort()).toEqual([...algorithms].sort())
  const one = await json(`simulate --algorithm gdp-context ${people}`)
  expect([one.engine, one.regret.values]).toEqual(["step", known.get("gdp-context")])
  const grid = { algorithm: algorithms, eta: [1], environment: [environment], horizon: [500], runs: 4, seed: 1 }
  const swept = await json("sweep grid.json --jobs 1", { "grid.json": { grid, runsPerShard: 2 } })
  expect(new Map(listValues(swept.simulations) as [string, readonly number[]][])).toEqual(known)
  const planned = await json(`plan ${people.replace("--context-arms", "--arms")}`)
  for (const { algorithm, mean } of planned.uses) {
    const values = known.get(algorithm) ?? []
    expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9)
  }
  // Ignoring two groups whose best arms differ costs a tenth of a reward in half of all rounds.
  expect(planned.uses[0].mean).toBeGreaterThan(22)
})

test("late answers and silence come to people with a context alike in every command", async () => {
  const flags = `${people} --mean-delay 30 --silence 0.2,0.1 --window 100`
  const delivery = { delay: { kind: "geometric", mean: 30 }, silence: [0.2, 0.1], window: 100 }
  const algorithms = ["gdp-imed", "per-group", "gdp-context"]
  const compared = await json(`compare --algorithms ${algorithms} ${flags}`)
  const known = new Map(listValues(compared.results) as [string, readonly number[]][])
  for (const result of compared.results) {
    const { joined, expired, outstanding } = result.delivery
    expect(joined + expired + outstanding).toBeCloseTo(500, 9)
    expect(result.manifest).toMatchObject({ environment, delivery })
  }
  const one = await json(`simulate --algorithm gdp-context ${flags}`)
  expect([one.engine, one.regret.values]).toEqual(["step", known.get("gdp-context")])
  const grid = { algorithm: algorithms, eta: [1], environment: [environment], horizon: [500], runs: 4, seed: 1 }
  const swept = await json("sweep grid.json --jobs 1", {
    "grid.json": { grid: { ...grid, delivery: [delivery] }, runsPerShard: 2 },
  })
  expect(new Map(listValues(swept.simulations) as [string, readonly number[]][])).toEqual(known)
  const planned = await json(`plan ${flags.replace("--context-arms", "--arms")}`)
  for (const { algorithm, mean } of planned.uses) {
    const values = known.get(algorithm) ?? []
    expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9)
  }
  const front = await json(`frontier --context cross --levels 2 --etas 1 --horizon 500 --runs 2 --silence 0.2`)
  expect(front.rows.map(({ algorithm }: Result) => algorithm).sort()).toEqual(
    [...algorithms, "lin-ts", "shariff-sheffet"].sort(),
  )
})

test("a plan with a context refuses what it would not look at", async () => {
  const asked = "plan --context cross --levels 2 --arms 2 --eta 1 --horizon 500"
  for (const flag of ["--means 0.5,0.4", "--traffic 100", "--most-regret 30", "--even-share 0.1", "--bounds 0,1"]) {
    const { code, stderr } = await withFolder((folder) => runCommand(`${asked} ${flag}`.split(" "), folder))
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`${flag.split(" ")[0]} and --context must not be given together`),
    ])
  }
})
