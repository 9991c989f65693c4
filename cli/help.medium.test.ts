// Help shows what there is. That every example in it runs is help.slow.test.ts.

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { commands } from "./commands.ts"
import { examplesIn } from "./testing/help-examples.ts"
import { commandsInTurn, withFolder } from "./testing/run-command.ts"

const runCommand = commandsInTurn()

test("the program lists its commands and an example of each", async () => {
  const { code, stdout } = await withFolder((folder) => runCommand(["--help"], folder))
  expect(code).toBe(0)
  for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"))
  expect(examplesIn(stdout)).toHaveLength(commands.length)
})

test("help may be asked for in words", async () => {
  await withFolder(async (folder) => {
    const asked = await runCommand(["help", "privacy"], folder)
    expect(asked.code).toBe(0)
    expect(asked.stdout).toBe((await runCommand(["privacy", "--help"], folder)).stdout)
    expect(await runCommand(["help", "privcy"], folder)).toMatchObject({ code: 2, stdout: "" })
  })
})

test("there is help and a version when asked for", async () => {
  await withFolder(async (folder) => {
    expect((await runCommand(["help"], folder)).stdout).toContain("Usage: npx armistice")
    expect((await runCommand(["--version"], folder)).stdout).toBe("0.1.0\n")
  })
})

test("help of every command is within the 80 columns of a terminal", async () => {
  await withFolder(async (folder) => {
    for (const args of [["--help"], ...commands.map(({ name }) => [name, "--help"])])
      for (const line of (await runCommand(args, folder)).stdout.split("\n")) {
        // How far away the examples lie is not the command's doing.
        const own = line.replace(/(\.\.\/)+\S*\/examples\//, "docs/examples/")
        expect(own.length, `${args[0]}: ${line}`).toBeLessThanOrEqual(80)
      }
  })
})

test("tables are within 100 columns, and an unknown algorithm gets a suggestion everywhere", async () => {
  await withFolder(async (folder) => {
    for (const line of [
      "compare --algorithms all --eta 1 --horizon 1000 --runs 2",
      "frontier --horizon 1000 --runs 6 --other-runs 30 --etas 1",
      "plan --horizon 1000 --means 0.6,0.5 --eta 1 --runs 4",
      "reproduce --runs 2 --only sampling-budget,arm-epochs",
      "bound --means 0.6,0.5 --horizon 1000 --eta 1 --runs 2",
      "identify --means 0.9,0.2 --eta 3 --runs 2",
    ]) {
      const { code, stdout } = await runCommand(line.split(" "), folder)
      expect(code, line).toBe(0)
      // Columns are two spaces apart; sentences are not.
      const rows = stdout.split("\n").filter((text) => /\S {2,}\S/.test(text))
      expect(rows.length, line).toBeGreaterThan(2)
      for (const row of rows) expect([...row].length, row).toBeLessThanOrEqual(100)
    }
    writeFileSync(join(folder, "s.json"), '{"grid":{"algorithm":"dp-imd","horizon":100,"environment":"paper"}}')
    for (const line of ["sweep s.json", "frontier --algorithms dp-imd", "privacy --algorithm dp-imd --epsilon 1"]) {
      const { code, stderr } = await runCommand(line.split(" "), folder)
      expect([code, stderr]).toEqual([2, expect.stringContaining("(did you mean dp-imed?)")])
    }
  })
})
