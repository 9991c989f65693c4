// An algorithm of one's own in every command that takes one, beside the catalogue.

import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { transform } from "esbuild"
import { expect, test } from "vitest"
import { commandsInTurn, withFolder } from "./testing/run-command.ts"

const runCommand = commandsInTurn()

const example = fileURLToPath(new URL("../docs/examples/own-algorithm.mjs", import.meta.url))
const arms = ["--means", "0.7,0.4", "--horizon", "500"]

const withModule = (work: (folder: string) => Promise<void>) =>
  withFolder((folder) => {
    cpSync(example, join(folder, "own.mjs"))
    return work(folder)
  })

test("simulate, compare and plan run it on any number of threads, and its name is in tables and charts", () =>
  withModule(async (folder) => {
    const simulate = ["simulate", "--module", "own.mjs", ...arms, "--json"]
    const one = await runCommand([...simulate, "--jobs", "1"], folder)
    expect([one.code, one.stderr]).toEqual([0, ""])
    expect(JSON.parse(one.stdout)).toMatchObject({ algorithm: "ten-then-best", guarantee: { eta: 1 } })
    const two = await runCommand([...simulate, "--jobs", "2"], folder)
    expect(JSON.parse(two.stdout).regret).toEqual(JSON.parse(one.stdout).regret)

    const compare = ["compare", "--module", "own.mjs", "--algorithms", "gdp-imed", "--eta", "1", ...arms]
    const { code, stdout } = await runCommand([...compare, "--svg", "c.svg"], folder)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ten-then-best, η = 1, pulls = 10/m)
    expect(stdout).toMatch(/^GDP-IMED/m)
    expect(readFileSync(join(folder, "c.svg"), "utf8")).toContain("ten-then-best")

    const plan = await runCommand(["plan", "--module", "own.mjs", "--eta", "1", "--runs", "10", ...arms], folder)
    expect(plan.code).toBe(0)
    expect(plan.stdout).toMatch(/^ten-then-best /m)
  }))

test("one that makes algorithms from parameters takes them as flags and beside its name", () =>
  withModule(async (folder) => {
    const text = readFileSync(join(folder, "own.mjs"), "utf8")
    const maker = `${text.replace("export default {", "const fixed = {").replace("export const view", "const view")}
      const number = { kind: "number", about: "loss", min: 0, aboveMin: true, max: 100 }
      const taste = { kind: "choice", about: "taste", values: ["sweet", "sour"], default: "sweet" }
      export default { name: "made", label: "Made by me", parameters: { eta: number, myTaste: taste },
        calibrate: (eta) => ({ eta }), create: ({ eta, myTaste }) =>
          ({ ...fixed, name: "made", parameters: { eta, myTaste }, guarantee: () => ({ kind: "gdp", eta }) }) }`
    writeFileSync(join(folder, "maker.mjs"), maker)
    const flagged = await runCommand(["simulate", "--module", "maker.mjs", "--eta", "2", ...arms, "--json"], folder)
    expect(JSON.parse(flagged.stdout).guarantee.eta).toBe(2)
    // A parameter that no algorithm of the catalogue has is a flag, too, and a slip in it is
    // noticed.
    const further = ["compare", "--module", "maker.mjs", "--eta", "2", "--my-taste", "sour", ...arms]
    const tasted = await runCommand(further, folder)
    expect([tasted.code, tasted.stdout]).toEqual([0, expect.stringMatching(/^Made by me, η = 2, my taste = sour /m)])
    const slip = await runCommand(["simulate", "--module", "maker.mjs", "--eta=2", "--my-tast=sour", ...arms], folder)
    expect([slip.code, slip.stderr]).toEqual([2, expect.stringContaining("did you mean --my-taste?")])
    const bitter = await runCommand(
      ["simulate", "--module", "maker.mjs", "--eta=2", "--my-taste=bitter", ...arms],
      folder,
    )
    expect([bitter.code, bitter.stderr]).toEqual([2, expect.stringContaining('myTaste must be "sweet" or "sour"')])
    const beside = ["compare", "--module", "maker.mjs", "--algorithms", "made:eta=2,made:eta=3,ucb1", ...arms, "--json"]
    const { results } = JSON.parse((await runCommand(beside, folder)).stdout)
    expect(results.map((one: { guarantee: { eta: number | null } }) => one.guarantee.eta)).toEqual([2, 3, null])
  }))

const environmentExample = fileURLToPath(new URL("../docs/examples/own-environment.mjs", import.meta.url))

test("an environment of one's own, anywhere on the disk, in simulate, compare and sweep", () =>
  withFolder(async (folder) => {
    cpSync(environmentExample, join(folder, "shop.mjs"))
    const setting = ["--environment-module", "shop.mjs", "--horizon", "600", "--runs", "4"]
    const simulate = ["simulate", "--algorithm", "gdp-imed", "--eta", "1", ...setting, "--json"]
    const [one, two] = [
      await runCommand([...simulate, "--jobs", "1"], folder),
      await runCommand([...simulate, "--jobs", "2"], folder),
    ]
    expect([one.code, one.stderr]).toEqual([0, ""])
    expect(JSON.parse(two.stdout).regret).toEqual(JSON.parse(one.stdout).regret)
    expect(JSON.parse(one.stdout)).toMatchObject({
      engine: "step",
      measures: { regretIs: "each round" },
      manifest: { environment: { kind: "module", name: "shop", checksum: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    })

    const compare = ["compare", "--algorithms", "gdp-imed,dp-imed", "--eta", "1", ...setting, "--csv", "c.csv"]
    const compared = await runCommand(compare, folder)
    expect(compared.stdout).toContain("Regret is against the best arm of each round.")
    expect(readFileSync(join(folder, "c.csv"), "utf8")).toContain("regret_mean_against_one_arm")

    const grid = { algorithm: "gdp-imed", eta: 1, horizon: 600, environment: ["shop", "swap"], runs: 4 }
    writeFileSync(join(folder, "sweep.json"), JSON.stringify({ grid, runsPerShard: 1 }))
    const sweep = ["sweep", "sweep.json", "--environment-module", "shop.mjs", "--json"]
    const [narrow, wide] = [
      await runCommand([...sweep, "--jobs", "1"], folder),
      await runCommand([...sweep, "--jobs", "2"], folder),
    ]
    expect([narrow.code, narrow.stderr]).toEqual([0, ""])
    expect(wide.stdout).toBe(narrow.stdout)
    expect(JSON.parse(wide.stdout).simulations[0].regret.values).toEqual(JSON.parse(one.stdout).regret.values)
  }))

test("one outside of any project imports the packages, and its halving is accused only where it reuses sums", () =>
  withFolder(async (folder) => {
    const source = readFileSync(new URL("../lab/audit/testing/own-halving.ts", import.meta.url), "utf8")
    const { code } = await transform(source, { loader: "ts" })
    const write = (isReused: boolean) =>
      writeFileSync(
        join(folder, `${isReused}.mjs`),
        `import { ArmisticeError } from "@armistice/core"
${code.replace(/export \{[^}]*\};?/, "")}
if (typeof ArmisticeError !== "function") throw new Error("no such class")
const { name: _name, parameters: _parameters, ...made } = ownHalving({ eta: 1, isReused: ${isReused} })
export default { name: "own-halving", create: () => made }`,
      )
    for (const isReused of [true, false]) {
      write(isReused)
      const args = ["audit", "--module", `${isReused}.mjs`, "--runs", "300", "--confidence", "0.9999", "--json"]
      const { code, stdout, stderr } = await runCommand(args, folder)
      expect([code, stderr]).toEqual([isReused ? 1 : 0, ""])
      const { verdict, whiteBox } = JSON.parse(stdout)
      expect([verdict, whiteBox.sees]).toEqual([isReused ? "disproved" : "consistent", "every draw around a centre"])
    }
  }))

test.each([
  [["simulate", "--module", "none.mjs", ...arms], /must be a JavaScript module .*, got none.mjs \(no such file\)$/m],
  // It throws in a worker, in a plan's own thread and under attack: never a mistake of ours.
  ...["simulate", "compare", "plan --eta 1", "audit"].map((line): [string[], RegExp] => [
    [...line.split(" "), "--module", "throws.mjs", ...(line === "audit" ? [] : arms)],
    /ten-then-best failed in choose: boom \(throws\.mjs:\d+:\d+\)$/m,
  ]),
  [["simulate", "--module", "own.mjs", "--eta", "1", ...arms], /ten-then-best takes no parameters, got --eta/],
  [
    ["simulate", "--module", "own.mjs", "--against", "http://localhost:1", ...arms],
    /--module and --against must not be given together/,
  ],
  [
    ["simulate", "--environment-module", "own.mjs", "--algorithm", "ucb1", "--horizon", "500"],
    /must be a JavaScript module with an environment, got own\.mjs \(an environment takes name, means, .*\)$/m,
  ],
  [
    ["simulate", "--environment-module", "own.mjs", "--preset", "two", "--algorithm", "ucb1", "--horizon", "9"],
    /--environment-module and --preset must not be given together/,
  ],
  [["compare", "--module", "taken.mjs", ...arms], /must not be one of the catalogue, got ucb1/],
  [["audit", "--module", "own.mjs", "--algorithm", "ucb1"], /beside --module must be ten-then-best, got ucb1/],
])("%j is refused in one line with exit code 2", (args, message) =>
  withModule(async (folder) => {
    const named = readFileSync(join(folder, "own.mjs"), "utf8").replace('"ten-then-best"', '"ucb1"')
    writeFileSync(join(folder, "taken.mjs"), named)
    const throwing = readFileSync(join(folder, "own.mjs"), "utf8").replace(
      "choose(state) {",
      '$& throw new Error("boom")',
    )
    writeFileSync(join(folder, "throws.mjs"), throwing)
    const { code, stdout, stderr } = await runCommand(args, folder)
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toMatch(message)
    expect(stderr.trim().split("\n")).toHaveLength(1)
  }),
)
