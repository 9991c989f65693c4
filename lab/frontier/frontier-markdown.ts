// The frontier as a page: what fails, the recommended algorithm against everyone, its tails, and the command for every table.

import { shortNumber } from "../charts/axis-scale.ts"
import type { FrontierRow, FrontierSpec } from "./frontier.ts"
import { type FrontierInstance, frontierInstances } from "./instances.ts"
import { type FrontierCell, judgeFrontier } from "./judge-frontier.ts"

/** A committed file of rows: all that is needed to measure them again. */
export interface FrontierFile extends Omit<FrontierSpec, "instances" | "known"> {
  readonly date: string
  readonly version: string
  readonly rows: readonly FrontierRow[]
}

export function frontierMarkdown(rows: FrontierFile, tails: FrontierFile): string {
  const cells = judgeFrontier(rows.rows)
  const tailCells = judgeFrontier(tails.rows)
  const isHeldOut = new Set(frontierInstances.flatMap((one) => (one.isHeldOut === true ? [one.name] : [])))
  const verdict = (all: readonly FrontierCell[], heldOut: boolean): string =>
    verdictOf(all.filter(({ instance }) => isHeldOut.has(instance) === heldOut))
  const sections = (heldOut: boolean): string =>
    frontierInstances
      .filter((one) => (one.isHeldOut === true) === heldOut)
      .map((one) => section(one, rows, cells))
      .join("\n")
  return `# The frontier

Mean regret of the recommended algorithm, GDP-IMED, beside the best other algorithm of the catalogue at the same η and beside IMED without
privacy; ± is one standard error. Measured on ${rows.date} (tails: ${tails.date}) with version ${rows.version}, seed ${rows.seed}. All rows
of all algorithms are in rows.json and tails.json; charts at a million rounds are beside this file. The command above a table gives its
rows again, bit for bit; with \`--algorithms NAME\` only those of one other algorithm.

Rewards that are not Bernoulli go to a million rounds. Two algorithms are not everywhere, because they leap little or not at all: DP-UCB
above 1e6 rounds (a run of 1e6 takes 0.7 s on one core, so one of 1e9 twelve minutes and a row over an hour; at 1e6 it has at least ${timesOurs(rows.rows, "dp-ucb")}
times the regret of GDP-IMED) and M-TS-Gaussian above 1e8 (a run of 1e8 takes 0.4 s on the paper's arms and 23 s on close ones; at 1e6 it has
at least ${timesOurs(rows.rows, "m-ts-gaussian")} times the regret).

## What fails

Where another algorithm has more than 10 % less regret, where GDP-IMED has more than 1.8 times the regret of IMED at η ≥ 2.9 or 3 times at
η ≥ 1 (4 with two very easy arms), and where more than 1 run in 1000 has ten times the mean.

* Instances looked at while GDP-IMED was made: ${verdict(cells, false)}. Tails: ${verdict(tailCells, false)}.
* Instances held out: ${verdict(cells, true)}. Tails: ${verdict(tailCells, true)}.

## Against the others

${sections(false)}
## Against the others, on instances held out

They were fixed before anything was measured on them. Afterwards one thing changed, because of low means and not of any of these: above
η = 4 evidence is counted less sharply (gdp-imed.md), which concerns the rows at η = 10 alone.

${sections(true)}
## Tails

\`armistice frontier --instances NAME ${optionsOf(tails, tails.horizons[0])} --algorithms ${tails.algorithms?.join(",")}\`

| instance | rounds | η | runs | mean | median | 99.9 % | maximum | over ten times the mean, per 1000 |
|---|---|---|---|---|---|---|---|---|
${tailCells.map(tailLine).join("\n")}
`
}

/** By how much an algorithm is worse after a million rounds where it is least so, rounded down. */
function timesOurs(rows: readonly FrontierRow[], algorithm: string): number {
  const million = rows.filter(({ horizon }) => horizon === 1e6)
  const ratios = judgeFrontier(million).flatMap(({ instance, eta, recommended }) =>
    million
      .filter((row) => row.algorithm === algorithm && row.instance === instance && row.eta === eta)
      .map(({ mean }) => mean / recommended.mean),
  )
  return Math.floor(Math.min(...ratios))
}

function verdictOf(cells: readonly FrontierCell[]): string {
  const failing = cells.filter(({ failures }) => failures.length > 0)
  if (failing.length === 0) return `none of ${cells.length} settings fails`
  return `${failing.length} of ${cells.length} settings fail: ${failing.map(failureText).join("; ")}`
}

const failureText = ({ instance, horizon, eta, failures }: FrontierCell): string =>
  `${instance}, ${shortNumber(horizon)} rounds, η = ${eta}: ${failures.join(", ")}`

function section({ name, about }: FrontierInstance, file: FrontierFile, cells: readonly FrontierCell[]): string {
  const here = cells.filter(({ instance }) => instance === name)
  const tables = file.horizons.flatMap((horizon) => {
    const lines = here.filter((cell) => cell.horizon === horizon).map(cellLine)
    if (lines.length === 0) return []
    const command = `\`armistice frontier --instances ${name} ${optionsOf(file, horizon)}\``
    return [`${command}\n\n${tableHead}\n${lines.join("\n")}\n`]
  })
  return `### ${name}: ${about}\n\n${tables.join("\n")}`
}

const tableHead =
  "| rounds | η | GDP-IMED | runs | best other | runs | ratio | IMED | ratio |\n|---|---|---|---|---|---|---|---|---|"

const optionsOf = ({ etas, runs, otherRuns, seed }: FrontierFile, horizon: number): string =>
  `--horizon ${horizon} --etas ${etas.join(",")} --runs ${runs} --other-runs ${otherRuns} --seed ${seed}`

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
const withError = ({ mean, standardError }: FrontierRow): string => `${short(mean)} ± ${short(standardError)}`

function cellLine({ horizon, eta, recommended, rival, reference, ...cell }: FrontierCell): string {
  const other = rival === null ? "" : `${rival.algorithm} ${withError(rival)}`
  const ratio = cell.besideRival === null ? "" : `${cell.besideRival.toFixed(2)} ± ${cell.besideRivalError?.toFixed(2)}`
  const known = reference === null ? "" : withError(reference)
  const privacyCost = cell.besideReference?.toFixed(2) ?? ""
  return `| ${shortNumber(horizon)} | ${eta} | ${withError(recommended)} | ${recommended.runs} | ${other} | ${rival?.runs ?? ""} | ${ratio} | ${known} | ${privacyCost} |`
}

const tailLine = ({
  instance,
  horizon,
  eta,
  recommended: { runs, mean, median, p999, max, overTenfold },
}: FrontierCell) =>
  `| ${instance} | ${shortNumber(horizon)} | ${eta} | ${runs} | ${short(mean)} | ${short(median)} | ${short(p999)} | ${short(max)} | ${(1000 * overTenfold).toFixed(2)} |`
