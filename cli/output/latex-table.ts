// Tables for LaTeX papers, with the rules of booktabs.

import { algorithmLabel, listDifferences, type SimulationResult } from "@armistice/lab"
import { formatInterval, formatLoss, formatQuantity } from "../print/numbers.ts"

/** `left` are the columns with text; others hold numbers. Cells are plain text. */
export function formatLatexTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: readonly number[] = [0],
): string {
  const columns = head.map((_, index) => (left.includes(index) ? "l" : "r")).join("")
  const line = (cells: readonly string[]): string => `${cells.map(escapeLatex).join(" & ")} \\\\`
  return `% Needs \\usepackage{booktabs}.
\\begin{tabular}{${columns}}
\\toprule
${line(head)}
\\midrule
${rows.map(line).join("\n")}
\\bottomrule
\\end{tabular}
`
}

/** A row for each simulation; arms, delivery and seed have columns where they differ. */
export function formatSimulationsLatex(results: readonly Omit<SimulationResult, "milliseconds">[]): string {
  // Rounds have a column in any case.
  const differences = listDifferences(results).filter(({ part }) => part !== "rounds")
  const setting = differences.map(({ part }) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
  return formatLatexTable(
    ["Algorithm", ...setting, "η", "Rounds", "Runs", "Mean regret", "95 % interval"],
    results.map((result) => {
      const { algorithm, parameters, guarantee, horizon, finished, regret } = result
      const { mean, interval } = regret
      return [
        // η has a column of its own.
        algorithmLabel(algorithm, parameters, ["eta"]),
        ...differences.map(({ describe }) => describe(result)),
        guarantee.eta === null ? "–" : formatLoss(guarantee.eta),
        formatQuantity(horizon),
        formatQuantity(finished),
        formatQuantity(mean),
        formatInterval(interval) || "–",
      ]
    }),
    [0, ...setting.map((_, index) => index + 1)],
  )
}

const commands: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  α: "$\\alpha$",
  δ: "$\\delta$",
  ε: "$\\varepsilon$",
  η: "$\\eta$",
  ρ: "$\\rho$",
  "≥": "$\\geq$",
  "≤": "$\\leq$",
  "±": "$\\pm$",
  "·": "$\\cdot$",
  "–": "--",
  "×": "$\\times$",
  "−": "$-$",
  "∞": "$\\infty$",
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

function escapeLatex(text: string): string {
  return text
    .replaceAll(/[\\~^αδεηρ≥≤±·–×−∞#$%&_{}]/g, (sign) => commands[sign] ?? `\\${sign}`)
    .replaceAll(/⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (power) => `$^{${[...power].map(lower).join("")}}$`)
}

const lower = (sign: string): string => (sign === "⁻" ? "-" : String(superscripts.indexOf(sign)))
