// Help shows what there is, and examples in it run.

import { expect, test } from "vitest"
import { commands } from "./commands.ts"
import { examplesIn, examplesRun } from "./testing/help-examples.ts"
import { inFolder, runCommand } from "./testing/run-command.ts"

examplesRun(1)

test("the program lists its commands and an example of each", async () => {
  const { code, stdout } = await inFolder((folder) => runCommand(["--help"], folder))
  expect(code).toBe(0)
  for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"))
  expect(examplesIn(stdout)).toHaveLength(commands.length)
})

test("help may be asked for in words", async () => {
  await inFolder(async (folder) => {
    const asked = await runCommand(["help", "privacy"], folder)
    expect(asked.code).toBe(0)
    expect(asked.stdout).toBe((await runCommand(["privacy", "--help"], folder)).stdout)
    expect(await runCommand(["help", "privcy"], folder)).toMatchObject({ code: 2, stdout: "" })
  })
})

test("without arguments there is help, and a version when asked for", async () => {
  await inFolder(async (folder) => {
    expect((await runCommand([], folder)).stdout).toContain("Usage: npx armistice")
    expect((await runCommand(["--version"], folder)).stdout).toBe("0.1.0\n")
  })
})

test("help of every command is within the 80 columns of a terminal", async () => {
  await inFolder(async (folder) => {
    for (const args of [["--help"], ...commands.map(({ name }) => [name, "--help"])])
      for (const line of (await runCommand(args, folder)).stdout.split("\n"))
        expect(line.length, `${args[0]}: ${line}`).toBeLessThanOrEqual(80)
  })
})
