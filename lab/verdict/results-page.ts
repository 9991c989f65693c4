// The page beside the figures: what was simulated, and what came of it.

import type { VerdictCounts } from "./measure-verdict.ts"
import type { Setting } from "./settings.ts"

export interface Result extends Setting, VerdictCounts {
  /** 99 % upper limits of the rates of false verdicts. */
  readonly falselyClearAtMost: number
  readonly falselyAlikeAtMost: number
}

const percent = (rate: number): string => `${Number((100 * rate).toPrecision(3))} %`

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`

export function resultsPage(results: readonly Result[]): string {
  const lines = results.map((result) => {
    const { name, means, eta, horizon, evenShare, runs, looks, clear, medianClear, falselyClear, noDifference } = result
    return row([
      name,
      means.length,
      eta,
      horizon,
      evenShare,
      runs,
      looks,
      percent(clear / runs),
      medianClear ?? "-",
      falselyClear,
      percent(result.falselyClearAtMost),
      `${noDifference}, ${result.falselyAlike}`,
    ])
  })
  const heads = [
    "setting",
    "arms",
    "η",
    "decisions",
    "evenShare",
    "experiments",
    "looks each",
    "clear",
    "half by",
    "falsely clear",
    "at most (99 %)",
    "no difference, falsely",
  ]
  return `# Verdicts, simulated

Whole experiments with GDP-IMED and rewards of yes and no, looked at after every release with the function that the
service uses (\`verdictOf\`, 95 %); an experiment counts as falsely clear if it ever was. Rewards come late and overtake
each other, by up to a fiftieth of all decisions, but where it says otherwise. "equal": all means 0.5; "close": one is
0.52; "rare": 0.03. "delays that tell": successes come soon and failures when the window closes, which the proof does
not cover. "half by": decisions after which half of the experiments were clear. "at most": Clopper and Pearson's upper
limit of the rate of false ones. "no difference" is within 0.01, and 0.1 in the last two: of means 0.105 apart, where it
is false, and of equal ones. Again with \`node --conditions=source --import=tsx lab/verdict/write-results.ts\` (what is in
\`verdicts.json\` is not played again).

${row(heads)}
${row(heads.map(() => "---"))}
${lines.join("\n")}
`
}
