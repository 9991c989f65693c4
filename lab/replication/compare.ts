// Several algorithms on one environment and seed: as given, or all at equal privacy.

import { invalidParameter } from "../check-parameters.ts"
import { findSimulatedEntry } from "../custom/custom-entry.ts"
import { createEnvironment } from "../environments/environment-spec.ts"
import { resolveTargetEta } from "../planning/privacy-target.ts"
import { fitToPrivacy, type UnavailableAlgorithm } from "./equal-privacy.ts"
import { type Progress, type Replication, type ReplicationOptions, replicate } from "./replicate.ts"
import type { SimulationResult } from "./simulation-result.ts"
import type { AnyAlgorithm, ComparisonSpec, SimulationSpec } from "./simulation-spec.ts"
import { summarise } from "./summarise.ts"

/** The results of a comparison, one for each algorithm that can be that private. */
export interface ComparisonResult {
  /** The loss on the GDP scale that all were calibrated to. */
  readonly eta: number | null
  readonly results: readonly SimulationResult[]
  /** Algorithms that cannot be that private here, and why. */
  readonly unable: readonly UnavailableAlgorithm[]
}

/** How to run a comparison: where, how to stop it, and who hears of progress. */
export interface ComparisonOptions extends Omit<ReplicationOptions, "onProgress"> {
  /** Progress of one of the algorithms. */
  readonly onProgress?: (progress: Progress & { readonly algorithm: string; readonly index: number }) => void
  /** Called with the runs of each algorithm as they are finished. */
  readonly onReplication?: (replication: Replication) => void
}

/**
 * Compares algorithms on one environment, with the same seeds: each with its own parameters, or all
 * at equal privacy.
 *
 * @example
 * ```ts
 * const { results, unable } = await compare({
 *   algorithms: [{ algorithm: "gdp-imed" }, { algorithm: "dp-ts-ucb" }],
 *   privacy: { eta: 1 },
 *   environment: { kind: "bernoulli", means: [0.9, 0.8] },
 *   horizon: 10_000,
 *   runs: 100,
 *   seed: 1,
 * })
 * ```
 */
export async function compare(
  spec: ComparisonSpec<AnyAlgorithm>,
  options: ComparisonOptions = {},
): Promise<ComparisonResult> {
  const { eta, simulations, unable } = planComparison(spec)
  const { onProgress, onReplication, ...rest } = options
  const results: SimulationResult[] = []
  for (const [index, simulation] of simulations.entries()) {
    const { name: algorithm } = findSimulatedEntry(simulation)
    const report = onProgress && ((progress: Progress) => onProgress({ ...progress, algorithm, index }))
    if (options.signal?.aborted && results.length > 0) break
    try {
      const replication = await replicate(simulation, report === undefined ? rest : { ...rest, onProgress: report })
      onReplication?.(replication)
      results.push(summarise(replication))
    } catch (error) {
      // Stopped before the first run of this algorithm: what the others have stays.
      if (options.signal?.aborted !== true || results.length === 0) throw error
    }
  }
  return { eta, results, unable }
}

/** The simulations a comparison is made of. Everything is checked before the first run. */
export function planComparison<Chosen extends AnyAlgorithm>(
  spec: ComparisonSpec<Chosen>,
): {
  readonly eta: number | null
  readonly simulations: readonly SimulationSpec<Chosen>[]
  readonly unable: readonly UnavailableAlgorithm[]
} {
  const { algorithms, privacy, ...shared } = spec
  if (!Array.isArray(algorithms) || algorithms.length === 0)
    throw invalidParameter("algorithms must be a list of at least one, got none")
  const eta = privacy === undefined ? null : resolveTargetEta(privacy)
  const { armCount } = createEnvironment(spec.environment)
  const simulations: SimulationSpec<Chosen>[] = []
  const unable: UnavailableAlgorithm[] = []
  for (const one of spec.algorithms) {
    const { parameters = {} } = one
    const entry = findSimulatedEntry(one)
    if (eta === null) {
      simulations.push({ ...shared, ...one, parameters })
      continue
    }
    const fit = fitToPrivacy(entry, eta, { horizon: spec.horizon, armCount })
    if (fit.parameters === null) unable.push({ algorithm: entry.name, why: fit.why, nearest: fit.nearest })
    else simulations.push({ ...shared, ...one, parameters: { ...parameters, ...fit.parameters } })
  }
  return { eta, simulations, unable }
}
