// The page beside the figures: what was simulated, and what came of it.

import { formatTable } from "../markdown-table.ts"
import type { VerdictCounts } from "./measure-verdict.ts"
import type { Setting } from "./settings.ts"

export interface Result extends Setting, VerdictCounts {
  /** 99 % upper limits of the rates of false verdicts. */
  readonly falselyClearAtMost: number
  readonly falselyAlikeAtMost: number
  /** The same of experiments in which an arm's interval ever left out what is true. */
  readonly uncoveredAtMost: number
}

const percent = (rate: number): string => `${Number((100 * rate).toPrecision(3))} %`

export function formatResultsPage(results: readonly Result[]): string {
  return `# Verdicts, simulated

Whole experiments with GDP-IMED and rewards of yes and no, looked at after every release with the function that the
service uses (\`computeVerdict\`, 95 %). An experiment counts as falsely clear if it ever was. Answers come late and overtake
each other, by up to a fiftieth of all decisions, unless a row says otherwise.

* "equal": all means 0.5; "close": one is 0.52; "rare": 0.03.
* "silent": with silence worth 0, unless a row says otherwise. Values are compared, not means of those who answer.
* "half by": decisions after which half of the experiments were clear.
* "at most": Clopper and Pearson's 99 % upper limit of the rate of experiments that were falsely clear.
* "uncovered": experiments in which the interval of an arm left out what is true at some look.
* "no difference" is within 0.01, and 0.1 in the last two rows: of means 0.105 apart, where it is false, and of equal ones.

Run \`node --conditions=source --import=tsx research/verdict/write-results.ts\` to repeat it (settings that are in
\`verdicts.json\` are not repeated).

## Where the proofs hold

${formatResults(results.filter(({ isUnproved }) => isUnproved !== true))}

## Where delays depend on values

The proofs ask that the delay is independent of the value, or that answers join at equal ages (\`ripe\` equal to the
window). These rows break that. "delays that tell": ones come within a tenth of the window, zeros when it closes. The
others have exponential delays, with means of 200 and 2,000 ("10 times") or of 500 and 1,500 decisions, a window of
10,000, and 5 % silent people who are ignored. "misled": most decisions were for the worse arm.

${formatResults(results.filter(({ isUnproved }) => isUnproved === true))}
`
}

function formatResults(results: readonly Result[]): string {
  const lines = results.map((result) => {
    const { name, means, eta, horizon, evenShare, runs, looks, clear, medianClear, falselyClear, noDifference } = result
    return [
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
      result.uncovered,
      result.misled,
      `${noDifference}, ${result.falselyAlike}`,
    ]
  })
  const head = [
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
    "uncovered",
    "misled",
    "no difference, falsely",
  ]
  return formatTable(head, lines)
}
