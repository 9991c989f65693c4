// Ctrl-C keeps what is finished; a second one ends at once.

import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { beforeAll, expect, test } from "vitest"
import { buildCommand, filesIn, type Outcome, startCommand, waitForExit, withFolder } from "./testing/run-command.ts"

beforeAll(buildCommand)

/** Interrupts a command after a while, and after a longer one if it had finished nothing. */
async function interrupted(line: string, folder: string): Promise<Outcome> {
  for (let milliseconds = 1500; ; milliseconds *= 2) {
    const { child, outcome } = startCommand(line.split(" "), folder)
    await wait(milliseconds)
    child.kill("SIGINT")
    const result = await outcome
    if (result.stdout !== "" || milliseconds > 20_000) return result
  }
}

const endless = "simulate --algorithm ucb1 --horizon 2000 --engine step --runs 1e7 --seed 3 --json --csv runs.csv"

test.each([1, 2])(
  "with %i threads, finished runs are printed, written and marked, and the exit code is 130",
  async (jobs) => {
    await withFolder(async (folder) => {
      const { code, stdout } = await interrupted(`${endless} --jobs ${jobs}`, folder)
      expect(code).toBe(130)
      const { runs, finished, regret } = JSON.parse(stdout)
      expect(runs).toBe(1e7)
      expect(finished).toBeGreaterThan(0)
      expect(finished).toBeLessThan(1e7)
      expect(regret.values).toHaveLength(finished)
      expect(filesIn(folder)).toEqual(["runs.csv", "runs.manifest.json"])
      const lines = readFileSync(join(folder, "runs.csv"), "utf8").trim().split("\n")
      expect(lines.at(-1)).toMatch(new RegExp(`^${finished - 1},2000,ucb1,`))

      // The runs that are kept are those of a shorter simulation.
      const { outcome } = startCommand(endless.replace("1e7", "5").replace(" --csv runs.csv", "").split(" "), folder)
      const again = JSON.parse((await outcome).stdout).regret.values
      expect(regret.values.slice(0, 5)).toEqual(again.slice(0, finished))
    })
  },
)

test("a comparison keeps the algorithms it has finished and names the others", async () => {
  await withFolder(async (folder) => {
    const line = "compare --algorithms dp-se:epsilon=1,ucb1,imed --horizon 2000 --engine step --runs 30000 --json"
    const { code, stdout } = await interrupted(line, folder)
    expect(code).toBe(130)
    const { results, notBegun } = JSON.parse(stdout)
    expect(results.length).toBeGreaterThan(0)
    expect(notBegun.length + results.length).toBe(3)
  })
})

test("where nothing is finished nothing is printed or written, also in the middle of a long run", async () => {
  await withFolder(async (folder) => {
    const line = "simulate --algorithm ucb1 --horizon 1e10 --engine step --runs 2 --jobs 1 --csv runs.csv"
    const { child, outcome } = startCommand(line.split(" "), folder)
    await wait(2000)
    child.kill("SIGINT")
    const { code, stdout, stderr } = await outcome
    expect(stdout).toBe("")
    // Before the command listens for it, the system ends the process: no code then.
    if (code !== null) {
      expect(code).toBe(130)
      expect(stderr).toBe("armistice: interrupted before anything was finished\n")
    }
    expect(filesIn(folder)).toEqual([])
  })
})

test("a second Ctrl-C ends at once", async () => {
  const program = `import { listenForInterrupt } from ${JSON.stringify(new URL("dist/interrupt.js", import.meta.url))}
listenForInterrupt(() => console.log("asked to stop"))
setInterval(() => {}, 1000)
console.log("ready")`
  const child = spawn(process.execPath, ["--input-type=module", "-e", program])
  const outcome = waitForExit(child)
  const heard = () => new Promise((resolve) => child.stdout.once("data", resolve))
  await heard()
  child.kill("SIGINT")
  await heard()
  child.kill("SIGINT")
  expect(await outcome).toEqual({ code: 130, stdout: "ready\nasked to stop\n", stderr: "" })
})
