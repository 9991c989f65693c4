// Results as CSV: every run at every checkpoint, every simulation at every checkpoint, and one line
// per simulation.

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
    const name = csvLine([algorithm, ...names.map((one) => parameterCell(parameters[one]))])
    for (let run = 0; run < table.length; run++) {
      let lines = ""
      for (const [index, round] of simulation.checkpoints.entries())
        lines += `${run},${round},${name},${table.get(run, table.layout.curve + index)}\n`
      yield lines
    }
  }
}

/** Columns of the tidy table after the parameters: one observation a line. */
const tidyColumns = [
  "environment",
  "arm_count",
  "delivery",
  "eta",
  "horizon",
  "round",
  "runs",
  "seed",
  "regret_mean",
  "regret_standard_error",
  "regret_low",
  "regret_high",
  "regret_q05",
  "regret_q50",
  "regret_q95",
] as const

/** Further columns where arms of any simulation change over time. */
const measureColumns = ["regret_mean_against_each_round", "regret_mean_against_one_arm"] as const

/** A result for {@link tidyCsv}. */
export interface TidyResult {
  readonly result: Omit<SimulationResult, "milliseconds">
  /** The privacy that it was calibrated to; what it promises if left out. */
  readonly eta?: number | undefined
}

/** A line for each simulation and round. Missing values are empty, as the error of one run. */
export function tidyCsv(rows: readonly TidyResult[]): string {
  const names = listParameters(rows.map(({ result }) => result.parameters))
  const measures = rows.some(({ result }) => result.measures !== undefined) ? measureColumns : []
  const lines = rows.flatMap(({ result, eta }) => {
    const { curve } = result
    const { environment, delivery } = result.manifest
    const shared = [
      result.algorithm,
      ...names.map((name) => parameterCell(result.parameters[name])),
      formatEnvironment(environment),
      result.means.length,
      delivery === undefined ? undefined : JSON.stringify(delivery),
      eta ?? result.guarantee.eta,
      result.horizon,
    ]
    return curve.rounds.map((round, index) => [
      ...shared,
      round,
      result.finished,
      result.seed,
      curve.mean[index],
      curve.standardError?.[index],
      curve.low?.[index],
      curve.high?.[index],
      curve.quantiles.p5[index],
      curve.quantiles.p50[index],
      curve.quantiles.p95[index],
      ...measures.map((_, place) => {
        const { eachRound, oneArm } = result.measures ?? {}
        return (place === 0 ? eachRound : oneArm)?.curve[index]
      }),
    ])
  })
  return csvText([["algorithm", ...names.map(parameterColumn), ...tidyColumns, ...measures], ...lines])
}

/** The parameters of all algorithms, in the order in which they first occur. */
const listParameters = (all: readonly Parameters[]): string[] => [...new Set(all.flatMap((one) => Object.keys(one)))]

const parameterCell = (value: Parameters[string] | undefined): number | string | undefined =>
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

/** One line per simulation: its parameters, regret, loss and time. */
export function summaryCsv(results: readonly SimulationResult[]): string {
  const header = [
    "algorithm",
    "parameters",
    "horizon",
    "runs",
    "seed",
    "engine",
    "eta",
    "regret_mean",
    "regret_standard_error",
    ...quantileNames.map((name) => `regret_${name}`),
    "milliseconds_per_run",
  ]
  const lines = results.map((result) => [
    result.algorithm,
    formatParameters(result.parameters),
    result.horizon,
    result.finished,
    result.seed,
    result.engine,
    result.guarantee.eta,
    result.regret.mean,
    result.regret.standardError,
    ...quantileNames.map((name) => result.regret.quantiles[name]),
    result.milliseconds.perRun,
  ])
  return csvText([header, ...lines])
}
