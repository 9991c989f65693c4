// The comparison that the settings describe, as the command line would make it.

import type { ComparisonSpec } from "@armistice/lab"
import { environmentOf } from "./rewards.ts"
import { etaOfTarget, type Settings } from "./settings.ts"

export function comparisonSpec(
  { means, rewards, horizon, target, seed }: Settings,
  algorithms: readonly string[],
  eta?: number,
): Omit<ComparisonSpec, "runs"> {
  const { epsilon, delta } = target.kind === "epsilon" ? target : { epsilon: null, delta: null }
  return {
    algorithms: algorithms.map((algorithm) => ({ algorithm })),
    privacy: eta !== undefined || epsilon === null ? { eta: eta ?? etaOfTarget(target) } : { epsilon, delta },
    environment: environmentOf(rewards, means),
    horizon,
    seed,
  }
}
