import { expect, test } from "vitest"
import { latexTable } from "./latex-table.ts"

test("signs of LaTeX, Greek letters and powers are written as LaTeX reads them", () => {
  const text = latexTable(["name", "η"], [["a_b & 95 % #1 {x}", "−2.5 × 10⁻⁶"]])
  expect(text).toContain("\\begin{tabular}{lr}\n\\toprule\nname & $\\eta$ \\\\\n\\midrule\n")
  expect(text).toContain("a\\_b \\& 95 \\% \\#1 \\{x\\} & $-$2.5 $\\times$ 10$^{-6}$ \\\\\n\\bottomrule")
})
