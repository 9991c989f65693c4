import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { buildCommand, inFolder, runCommand } from "../testing/run-command.ts"

beforeAll(buildCommand)

const short = ["audit", "--algorithm", "gdp-imed", "--eta", "1", "--seed", "4", "--jobs", "1"]

test("--json prints one document with both bounds, the claim and the runs; a saved audit is continued as if never stopped", async () => {
  await inFolder(async (folder) => {
    const first = await runCommand(
      [...short, "--runs", "200", "--json", "--save", "audit.json", "--csv", "a.csv"],
      folder,
    )
    expect(first.stderr).toBe("")
    expect(first.code).toBe(0)
    const document = JSON.parse(first.stdout)
    expect(document).toMatchObject({ runs: 200, claimed: { kind: "gdp", eta: 1 }, verdict: "consistent" })
    for (const box of [document.whiteBox, document.blackBox]) {
      expect(box.etaLower).toBeGreaterThanOrEqual(0)
      expect(box.etaLower).toBeLessThanOrEqual(1)
    }
    expect(readFileSync(join(folder, "a.csv"), "utf8")).toContain("white box")

    const more = await runCommand(["audit", "--continue", "audit.json", "--runs", "300", "--json"], folder)
    const long = await runCommand([...short, "--runs", "300", "--json"], folder)
    const plain = (text: string) => ({ ...JSON.parse(text), milliseconds: 0 })
    expect(plain(more.stdout)).toEqual(plain(long.stdout))
  })
})

test("what cannot be audited is refused in one line with exit code 2", async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, "other.json"), "{}")
    for (const [args, sentence] of [
      [["audit"], "--algorithm must be the name of an algorithm, or --all must be given, got nothing"],
      [
        ["audit", "--algorithm", "gdp-imed", "--runs", "10"],
        "--runs must be a whole number in [100, 100000000], got 10",
      ],
      [["audit", "--continue", "other.json"], "--continue must be a file that --save wrote, got other.json"],
      [["audit", "--continue", "none.json"], "--continue must be a file that --save wrote, got none.json (ENOENT)"],
      [["audit", "--algorithm", "gdp-imed", "--eta", "-1"], "eta must be in (0, 10000], got -1"],
    ] as const) {
      const { code, stdout, stderr } = await runCommand(args, folder)
      expect({ code, stdout }, args.join(" ")).toEqual({ code: 2, stdout: "" })
      expect(stderr).toContain(sentence)
    }
  })
})
