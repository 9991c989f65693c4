import { simulate } from "@armistice/lab"
import { expect, test } from "vitest"
import { formatLatexTable, formatSimulationsLatex } from "./latex-table.ts"

test("signs of LaTeX, Greek letters and powers are written as LaTeX reads them", () => {
  const text = formatLatexTable(["name", "η"], [["a_b & 95 % #1 {x}", "−2.5 × 10⁻⁶"]])
  expect(text).toContain("\\begin{tabular}{lr}\n\\toprule\nname & $\\eta$ \\\\\n\\midrule\n")
  expect(text).toContain("a\\_b \\& 95 \\% \\#1 \\{x\\} & $-$2.5 $\\times$ 10$^{-6}$ \\\\\n\\bottomrule")
})

test("arms, deliveries and seeds have a column where they differ, and eta only one", async () => {
  const base = { algorithm: "gdp-imed", parameters: { eta: 1 }, horizon: 40, runs: 2, seed: 1 } as const
  const results = await Promise.all(
    [0.5, 0.4].map((mean) => simulate({ ...base, environment: { kind: "bernoulli", means: [0.6, mean] } })),
  )
  const rows = formatSimulationsLatex(results).split("\n")
  expect(rows[1]).toBe("\\begin{tabular}{llrrrrr}")
  expect(rows[3]).toBe("Algorithm & Arms & $\\eta$ & Rounds & Runs & Mean regret & 95 \\% interval \\\\")
  expect(rows.slice(5, 7).map((row) => row.split(" & ").slice(0, 4))).toEqual([
    ["GDP-IMED", "Bernoulli 0.6, 0.5", "1", "40"],
    ["GDP-IMED", "Bernoulli 0.6, 0.4", "1", "40"],
  ])
  expect(formatSimulationsLatex(results.slice(1))).toContain("\\begin{tabular}{lrrrrr}")
})
