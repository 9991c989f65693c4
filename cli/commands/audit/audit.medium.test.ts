import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { commandsInTurn, withFolder } from "../../testing/run-command.ts"

const runCommand = commandsInTurn()

// One whose attack takes a third of the time of the others.
const short = ["audit", "--algorithm", "adac-ucb", "--eta", "1", "--seed", "4", "--jobs", "1"]

test("--json prints one document with both bounds, the claim and the runs; a saved audit is continued as if never stopped", async () => {
  await withFolder(async (folder) => {
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

const example = fileURLToPath(new URL("../../../docs/examples/own-algorithm.mjs", import.meta.url))

test("--module audits an algorithm of one's own on all cores, and one that lies about its noise is disproved, with exit code 1", async () => {
  await withFolder(async (folder) => {
    const honest = readFileSync(example, "utf8")
    writeFileSync(join(folder, "honest.mjs"), honest)
    writeFileSync(join(folder, "lying.mjs"), honest.replace("1 / eta)", "0.5 / eta)"))
    for (const [file, verdict] of [
      ["honest.mjs", "consistent"],
      ["lying.mjs", "disproved"],
    ] as const) {
      const { code, stdout, stderr } = await runCommand(["audit", "--module", file, "--runs", "1000", "--json"], folder)
      expect({ code, stderr }).toEqual({ code: verdict === "disproved" ? 1 : 0, stderr: "" })
      const document = JSON.parse(stdout)
      expect(document).toMatchObject({ algorithm: "ten-then-best", claimed: { eta: 1 }, verdict })
      expect(document.whiteBox.etaLower).toBeGreaterThan(0.85)
    }
    const inWords = await runCommand(["audit", "--module", "honest.mjs", "--runs", "100"], folder)
    expect(inWords.stdout).toContain("sees every draw around a centre")
    writeFileSync(join(folder, "half.mjs"), "export default { name: 'half', parameters: {}, start() {} }")
    const half = await runCommand(["audit", "--module", "half.mjs"], folder)
    expect(half.code).toBe(2)
    expect(half.stderr).toContain(
      "an algorithm needs the functions start, choose, observe, guarantee; this one lacks choose, observe, guarantee",
    )
  })
})

test("an impossible audit is refused in one line with exit code 2", async () => {
  await withFolder(async (folder) => {
    writeFileSync(join(folder, "other.json"), "{}")
    for (const [args, sentence] of [
      [["audit"], "audit needs --algorithm, --module, --all or --service"],
      [["audit", "--service", "--all"], "--service and --all must not be given together"],
      [
        ["audit", "--algorithm", "gdp-imed", "--runs", "10"],
        "--runs must be a whole number in [100, 100000000], got 10",
      ],
      [["audit", "--continue", "other.json"], "--continue must be a file that --save wrote, got other.json"],
      [["audit", "--continue", "none.json"], "--continue must be a file that --save wrote, got none.json (ENOENT)"],
      [["audit", "--algorithm", "gdp-imed", "--eta", "-1"], "eta must be in [1e-12, 10000], got -1"],
    ] as const) {
      const { code, stdout, stderr } = await runCommand(args, folder)
      expect({ code, stdout }, args.join(" ")).toEqual({ code: 2, stdout: "" })
      expect(stderr).toContain(sentence)
    }
  })
})
