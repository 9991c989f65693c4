// Many runs of one algorithm on one environment, and what they amount to.

import { type ReplicationOptions, replicate } from "./replicate.ts"
import { type SimulationResult, summarise } from "./simulation-result.ts"
import type { AnyAlgorithm, SimulationSpec } from "./simulation-spec.ts"

export async function simulate(
  spec: SimulationSpec<AnyAlgorithm>,
  options: ReplicationOptions = {},
): Promise<SimulationResult> {
  return summarise(await replicate(spec, options))
}
