// Results as CSV: runs by checkpoint, simulations by checkpoint, or a line per simulation.

import type { Parameters } from "@armistice/core"
import { csvLine, csvText } from "@armistice/core/text"
import type { Replication } from "./replicate.ts"
import type { Manifest, SimulationResult } from "./simulation-result.ts"
import { quantileNames } from "./statistics.ts"

/** A line for each run and round, one run at a time, since all may exceed memory. */
export function* runsCsv(replications: readonly Replication[]): Generator<string> {
  const names = listParameters(replications.map(({ simulation }) => simulation.algorithm.parameters))
  yield csvText([["run", "round", "algorithm", ...names.map(parameterColumn), "regret"]])
  for (const { simulation, table } of replications) {
    const { name: algorithm, parameters } = simulation.algorithm
    const name = csvLine([algorithm, ...names.map((one) => formatCell(parameters[one]))])
    for (let run = 0; run < table.length; run++) {
      let lines = ""
      for (const [index, round] of simulation.checkpoints.entries())
        lines += `${run},${round},${name},${table.get(run, table.layout.curve + index)}\n`
      yield lines
    }
  }
}

/** A result for {@link tidyCsv}. */
export interface TidyResult {
  readonly result: Omit<SimulationResult, "milliseconds">
  /** The privacy that it was calibrated to; what it promises if left out. */
  readonly eta?: number | undefined
}

/** A column of a table: its name, and its value in a row. */
type Column<Row> = readonly [name: string, read: (row: Row) => CsvCell]

type CsvCell = string | number | null | undefined

/** One simulation at one checkpoint. */
interface TidyRow extends TidyResult {
  readonly index: number
}

/** One observation a line, after the parameters of the algorithm. */
const tidyColumns: readonly Column<TidyRow>[] = [
  ["environment", ({ result }) => formatEnvironment(result.manifest.environment)],
  ["arm_count", ({ result }) => result.means.length],
  ["delivery", ({ result }) => formatCell(result.manifest.delivery)],
  ["eta", ({ result, eta }) => eta ?? result.guarantee.eta],
  ["horizon", ({ result }) => result.horizon],
  ["round", ({ result, index }) => result.curve.rounds[index]],
  ["runs", ({ result }) => result.finished],
  ["seed", ({ result }) => result.seed],
  ["regret_mean", ({ result, index }) => result.curve.mean[index]],
  ["regret_standard_error", ({ result, index }) => result.curve.standardError?.[index]],
  ["regret_low", ({ result, index }) => result.curve.low?.[index]],
  ["regret_high", ({ result, index }) => result.curve.high?.[index]],
  ["regret_q05", ({ result, index }) => result.curve.quantiles.p5[index]],
  ["regret_q50", ({ result, index }) => result.curve.quantiles.p50[index]],
  ["regret_q95", ({ result, index }) => result.curve.quantiles.p95[index]],
]

/** Further columns where arms of any simulation change over time. */
const measureColumns: readonly Column<TidyRow>[] = [
  ["regret_mean_against_each_round", ({ result, index }) => result.measures?.eachRound.curve[index]],
  ["regret_mean_against_one_arm", ({ result, index }) => result.measures?.oneArm.curve[index]],
]

/** A line for each simulation and round. Missing values are empty, as the error of one run. */
export function tidyCsv(rows: readonly TidyResult[]): string {
  const names = listParameters(rows.map(({ result }) => result.parameters))
  const hasMeasures = rows.some(({ result }) => result.measures !== undefined)
  return formatTable<TidyRow>(
    [
      ["algorithm", ({ result }) => result.algorithm],
      ...names.map(
        (name): Column<TidyRow> => [parameterColumn(name), ({ result }) => formatCell(result.parameters[name])],
      ),
      ...tidyColumns,
      ...(hasMeasures ? measureColumns : []),
    ],
    rows.flatMap((row) => row.result.curve.rounds.map((_, index) => ({ ...row, index }))),
  )
}

const formatTable = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  csvText([columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => read(row)))])

/** The parameters of all algorithms, in the order in which they first occur. */
const listParameters = (all: readonly Parameters[]): string[] => [...new Set(all.flatMap((one) => Object.keys(one)))]

const formatCell = (value: string | number | object | undefined): number | string | undefined =>
  typeof value === "object" ? JSON.stringify(value) : value

/** prePulls is parameter_pre_pulls: the prefix keeps parameters apart from other columns. */
const parameterColumn = (name: string): string =>
  `parameter_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`

/** "alpha=1 horizon=1000". */
const formatParameters = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")

/** "bernoulli means=0.6;0.5". */
function formatEnvironment({ kind, ...fields }: Manifest["environment"]): string {
  const words = Object.entries(fields).map(([name, value]) => `${name}=${formatField(value)}`)
  return [kind, ...words].join(" ")
}

/** Numbers and names as they are, lists of them with semicolons, and all else as JSON. */
function formatField(value: unknown): string {
  if (typeof value !== "object") return String(value)
  const isPlain = Array.isArray(value) && value.every((one) => typeof one !== "object")
  return isPlain ? value.join(";") : JSON.stringify(value)
}

const summaryColumns: readonly Column<SimulationResult>[] = [
  ["algorithm", (result) => result.algorithm],
  ["parameters", (result) => formatParameters(result.parameters)],
  ["horizon", (result) => result.horizon],
  ["runs", (result) => result.finished],
  ["seed", (result) => result.seed],
  ["engine", (result) => result.engine],
  ["eta", (result) => result.guarantee.eta],
  ["regret_mean", (result) => result.regret.mean],
  ["regret_standard_error", (result) => result.regret.standardError],
  ...quantileNames.map(
    (name): Column<SimulationResult> => [`regret_${name}`, (result) => result.regret.quantiles[name]],
  ),
  ["milliseconds_per_run", (result) => result.milliseconds.perRun],
]

/** One line per simulation: its parameters, regret, loss and time. */
export const summaryCsv = (results: readonly SimulationResult[]): string => formatTable(summaryColumns, results)
