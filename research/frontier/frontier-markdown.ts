// The frontier as a page: what fails, the recommended algorithm against everyone as tuned and as
// published, its tails, how runs were chosen, and the command for every table.

import { catalogue } from "@armistice/core"
import {
  earlyStop,
  type FrontierCell,
  type FrontierInstance,
  type FrontierRow,
  type FrontierSpec,
  findSimulationCost,
  frontierInstances,
  judgeFrontier,
  shortNumber,
} from "@armistice/lab"
import { leastRuns, type RegretSummary, recommendedNames } from "@armistice/lab/internal"

/** A committed file of rows: all that is needed to measure them again. */
export interface FrontierFile extends Omit<FrontierSpec, "instances" | "known"> {
  readonly date: string
  readonly version: string
  readonly rows: readonly FrontierRow[]
}

export interface TailRow extends RegretSummary {
  readonly instance: string
  readonly eta: number
}

/** Rare bad runs of the recommended algorithm, at one horizon. */
export interface TailFile {
  readonly date: string
  readonly version: string
  readonly seed: number
  readonly horizon: number
  readonly rows: readonly TailRow[]
}

export function formatFrontierMarkdown(rows: FrontierFile, tails: TailFile): string {
  const cells = judgeFrontier(rows.rows)
  const isHeldOut = new Set(frontierInstances.flatMap((one) => (one.isHeldOut === true ? [one.name] : [])))
  const verdict = (heldOut: boolean): string =>
    summariseCells(cells.filter(({ instance }) => isHeldOut.has(instance) === heldOut))
  const sections = (heldOut: boolean): string =>
    frontierInstances
      .filter((one) => (one.isHeldOut === true) === heldOut)
      .map((one) => section(one, rows, cells))
      .join("\n")
  return `# The frontier

Mean regret of the recommended algorithm, GDP-IMED with its horizon, beside the best of all others at the same η and beside IMED without
privacy; ± is one standard error. The others are shown twice: as tuned by the one procedure that all of them went through
(../tuning/results), with and without the horizon, and as published or by our defaults where a paper leaves a choice open. No algorithm was
tuned on these instances. ${cells.length} of ${settingCount(rows)} settings are measured so far. Measured on ${rows.date} (tails: ${tails.date}) with version ${rows.version}, seed ${rows.seed}. All rows are in rows.json; charts at a
million rounds are beside this file. The command above a table measures its rows again, bit for bit at η up to 4; with
\`--algorithms NAME\` only those of one other algorithm. At η above 4 the runs of the others were chosen beside an earlier rule of GDP-IMED, so
that a few more or fewer runs of them may be measured again. Settings drawn by a seed are in ../adversarial/wide/results.

How runs were chosen: GDP-IMED has ${rows.runs}, and more until its standard error is 1.25 %. Another has at least ${leastRuns} and at most ${rows.otherRuns}: it stops when
its error is 2.5 % (1.25 % where it is within 15 % of GDP-IMED), or when it is plainly worse, a quarter beyond three errors. Stopping
looks at results only, which makes the best of many look a little better than it is. There is no row of fewer than ${leastRuns} runs. An
algorithm with over ${earlyStop.times} times the regret of GDP-IMED in each of ${earlyStop.runs} runs has no row; nor do runs that take long: ${slowOnes()}. Rewards that are not
Bernoulli go to a million rounds.

Charged more than they lose: DP-UCB, whose tree of ⌊log2 T⌋ + 1 Laplace releases is accounted for by its ε alone, since a bound for the
sum of them is not proved here: composed one by one they would come to less than a fourth of what it is charged at a million rounds and ε = 1, so its rows are
at a stricter privacy than the others'. M-TS-Gaussian is charged its published loss, a little more than the tight one. All others are charged the
tight loss of all that they may release.

## What fails

Where another algorithm has more than 10 % less regret, and where GDP-IMED has more than 1.4 times the regret of IMED at η ≥ 2.9 or 2.5
times at η ≥ 1.

* Instances looked at while GDP-IMED was made: ${verdict(false)}.
* Instances held out: ${verdict(true)}.
* Tails: ${summariseTails(tails.rows)}

## Against the others

${sections(false)}
## Against the others, on instances held out

They were fixed before anything was measured on them.

${sections(true)}
## Tails

Runs of GDP-IMED with more than ten times the mean, per 1000, at ${shortNumber(tails.horizon)} rounds.
\`node --conditions=source --import=tsx research/frontier/write-results.ts tails\` measures them again.

| instance | η | runs | mean | median | 99.9 % | maximum | over tenfold |
|---|---|---|---|---|---|---|---|
${tails.rows.map(formatTail).join("\n")}
`
}

const settingCount = ({ etas, horizons }: FrontierFile): number =>
  frontierInstances.reduce(
    (sum, { longest = Number.POSITIVE_INFINITY }) =>
      sum + etas.length * horizons.filter((one) => one <= longest).length,
    0,
  )

const slowOnes = (): string =>
  catalogue
    .map(({ name }) => ({ name, longest: findSimulationCost({ name }).longest?.table ?? Number.POSITIVE_INFINITY }))
    .filter(({ longest }) => longest < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.longest - b.longest)
    .map(({ name, longest }) => `${name} above ${shortNumber(longest)} rounds`)
    .join(", ")

function summariseCells(cells: readonly FrontierCell[]): string {
  const failing = cells.filter(({ failures }) => failures.length > 0)
  if (failing.length === 0) return `none of ${cells.length} settings fails`
  return `${failing.length} of ${cells.length} settings fail: ${failing.map(failureText).join("; ")}`
}

const failureText = ({ instance, horizon, eta, failures }: FrontierCell): string =>
  `${instance}, ${shortNumber(horizon)} rounds, η = ${eta}: ${failures.join(", ")}`

/** The share of runs with more than ten times the mean, over all settings. */
export function computeRareShare(rows: readonly TailRow[]): number {
  const total = rows.reduce((sum, { runs }) => sum + runs, 0)
  return rows.reduce((sum, { runs, overTenfold }) => sum + Math.round(runs * overTenfold), 0) / total
}

function summariseTails(rows: readonly TailRow[]): string {
  if (rows.length === 0) return "not measured yet."
  const runs = shortNumber(Math.min(...rows.map((row) => row.runs)))
  return `over ${rows.length} settings of ${runs} runs or more, ${perThousand(computeRareShare(rows))} runs in 1000 have more than ten times the mean.`
}

function section({ name, about }: FrontierInstance, file: FrontierFile, cells: readonly FrontierCell[]): string {
  const here = cells.filter(({ instance }) => instance === name)
  const tables = file.horizons.flatMap((horizon) => {
    const lines = here.filter((cell) => cell.horizon === horizon).map((cell) => cellLine(cell, file.rows))
    if (lines.length === 0) return []
    const command = `\`armistice frontier --instances ${name} ${formatOptions(file, horizon)}\``
    return [`${command}\n\n${tableHead}\n${lines.join("\n")}\n`]
  })
  return `### ${name}: ${about}\n\n${tables.join("\n")}`
}

const tableHead =
  "| rounds | η | GDP-IMED | runs | best tuned | runs | ratio | best published or default | runs | ratio | IMED | ratio |\n|---|---|---|---|---|---|---|---|---|---|---|---|"

const formatOptions = ({ etas, runs, otherRuns, seed }: FrontierFile, horizon: number): string =>
  `--horizon ${horizon} --etas ${etas.join(",")} --runs ${runs} --other-runs ${otherRuns} --seed ${seed}`

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
const withError = ({ mean, standardError }: FrontierRow): string => `${short(mean)} ± ${short(standardError)}`

function cellLine(
  { horizon, eta, recommended, reference, instance, ...cell }: FrontierCell,
  rows: readonly FrontierRow[],
): string {
  const here = rows.filter((row) => row.instance === instance && row.horizon === horizon && row.eta === eta)
  const open = new Set(here.flatMap(({ algorithm, contender }) => (isTuned(contender) ? [algorithm] : [])))
  const others = here.filter(
    ({ contender }) => contender !== recommendedNames.withHorizon && contender !== recommendedNames.without,
  )
  // An algorithm that has nothing to tune is among both.
  const tuned = others.filter(({ algorithm, contender }) => isTuned(contender) || !open.has(algorithm))
  const published = others.filter(({ contender }) => !isTuned(contender))
  const shown = [tuned, published].map((list) => rivalColumns(recommended, list)).join(" | ")
  const known = reference === null ? "" : withError(reference)
  const privacyCost = cell.besideReference?.toFixed(2) ?? ""
  return `| ${shortNumber(horizon)} | ${eta} | ${withError(recommended)} | ${recommended.runs} | ${shown} | ${known} | ${privacyCost} |`
}

const isTuned = (contender: string): boolean => contender.endsWith(", tuned")

function rivalColumns(recommended: FrontierRow, rows: readonly FrontierRow[]): string {
  if (rows.length === 0) return " | | "
  const best = rows.reduce((least, row) => (row.mean < least.mean ? row : least))
  const name = best.contender.replace(/, (tuned|published)$/, "")
  return `${name} ${withError(best)} | ${best.runs} | ${(recommended.mean / best.mean).toFixed(2)}`
}

const perThousand = (share: number): string => (1000 * share).toFixed(2)

const formatTail = ({ instance, eta, runs, mean, median, p999, max, overTenfold }: TailRow): string =>
  `| ${instance} | ${eta} | ${runs} | ${[mean, median, p999, max].map(short).join(" | ")} | ${perThousand(overTenfold)} |`
