// A command that the committed frontier prints gives its rows again.

import { readFileSync } from "node:fs"
import { beforeAll, expect, test } from "vitest"
import { buildCommand, runCommand, withFolder } from "../../testing/run-command.ts"

beforeAll(buildCommand)

const read = (name: string): string =>
  readFileSync(new URL(`../../../research/frontier/results/${name}`, import.meta.url), "utf8")

interface Row {
  readonly instance: string
  readonly horizon: number
  readonly algorithm: string
}

test("the command above a table gives the committed rows, bit for bit", async () => {
  const printed = /`armistice (frontier --instances paper --horizon 1000000 [^`]*)`/.exec(read("README.md"))?.[1]
  if (printed === undefined) throw new Error("the page prints no command for the table of the paper's arms")
  const line = `${printed} --algorithms dp-imed --json`
  const { code, stdout } = await withFolder((folder) => runCommand(line.split(" "), folder))
  expect(code).toBe(0)
  const asked = new Set(["imed", "gdp-imed", "dp-imed"])
  const committed = (JSON.parse(read("rows.json")) as { rows: Row[] }).rows.filter(
    ({ instance, horizon, algorithm }) => instance === "paper" && horizon === 1e6 && asked.has(algorithm),
  )
  expect(committed.length).toBeGreaterThanOrEqual(1 + 5 * 3)
  expect((JSON.parse(stdout) as { rows: Row[] }).rows).toEqual(committed)
})
