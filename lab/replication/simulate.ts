// Many runs of one algorithm on one environment, and what they amount to.

import { type ReplicationOptions, replicate } from "./replicate.ts"
import type { SimulationResult } from "./simulation-result.ts"
import type { AnyAlgorithm, SimulationSpec } from "./simulation-spec.ts"
import { summarise } from "./summarise.ts"

/**
 * Simulates many runs of one algorithm on one environment and summarises them. The same spec gives
 * the same result.
 *
 * @example
 * ```ts
 * const { regret, guarantee } = await simulate({
 *   algorithm: "gdp-imed",
 *   parameters: { eta: 1 },
 *   environment: { kind: "bernoulli", means: [0.9, 0.8] },
 *   horizon: 10_000,
 *   runs: 100,
 *   seed: 1,
 * })
 * console.log(regret.mean, guarantee.eta)
 * ```
 */
export async function simulate(
  spec: SimulationSpec<AnyAlgorithm>,
  options: ReplicationOptions = {},
): Promise<SimulationResult> {
  return summarise(await replicate(spec, options))
}
