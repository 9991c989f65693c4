// The comparison that the settings describe, as the command line would make it.

import type { ComparisonSpec } from "@armistice/lab"
import { planLateAnswers } from "./late.ts"
import { buildEnvironment } from "./rewards.ts"
import type { ExplorerSettings } from "./settings.ts"

export function createComparisonSpec(
  { means, rewards, horizon, target, seed, late }: ExplorerSettings,
  algorithms: readonly string[],
  eta?: number,
): Omit<ComparisonSpec, "runs"> {
  const delivery = planLateAnswers({ late, rewards, means })
  return {
    algorithms: algorithms.map((algorithm) => ({ algorithm })),
    privacy: eta === undefined ? target : { eta },
    environment: buildEnvironment(rewards, means),
    horizon,
    seed,
    ...(delivery === undefined ? {} : { delivery }),
  }
}
