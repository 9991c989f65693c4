// The command's printed and written results when all is well.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { catalogue, computeDelta, computeEpsilon, computeEta } from "@armistice/core"
import { describe, expect, test } from "vitest"
import { commandsInTurn, filesIn, withFolder } from "./testing/run-command.ts"

// That each of them starts and ends in a process of its own is tried by help.slow.test.ts.
const runCommand = commandsInTurn()

const run = (line: string) => withFolder((folder) => runCommand(line.split(" "), folder))

/** The one document on stdout; anything else there, or on stderr, is a failure. */
async function json(line: string) {
  const { code, stdout, stderr } = await run(`${line} --json`)
  expect(stderr).toBe("")
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

const paper =
  "simulate --algorithm dp-ts-ucb --alpha 1 --horizon 1e4 --means 0.95,0.75,0.55,0.35,0.15 --runs 6 --seed 1"

describe("simulate", () => {
  test("prints the document that scripts rely on", async () => {
    const result = await json(paper)
    expect(result).toMatchObject({
      algorithm: "dp-ts-ucb",
      parameters: { alpha: 1, horizon: 10_000 },
      horizon: 10_000,
      means: [0.95, 0.75, 0.55, 0.35, 0.15],
      runs: 6,
      seed: 1,
      engine: "leap",
      guarantee: {
        kind: "gdp",
        eta: expect.closeTo(Math.sqrt(38 / Math.log(1e4)), 12),
        published: expect.closeTo(2.87497, 5),
      },
      manifest: { version: "0.1.0", environment: { kind: "bernoulli" } },
    })
    expect(result.regret.values).toHaveLength(6)
    const mean = result.regret.values.reduce((sum: number, value: number) => sum + value, 0) / 6
    expect(result.regret.mean).toBeCloseTo(mean, 9)
    expect(result.regret.standardError).toBeGreaterThan(0)
    expect(result.pulls.mean.reduce((sum: number, value: number) => sum + value, 0)).toBeCloseTo(10_000, 6)
    expect(result.milliseconds.perRun).toBeGreaterThan(0)
    expect(result.milliseconds.total).toBeGreaterThan(0)
  })

  test.each(["leap", "step"])("has the same bytes on one thread and on two (%s)", async (engine) => {
    const documents = await Promise.all([1, 2].map((jobs) => json(`${paper} --engine ${engine} --jobs ${jobs}`)))
    const texts = documents.map(({ milliseconds, ...rest }) => JSON.stringify(rest))
    expect(texts[1]).toBe(texts[0])
  })

  test("another seed gives another result", async () => {
    const [one, other] = await Promise.all([json(paper), json(`${paper} --seed 2`)])
    expect(other.regret.mean).not.toBe(one.regret.mean)
  })

  test("takes a configuration file like flags, and flags win over it", async () => {
    await withFolder(async (folder) => {
      const config = { algorithm: "m-ts-gaussian", prePulls: 1, varianceScale: 1.178, horizon: 1e3, means: [0.9, 0.5] }
      writeFileSync(
        join(folder, "config.json"),
        JSON.stringify({ ...config, runs: 3, seed: 5, json: true, csv: "a.csv" }),
      )
      const flags = "--algorithm m-ts-gaussian --pre-pulls 1 --variance-scale 1.178 --horizon 1e3 --means 0.9,0.5"
      const [file, line, both] = await Promise.all([
        runCommand(["simulate", "--config", "config.json"], folder),
        runCommand(`simulate ${flags} --runs 3 --seed 5 --json --csv b.csv`.split(" "), folder),
        runCommand("simulate --config config.json --seed 6 --csv c.csv".split(" "), folder),
      ])
      const [fromFile, fromLine, fromBoth] = [file, line, both].map(({ stdout }) => {
        const { milliseconds, ...rest } = JSON.parse(stdout)
        return rest
      })
      expect(fromFile).toEqual(fromLine)
      expect(fromBoth.seed).toBe(6)
      expect(fromBoth.horizon).toBe(1000)
      expect(readFileSync(join(folder, "a.csv"), "utf8")).toBe(readFileSync(join(folder, "b.csv"), "utf8"))
    })
  })

  test("writes a table with its manifest and both kinds of chart", async () => {
    await withFolder(async (folder) => {
      const files = "--csv runs.csv --svg regret.svg --png regret.png"
      const { code } = await runCommand(`${paper} ${files}`.split(" "), folder)
      expect(code).toBe(0)
      expect(filesIn(folder)).toEqual(["regret.png", "regret.svg", "runs.csv", "runs.manifest.json"])
      const read = (name: string) => readFileSync(join(folder, name), "utf8")
      expect(read("runs.csv")).toMatch(
        /^run,round,algorithm,parameter_alpha,parameter_horizon,regret\n0,1,dp-ts-ucb,1,10000,0/,
      )
      expect(read("regret.svg")).toMatch(/^<svg.*Regret over time.*<\/svg>\n$/s)
      expect(readFileSync(join(folder, "regret.png")).subarray(1, 4).toString()).toBe("PNG")
      expect(JSON.parse(read("runs.manifest.json")).simulations[0]).toMatchObject({
        algorithm: "dp-ts-ucb",
        parameters: { alpha: 1 },
        seed: 1,
        engine: "leap",
        version: "0.1.0",
      })
    })
  })

  test("draws bands of confidence on request, with a warning if intervals may mislead", async () => {
    await withFolder(async (folder) => {
      const { stdout } = await runCommand(`${paper} --band ci --svg regret.svg`.split(" "), folder)
      expect(stdout).toMatch(/\d+ runs: rare bad runs may be missing/)
      expect(readFileSync(join(folder, "regret.svg"), "utf8")).toMatch(
        /bands are 95% intervals of the mean \(\d+ runs: rare/,
      )
    })
  })

  test("replays recorded rewards and plays late rewards", async () => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, "rewards.csv"), `good,bad\n${"1,0\n".repeat(200)}`)
      const replay = "simulate --algorithm ucb1 --replay rewards.csv --horizon 200 --runs 2 --json"
      const { stdout } = await runCommand(replay.split(" "), folder)
      const inWords = await runCommand(replay.replace(" --json", "").split(" "), folder)
      expect(inWords.stdout).toContain("Pull k of an arm takes row k of its column, whatever the round.")
      expect(JSON.parse(stdout).means).toEqual([1, 0])
      const late = JSON.parse((await runCommand(`${replay} --delay 3 --doubling 0.1`.split(" "), folder)).stdout)
      expect(late.engine).toBe("step")
      expect(late.manifest.delivery).toEqual({ delay: { kind: "fixed", rounds: 3 }, doubling: 0.1 })
    })
  })

  test("prints one screen of text", async () => {
    const { stdout } = await run(paper)
    for (const words of ["DP-TS-UCB", "regret", "95 % interval", "2.0313-GDP", "50 % is chance", "a run"])
      expect(stdout).toContain(words)
    expect(stdout.split("\n").length).toBeLessThan(25)
  })
})

describe("compare", () => {
  test("at equal privacy gives every algorithm at most the target's loss, and lists those that cannot", async () => {
    const result = await json("compare --algorithms all --eta 1.5 --horizon 300 --runs 2")
    expect(result.eta).toBe(1.5)
    expect(result.results.length + result.unable.length).toBe(catalogue.length)
    for (const { guarantee } of result.results) expect(guarantee.eta).toBeLessThanOrEqual(1.5)
    const paperAlgorithm = result.unable.find(({ algorithm }: { algorithm: string }) => algorithm === "dp-ts-ucb")
    expect(paperAlgorithm.nearest).toBeGreaterThan(1.5)
    expect(paperAlgorithm.why).toBe("DP-TS-UCB cannot be 1.5-GDP at horizon 300")
  })

  test("takes a target of (epsilon, delta)", async () => {
    const { eta } = await json("compare --algorithms dp-imed --epsilon 5 --delta 1e-6 --horizon 300 --runs 1")
    expect(eta).toBe(computeEta(5, 1e-6))
  })

  test("takes parameters for all and for each, and the same algorithm twice", async () => {
    const { eta, results } = await json(
      "compare --algorithms dp-ts-ucb:alpha=0,dp-ts-ucb,dp-se --alpha 1 --epsilon 2 --horizon 300 --runs 1",
    )
    expect(eta).toBeNull()
    expect(results.map((one: { parameters: unknown }) => one.parameters)).toEqual([
      { alpha: 0, horizon: 300 },
      { alpha: 1, horizon: 300 },
      { epsilon: 2, horizon: 300 },
    ])
  })

  test("prints a table with bars, best first", async () => {
    const { stdout } = await run("compare --algorithms uniform,imed --horizon 2000 --runs 4")
    expect(stdout.indexOf("IMED")).toBeLessThan(stdout.indexOf("Uniform"))
    expect(stdout).toMatch(/Uniform .* █+/)
  })
})

describe("privacy", () => {
  test.each([
    ["privacy --eta 1 --epsilon 1", { eta: 1, epsilon: 1, delta: computeDelta(1, 1) }],
    ["privacy --eta 1 --delta 1e-6", { eta: 1, epsilon: computeEpsilon(1, 1e-6), delta: 1e-6 }],
    ["privacy --epsilon 1 --delta 1e-6", { eta: computeEta(1, 1e-6), epsilon: 1, delta: 1e-6 }],
  ])("%s converts", async (line, expected) => {
    expect(await json(line)).toMatchObject(expected)
  })

  test("says 0.12694 for the delta of eta 1 at epsilon 1, rounded up", async () => {
    expect((await run("privacy --eta 1 --epsilon 1")).stdout).toContain("delta 0.12694")
  })

  test("explains an algorithm's guarantee: published, tight and per record", async () => {
    const line = "privacy --algorithm dp-ts-ucb --alpha 1 --horizon 1e6"
    const document = await json(line)
    const tight = Math.sqrt(57 / Math.log(1e6))
    expect(document).toMatchObject({
      eta: expect.closeTo(tight, 12),
      tight: expect.closeTo(tight, 12),
      published: expect.closeTo(2.874972, 5),
      delta: 1e-6,
      epsilon: computeEpsilon(document.eta, 1e-6),
      attack: { success: expect.closeTo(0.84509, 4) },
    })
    expect(document.perRecord[1]).toEqual({ rewards: 2, eta: expect.closeTo(tight / Math.SQRT2, 12) })
    const { stdout } = await run(line)
    for (const words of ["2.0313-GDP", "2.875-GDP", "in a block of 2", "at delta 1e-6", "84.51 %"])
      expect(stdout).toContain(words)
  })

  test("draws the trade-off, and writes its points", async () => {
    await withFolder(async (folder) => {
      await runCommand("privacy --epsilon 1 --svg curve.svg --png curve.png --csv curve.csv".split(" "), folder)
      expect(filesIn(folder)).toEqual(["curve.csv", "curve.png", "curve.svg"])
      const points = readFileSync(join(folder, "curve.csv"), "utf8")
      expect(points).toMatch(/^curve,false alarms,missed detections\nperfect privacy,0,1\n/)
      expect(points).toContain("\nepsilon 1,0,1\n")
    })
  })
})

describe("bench", () => {
  test("measures both engines and the growth with the horizon", async () => {
    const result = await json("bench --algorithms dp-ts-ucb,dp-se --horizon 1e4 --seconds 2")
    expect(result.engines.map((row: { setting: string }) => row.setting)).toContain("alpha 0.5")
    for (const { ratio, leap, step } of result.engines) {
      expect(ratio).toBeCloseTo(leap.roundsPerSecond / step.roundsPerSecond, 9)
      expect(step.milliseconds).toBeGreaterThan(0)
    }
    expect(result.growth.horizons.at(-1)).toBe(1e12)
    for (const row of result.growth.rows) expect(row.powerOfLog).toBeLessThan(16)
  })
})

describe("identify", () => {
  const arms = "identify --means 0.9,0.5,0.3 --error 0.1 --runs 10"

  test("gives errors and pulls of every algorithm with intervals, beside what is needed", async () => {
    const found = await json(`${arms} --epsilon 1`)
    expect(found.leftOut).toEqual(["residual-se"])
    expect(found.rows.map(({ algorithm }: { algorithm: string }) => algorithm)).toContain("dp-se")
    for (const { errorRate, pulls, quantiles } of found.rows) {
      for (const { low, value, high } of [errorRate, pulls, ...quantiles])
        expect(low <= value && value <= high).toBe(true)
      expect(pulls.value).toBeGreaterThan(found.bound.largest)
    }
  })

  test("prints the same as text and as a table, for chosen algorithms", async () => {
    const { code, stdout } = await run(`${arms} --eta 1 --algorithms residual-se,adap-tt-empirical --csv pulls.csv`)
    expect(code).toBe(0)
    expect(stdout).toContain("No algorithm that is right so often needs fewer than")
    expect(stdout).toContain("No proof bounds the errors of AdaP-TT unproved.")
    expect(stdout).toContain("Written: pulls.csv")
  })

  test.each([
    [`${arms}`, "identify needs --eta or --epsilon"],
    [`${arms} --eta 1 --epsilon 1`, "--eta and --epsilon must not be given together"],
    ["identify --means 0.5,0.5 --eta 1", "two arms share the largest mean: one arm must be best"],
    [`${arms} --eta 1 --algorithms ucb1`, "an identification algorithm must be one of residual-se"],
  ])("refuses %s with a sentence", async (line, sentence) => {
    const { code, stdout, stderr } = await run(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain(sentence)
  })
})

describe("bound", () => {
  test("gives the limit, proved bounds for this horizon, and simulated regret", async () => {
    const found = await json("bound --means 0.6,0.5,0.4 --horizon 1e4 --eta 0.5 --runs 20")
    expect(Object.keys(found)).toEqual(["asymptotic", "proved", "orders", "methods"])
    for (const one of found.proved) expect(Object.keys(one)).toEqual(["name", "value", "condition"])
    for (const one of found.methods) expect(Object.keys(one)).toEqual(["algorithm", "regret", "standardError"])
    expect(found.asymptotic).toBeGreaterThan(found.proved[0].value)
  })

  test("for people it never calls the limit a bound for their horizon", async () => {
    const { code, stdout } = await run("bound --means 0.6,0.5,0.4 --horizon 1e4 --eta 0.5 --runs 0 --elsewhere 50")
    expect(code).toBe(0)
    expect(stdout).toContain("No bound for 1e4 rounds")
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("has regret at most 50 on each instance with one arm raised")
  })

  test.each([
    ["bound --horizon 1e4 --eta 1", "bound needs --means"],
    ["bound --means 0.5,0.4 --eta 1", "needs --horizon"],
    ["bound --means 0.5,0.4 --horizon 1e4", "bound needs --eta"],
    ["bound --means 0.5 --horizon 1e4 --eta 1", "means must be at least two numbers in [0, 1], got 0.5"],
  ])("refuses %s with a sentence", async (line, sentence) => {
    const { code, stdout, stderr } = await run(line)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain(sentence)
  })
})
