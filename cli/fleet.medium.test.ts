// sweep and worker as people use them: the compiled command on this machine's cores, and over
// workers of a database, one of them killed.

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, onTestFinished, test } from "vitest"
import { commandDatabase } from "./testing/command-database.ts"
import { commandsInTurn, filesIn, runCommand, startCommand, withFolder } from "./testing/run-command.ts"

const runInTurn = commandsInTurn()

const environment = { kind: "bernoulli", means: [0.9, 0.6] }
const sweep = {
  simulations: [{ algorithm: "gdp-imed", parameters: { eta: 1 }, environment, horizon: 3000, runs: 60, seed: 7 }],
  // The quickest to attack: most tests here run it several times.
  audits: [{ algorithm: "dp-se", parameters: { epsilon: 1, horizon: 1000 }, runs: 20, seed: 3 }],
  runsPerShard: 2,
}

/** A worker that is waiting for shards. */
async function startWorker(url: string, folder: string) {
  const { child, outcome } = startCommand(["worker", "--store", url, "--jobs", "1"], folder)
  onTestFinished(() => void child.kill("SIGKILL"))
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (data) => resolve(String(data)))
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)))
  })
  return { child, outcome, said }
}

test("a sweep gives the same bytes on this machine and over workers, one of them killed; --out has what --json prints", () =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, "sweep.json"), JSON.stringify(sweep))
    const here = await runCommand(["sweep", "sweep.json", "--json", "--jobs", "1", "--out", "here.json"], folder)
    expect([here.code, here.stderr]).toEqual([0, ""])
    expect(readFileSync(join(folder, "here.json"), "utf8")).toBe(here.stdout)
    expect(JSON.parse(here.stdout)).toMatchObject({
      simulations: [{ finished: 60 }],
      audits: [{ verdict: "consistent" }],
    })

    const url = await commandDatabase()
    const workers = [await startWorker(url, folder), await startWorker(url, folder)] as const
    expect(workers[0].said).toMatch(/is waiting for shards/)
    const asked = startCommand(["sweep", "sweep.json", "--json", "--store", url, "--out", "there.json"], folder)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    workers[0].child.kill("SIGKILL")
    const there = await asked.outcome
    expect([there.code, there.stdout]).toEqual([0, here.stdout])
    expect(readFileSync(join(folder, "there.json"), "utf8")).toBe(here.stdout)

    // Asked again it is there already; without --json it is a table.
    const again = await runCommand(["sweep", "sweep.json", "--store", url], folder)
    expect(again.code).toBe(0)
    expect(again.stdout).toMatch(/^GDP-IMED.* 3,000 +60 +[\d.]+ +[\d.]+ to [\d.]+$/m)
    const [killed, kept] = workers
    expect((await killed.outcome).code).toBeNull()
    kept.child.kill("SIGINT")
    const { code, stderr } = await kept.outcome
    expect([code, stderr]).toEqual([0, ""])
  }))

test("a sweep killed at half, or stopped by Ctrl-C, goes on and ends with the same bytes", () =>
  withFolder(async (folder) => {
    const [simulation] = sweep.simulations
    const long = { simulations: [{ ...simulation, horizon: 2e4, runs: 400 }], runsPerShard: 5 }
    const args = ["sweep", "long.json", "--json", "--jobs", "1"]
    writeFileSync(join(folder, "long.json"), JSON.stringify(long))
    const whole = await runCommand([...args, "--state", "other"], folder)
    expect(whole.code).toBe(0)
    const countKept = () => {
      const [place] = existsSync(join(folder, "long.shards")) ? filesIn(join(folder, "long.shards")) : []
      return place === undefined ? 0 : filesIn(join(folder, "long.shards", place)).length
    }
    const stopAt = async (shards: number, signal: NodeJS.Signals) => {
      const { child, outcome } = startCommand(args, folder)
      while (countKept() < shards) await new Promise((resolve) => setTimeout(resolve, 2))
      child.kill(signal)
      return outcome
    }
    expect((await stopAt(20, "SIGKILL")).code).toBeNull()
    const stopped = await stopAt(40, "SIGINT")
    expect([stopped.code, stopped.stdout]).toEqual([130, ""])
    expect(stopped.stderr).toContain("finished shards are in long.shards, and the same command continues")
    expect(countKept()).toBeLessThan(80)
    const rest = await runCommand(args, folder)
    expect([rest.code, rest.stdout]).toEqual([0, whole.stdout])
    // Nothing is left but the folder that was named.
    expect(filesIn(folder)).toEqual(["long.json", "other"])
  }))

test("parts run apart merge to the same bytes, and are refused while one is missing", () =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, "sweep.json"), JSON.stringify(sweep))
    const whole = await runInTurn(["sweep", "sweep.json", "--json"], folder)
    const part = (shard: string) => runInTurn(["sweep", "sweep.json", "--shard", shard, "--state", "shared"], folder)
    const merge = () => runInTurn(["sweep", "sweep.json", "--merge", "--state", "shared", "--json"], folder)
    expect(await part("2/2")).toMatchObject({ code: 0, stdout: expect.stringContaining("Part 2 of 2 is finished") })
    const early = await merge()
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining("16 of 31 shards are missing in shared")])
    expect((await part("1/2")).code).toBe(0)
    expect(await merge()).toMatchObject({ code: 0, stdout: whole.stdout })
  }))

test("a result has its manifest beside it, and the same bytes as without one", () =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, "sweep.json"), JSON.stringify(sweep))
    const run = (...more: string[]) => runInTurn(["sweep", "sweep.json", "--jobs", "1", "--json", ...more], folder)
    const plain = await run()
    expect((await run("--out", "result.json", "--csv", "table.csv")).stdout).toBe(plain.stdout)
    expect(readFileSync(join(folder, "result.json"), "utf8")).toBe(plain.stdout)
    const manifest = JSON.parse(readFileSync(join(folder, "result.manifest.json"), "utf8"))
    expect(manifest.madeBy).toMatchObject({ node: process.version, machine: expect.stringContaining("cores") })
    expect(manifest.madeBy).toHaveProperty("commit")
    expect(manifest.simulations.map(({ seed }: { seed: unknown }) => seed)).toEqual(
      sweep.simulations.map(({ seed }) => seed),
    )
    expect(manifest.audits[0]).toMatchObject({ seed: sweep.audits[0]?.seed })
    expect(JSON.parse(readFileSync(join(folder, "table.manifest.json"), "utf8"))).toEqual(manifest)
    // A table of the same name shares the file.
    expect((await run("--out", "both.json", "--csv", "both.csv")).code).toBe(0)
    expect(filesIn(folder).filter((file) => file.startsWith("both"))).toEqual([
      "both.csv",
      "both.json",
      "both.manifest.json",
    ])
    expect((await run("--out", "/dev/null")).code).toBe(0)
  }))

test("a grid is written as one tidy table, with an algorithm of one's own beside the others", () =>
  withFolder(async (folder) => {
    const own = fileURLToPath(new URL("../docs/examples/own-algorithm.mjs", import.meta.url))
    const grid = { algorithm: ["gdp-imed", { name: "dp-ts-ucb", alpha: [0, 1] }], eta: [0.5, 1], horizon: [100, 200] }
    writeFileSync(join(folder, "grid.json"), JSON.stringify({ grid: { ...grid, environment, runs: 5, seed: 1 } }))
    const args = ["sweep", "grid.json", "--jobs", "1", "--csv", "grid.csv", "--latex", "grid.tex"]
    const { code, stdout } = await runCommand([...args, "--module", own], folder)
    expect(code).toBe(0)
    expect(stdout).toContain("ten-then-best cannot be 0.5-GDP")
    const [head = "", ...lines] = readFileSync(join(folder, "grid.csv"), "utf8").trim().split("\n")
    expect(head).toBe(
      "algorithm,parameter_eta,parameter_horizon,parameter_alpha,parameter_pulls,environment,arm_count,delivery,eta,horizon,round,runs,seed,regret_mean,regret_standard_error,regret_low,regret_high,regret_q05,regret_q50,regret_q95",
    )
    const manifest = JSON.parse(readFileSync(join(folder, "grid.manifest.json"), "utf8"))
    expect(manifest.simulations).toHaveLength(10)
    expect(manifest.simulations[0].seed).toBe(1)
    expect(manifest.madeBy).toMatchObject({ node: process.version, machine: expect.stringContaining("cores") })
    // A clone without its history has no commit.
    expect(manifest.madeBy.commit ?? "0".repeat(40)).toMatch(/^[0-9a-f]{40}(-dirty)?$/)
    const latex = readFileSync(join(folder, "grid.tex"), "utf8")
    expect(latex.match(/\\(top|mid|bottom)rule/g)).toHaveLength(3)
    expect(latex).toMatch(/^GDP-IMED & 0\.5\d* & 100 & 5 & [\d.]+ & [\d.]+ to [\d.]+ \\\\$/m)
    // Five runs are too few to tell, and the table cannot say so.
    expect(manifest.simulations[0]).toMatchObject({
      algorithm: "gdp-imed",
      finished: 5,
      interval: { hasFewRuns: true },
    })
    expect(stdout).toContain("5 runs: rare bad runs may be missing.")
    const ends = lines.map((line) => line.split(",")).filter((cells) => cells[9] === cells[10])
    const perHorizon = ["gdp-imed", "gdp-imed", "dp-ts-ucb", "dp-ts-ucb", "ten-then-best"]
    expect(ends.map(([name]) => name)).toEqual([...perHorizon, ...perHorizon])
    expect(ends.slice(0, 2).map((cells) => cells[8])).toEqual(["0.5", "1"])
  }))

test.each([
  [["sweep"], /needs a file/],
  [["sweep", "wrong.json", "--shard", "3/2"], /--shard must be a part of all, as 2\/8, got 3\/2/],
  [["sweep", "wrong.json", "--shard", "1/2", "--merge"], /--shard and --merge must not be given together/],
  [["sweep", "wrong.json", "--merge", "--store", "postgres://x/y"], /--merge and --store must not be given together/],
  [["sweep", "missing.json"], /must be a file of JSON/],
  [["sweep", "empty.json"], /simulations or audits, got none of them/],
  [["sweep", "wrong.json"], /simulations\[1\]: algorithm must be one of/],
  [["worker", "--store", "postgres://x/y", "--module", "none.mjs"], /got none\.mjs \(no such file\)/],
  [["worker"], /--store must be postgres/],
  [["worker", "--store", "file.db"], /--store must be postgres/],
])("%j is refused in one line with exit code 2", (args, message) =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, "empty.json"), "{}")
    const [good] = sweep.simulations
    writeFileSync(join(folder, "wrong.json"), JSON.stringify({ simulations: [good, { ...good, algorithm: "gdp" }] }))
    const { code, stdout, stderr } = await runInTurn(args, folder)
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(message)
    expect(stderr.trim().split("\n")).toHaveLength(1)
  }),
)
