// Summarises finished runs as a result.

import type { EnvironmentSpec } from "../environments/environment-spec.ts"
import { version } from "../version.ts"
import { meanInterval } from "./mean-interval.ts"
import type { Replication } from "./replicate.ts"
import type { RunTable } from "./run-table.ts"
import type { DeliverySummary, Manifest, RegretCurve, SimulationResult } from "./simulation-result.ts"
import {
  computeMean,
  computeQuantile,
  computeQuantiles,
  computeStandardError,
  computeWorstMean,
  quantileNames,
} from "./statistics.ts"

/** Summarises the runs of a simulation. */
export function summarise({ simulation, table, totalMs }: Replication): SimulationResult {
  const { spec, algorithm, environment, engineName, values, largestGap } = simulation
  const { layout } = table
  const regrets = table.column(layout.regret)
  const releases = table.column(layout.releases)
  return {
    algorithm: algorithm.name,
    parameters: algorithm.parameters,
    horizon: spec.horizon,
    means: environment.means,
    runs: spec.runs,
    finished: table.length,
    seed: spec.seed,
    engine: engineName,
    regret: {
      mean: computeMean(regrets),
      standardError: computeStandardError(regrets),
      values: [...regrets],
      quantiles: computeQuantiles(regrets),
      interval: meanInterval(regrets, spec.horizon * largestGap),
    },
    pulls: columnsSummary(table, layout.pulls, layout.armCount),
    curve: summariseCurve(table, simulation.checkpoints, largestGap),
    guarantee: algorithm.guarantee(environment.armCount),
    releases: { mean: computeMean(releases), max: largest(releases), eta: largest(table.column(layout.eta)) },
    ...(spec.delivery === undefined ? {} : { delivery: summariseDelivery(table, values, spec.horizon) }),
    milliseconds: { perRun: computeQuantile(table.column(layout.milliseconds).sort(), 0.5), total: totalMs },
    manifest: {
      version,
      environment: describeEnvironment(spec.environment),
      engine: engineName,
      seed: spec.seed,
      generator: "xoshiro128++",
      ...(spec.delivery === undefined ? {} : { delivery: spec.delivery }),
      ...(spec.module === undefined ? {} : { module: spec.module.slice(spec.module.lastIndexOf("/") + 1) }),
    },
  }
}

function summariseDelivery(table: RunTable, values: readonly number[], horizon: number): DeliverySummary {
  const { layout } = table
  const best = Math.max(...values)
  const bestArms = values.flatMap((value, arm) => (value === best ? [arm] : []))
  let misdirected = 0
  for (let run = 0; run < table.length; run++) {
    const pulls = bestArms.reduce((sum, arm) => sum + table.get(run, layout.pulls + arm), 0)
    if (2 * pulls < horizon) misdirected += 1
  }
  return {
    values,
    joined: computeMean(table.column(layout.joined)),
    expired: computeMean(table.column(layout.expired)),
    outstanding: computeMean(table.column(layout.outstanding)),
    worstRegret: computeWorstMean(table.column(layout.regret)),
    misdirected: misdirected / table.length,
  }
}

function columnsSummary(table: RunTable, first: number, count: number) {
  const columns = Array.from({ length: count }, (_, index) => table.column(first + index))
  const errors = columns.map(computeStandardError)
  return {
    mean: columns.map(computeMean),
    standardError: errors.every((error) => error !== null) ? errors : null,
  }
}

function summariseCurve(table: RunTable, rounds: readonly number[], largestGap: number): RegretCurve {
  const { layout } = table
  const columns = rounds.map((_, index) => table.column(layout.curve + index))
  const quantiles = columns.map(computeQuantiles)
  const intervals = columns.flatMap((column, index) => meanInterval(column, rounds[index] * largestGap) ?? [])
  const hasIntervals = intervals.length === rounds.length
  return {
    rounds,
    ...columnsSummary(table, layout.curve, rounds.length),
    low: hasIntervals ? intervals.map(({ low }) => low) : null,
    high: hasIntervals ? intervals.map(({ high }) => high) : null,
    quantiles: Object.fromEntries(
      quantileNames.map((name) => [name, quantiles.map((values) => values[name])]),
    ) as unknown as RegretCurve["quantiles"],
  }
}

const largest = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), 0)

function describeEnvironment(spec: EnvironmentSpec): Manifest["environment"] {
  if (spec.kind !== "replay") return spec
  return { kind: "replay", names: spec.names, rows: spec.rewards[0].length, checksum: computeChecksum(spec.rewards) }
}

/** FNV-1a over the bytes of all rewards: tells two recordings apart, protects nothing. */
function computeChecksum(rewards: readonly (readonly number[])[]): string {
  let hash = 0x811c9dc5
  for (const column of rewards)
    for (const byte of new Uint8Array(Float64Array.from(column).buffer)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}
