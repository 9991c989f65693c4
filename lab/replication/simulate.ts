// Many runs of one algorithm on one environment, and what they amount to.

import { type ReplicationOptions, replicate } from "./replicate.ts"
import type { SimulationResult } from "./simulation-result.ts"
import type { AnyAlgorithm, SimulationSpec } from "./simulation-spec.ts"
import { summarise } from "./summarise.ts"

export async function simulate(
  spec: SimulationSpec<AnyAlgorithm>,
  options: ReplicationOptions = {},
): Promise<SimulationResult> {
  return summarise(await replicate(spec, options))
}
