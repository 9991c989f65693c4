// Summarises finished runs as a result.

import type { Environment } from "../environments/environment.ts"
import type { EnvironmentSpec } from "../environments/environment-spec.ts"
import { version } from "../version.ts"
import { computeIntervalEnds, computeMeanInterval } from "./mean-interval.ts"
import type { PreparedSimulation } from "./prepare.ts"
import type { RoundsSummary } from "./regret-measures.ts"
import type { Replication } from "./replicate.ts"
import type { RunTable } from "./run-table.ts"
import type {
  DeliverySummary,
  Manifest,
  RegretComparator,
  RegretCurve,
  RegretMeasure,
  SimulationResult,
} from "./simulation-result.ts"
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
  const { spec, algorithm, environment, engineName, largestGap, leastGap, delivery } = simulation
  const rounds = simulation.rounds?.()
  const values = rounds?.values ?? simulation.values
  const { layout } = table
  const regrets = table.column(layout.regret)
  const releases = table.column(layout.releases)
  return {
    algorithm: algorithm.name,
    parameters: algorithm.parameters,
    horizon: spec.horizon,
    means: rounds?.means ?? environment.means,
    runs: spec.runs,
    finished: table.length,
    seed: spec.seed,
    engine: engineName,
    regret: {
      mean: computeMean(regrets),
      standardError: computeStandardError(regrets),
      values: [...regrets],
      quantiles: computeQuantiles(regrets),
      interval: computeMeanInterval(regrets, spec.horizon * largestGap, spec.horizon * leastGap),
    },
    pulls: columnsSummary(table, layout.pulls, layout.armCount),
    ...(rounds === undefined ? {} : { measures: summariseMeasures(simulation, table, rounds) }),
    curve: summariseCurve(table, simulation),
    guarantee: algorithm.guarantee(environment.armCount),
    releases: { mean: computeMean(releases), max: largest(releases), eta: largest(table.column(layout.eta)) },
    ...(delivery === undefined ? {} : { delivery: summariseDelivery(simulation, table, values) }),
    milliseconds: { perRun: computeQuantile(table.column(layout.milliseconds).sort(), 0.5), total: totalMs },
    manifest: {
      version,
      environment: describeEnvironment(spec.environment, environment),
      engine: engineName,
      seed: spec.seed,
      generator: "xoshiro128++",
      ...(delivery === undefined ? {} : { delivery }),
      ...(spec.module === undefined ? {} : { module: spec.module.replace(/\?.*/, "").replace(/.*\//, "") }),
    },
  }
}

function summariseDelivery(
  { spec, environment }: PreparedSimulation,
  table: RunTable,
  values: readonly number[],
): DeliverySummary {
  const { layout } = table
  const best = Math.max(...values)
  const bestArms = values.flatMap((value, arm) => (value === best ? [layout.pulls + arm] : []))
  const counts = environment.rounds?.plan === undefined ? bestArms : [layout.best]
  let misdirected = 0
  for (let run = 0; run < table.length; run++) {
    const pulls = counts.reduce((sum, column) => sum + table.get(run, column), 0)
    if (2 * pulls < spec.horizon) misdirected += 1
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

/** Both measures of regret where laws change over time: they differ by a constant. */
function summariseMeasures(
  { environment, checkpoints }: PreparedSimulation,
  table: RunTable,
  { bestArm, excess, totalExcess }: RoundsSummary,
): NonNullable<SimulationResult["measures"]> {
  const regretIs = environment.rounds?.comparator ?? "each round"
  const regrets = table.column(table.layout.regret)
  const measure = (comparator: RegretComparator): RegretMeasure => {
    const sign = comparator === regretIs ? 0 : regretIs === "each round" ? -1 : 1
    const ends = computeIntervalEnds(regrets)
    return {
      mean: computeMean(regrets) + sign * totalExcess,
      low: ends && ends[0] + sign * totalExcess,
      high: ends && ends[1] + sign * totalExcess,
      curve: checkpoints.map(
        (_, index) => computeMean(table.column(table.layout.curve + index)) + sign * excess[index],
      ),
    }
  }
  return { regretIs, bestArm, eachRound: measure("each round"), oneArm: measure("one arm") }
}

function summariseCurve(
  table: RunTable,
  { checkpoints: rounds, largestGap, leastGap }: PreparedSimulation,
): RegretCurve {
  const { layout } = table
  const columns = rounds.map((_, index) => table.column(layout.curve + index))
  const quantiles = columns.map(computeQuantiles)
  const intervals = columns.flatMap(
    (column, index) => computeMeanInterval(column, rounds[index] * largestGap, rounds[index] * leastGap) ?? [],
  )
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

function describeEnvironment(spec: EnvironmentSpec, { rounds }: Environment): Manifest["environment"] {
  // A file's place differs between machines, its checksum does not.
  if (spec.kind === "module") {
    const { kind, name, checksum } = spec
    return { kind, name, checksum, ...(rounds?.plan === undefined ? {} : { hasContext: true }) }
  }
  if (spec.kind !== "replay") return spec
  return {
    kind: "replay",
    by: spec.by ?? "pulls",
    names: spec.names,
    rows: spec.rewards[0].length,
    checksum: computeChecksum(spec.rewards),
  }
}

/** FNV-1a over the bytes of all rewards: tells two recordings apart, protects nothing. */
function computeChecksum(rewards: readonly (readonly number[])[]): string {
  let hash = 0x811c9dc5
  for (const column of rewards)
    for (const byte of new Uint8Array(Float64Array.from(column).buffer)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}
