import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { commandsInTurn, withFolder } from "../../testing/run-command.ts"

const runCommand = commandsInTurn()

const example = (name: string) => fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url))
const short = ["--algorithm", "gdp-imed", "--eta", "1", "--tables", "10"]

test("a log is replayed by rejection, with how much of it was used; a table is redrawn", async () => {
  await withFolder(async (folder) => {
    const log = await runCommand(["replay", example("log.csv"), ...short, "--json"], folder)
    expect([log.code, log.stderr]).toEqual([0, ""])
    const document = JSON.parse(log.stdout)
    expect(document).toMatchObject({
      kind: "log",
      events: 3000,
      arms: expect.arrayContaining(["card", "letter", "call"]),
      guarantee: { eta: 1 },
    })
    expect(document.arms).toHaveLength(3)
    expect(document.used.share).toBeGreaterThan(0.1)
    expect(document.reward.low).toBeLessThan(document.reward.high)
    const table = await runCommand(["replay", example("rewards.csv"), ...short], folder)
    expect(table.code).toBe(0)
    expect(table.stdout).toContain("2 arms of 500 recorded rewards each, 500 rounds")
    expect(table.stdout).toContain(
      "Intervals cover the data's own noise: 5 runs on each of 10 data sets drawn from it.",
    )
  })
})

test("data that cannot be replayed is refused in one line with exit code 2", async () => {
  await withFolder(async (folder) => {
    writeFileSync(join(folder, "bad.csv"), "arm,reward\na,1\nb,3\n")
    for (const [args, sentence] of [
      [["replay"], "replay needs a file"],
      [["replay", "none.csv", ...short], "got none.csv (ENOENT)"],
      [["replay", "bad.csv", ...short], "line 3 must have a reward in [0, 1]"],
      [["replay", "bad.csv"], "replay needs --algorithm or --module"],
    ] as const) {
      const { code, stdout, stderr } = await runCommand(args, folder)
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(stderr).toContain(sentence)
    }
  })
})
