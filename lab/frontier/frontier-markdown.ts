// The frontier as a page: one table of the recommended algorithm against everyone, one of its tails, and what fails.

import type { FrontierRow } from "./frontier.ts"
import { type FrontierCell, judgeFrontier } from "./judge-frontier.ts"

export function frontierMarkdown(rows: readonly FrontierRow[], tails: readonly FrontierRow[], seed: number): string {
  const cells = judgeFrontier(rows)
  const tailCells = judgeFrontier(tails)
  const failing = [...cells, ...tailCells].filter(({ failures }) => failures.length > 0)
  return `# The frontier

Mean regret of the recommended algorithm, GDP-IMED, beside the best other algorithm of the catalogue at the same η and beside IMED without
privacy; ± is one standard error. Seed ${seed}. Fifty arms, and rewards that are not Bernoulli, go to a million
rounds. M-TS-Gaussian stops at 1e8 and DP-UCB at 1e5 rounds: beyond, a row would take hours. Each row says how many runs it has; the
table was measured in several sittings, and some rows have more runs than write-results.ts would spend now. All rows are in rows.json
and tails.json with date and version; charts at a million rounds are beside this file.

## What fails

${failing.length === 0 ? "Nothing: no cell has a failure." : failing.map(failureLine).join("\n")}

## Against the others

| instance | rounds | η | GDP-IMED | best other | ratio | IMED | ratio |
|---|---|---|---|---|---|---|---|
${cells.map(cellLine).join("\n")}

## Tails

| instance | rounds | η | runs | mean | median | 99.9 % | maximum | over ten times the mean, per 1000 |
|---|---|---|---|---|---|---|---|---|
${tailCells.map(tailLine).join("\n")}
`
}

const failureLine = ({ instance, horizon, eta, failures }: FrontierCell): string =>
  `* ${instance}, ${horizon} rounds, η = ${eta}: ${failures.join("; ")}`

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
const withError = ({ mean, standardError }: FrontierRow): string => `${short(mean)} ± ${short(standardError)}`

function cellLine({ instance, horizon, eta, recommended, rival, reference, ...cell }: FrontierCell): string {
  const other = rival === null ? "" : `${rival.algorithm} ${withError(rival)}`
  const ratios = [cell.besideRival, cell.besideReference].map((ratio) => ratio?.toFixed(2) ?? "")
  const known = reference === null ? "" : withError(reference)
  return `| ${instance} | ${horizon} | ${eta} | ${withError(recommended)} | ${other} | ${ratios[0]} | ${known} | ${ratios[1]} |`
}

const tailLine = ({
  instance,
  horizon,
  eta,
  recommended: { runs, mean, median, p999, max, overTenfold },
}: FrontierCell) =>
  `| ${instance} | ${horizon} | ${eta} | ${runs} | ${short(mean)} | ${short(median)} | ${short(p999)} | ${short(max)} | ${(1000 * overTenfold).toFixed(2)} |`
