import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { buildCommand, runCommand, withFolder } from "../../testing/run-command.ts"

beforeAll(buildCommand)

test("--all writes its table as CSV and JSON, a line for each algorithm, and a chart of them all", async () => {
  await withFolder(async (folder) => {
    const args = ["audit", "--all", "--box", "black", "--runs", "100", "--csv", "all.csv", "--svg", "all.svg", "--json"]
    const { code, stdout } = await runCommand(args, folder)
    expect(code).toBe(0)
    const { audits } = JSON.parse(stdout)
    expect(audits.length).toBeGreaterThan(12)
    const [head, ...lines] = readFileSync(join(folder, "all.csv"), "utf8").trim().split("\n")
    expect(head).toBe("algorithm,published,claimed,white_box,black_box,runs,verdict")
    expect(lines.map((line) => line.split(",")[0])).toEqual(audits.map((one: { algorithm: string }) => one.algorithm))
    for (const line of lines) expect(line).toMatch(/,100,consistent$/)
    expect(readFileSync(join(folder, "all.svg"), "utf8")).toContain("What attacks showed of what is claimed")
  })
})
