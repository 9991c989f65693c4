// Arms with continuous rewards, drawn one by one: their sums have no law that is cheap to draw.

import type { Environment } from "./environment.ts"
import type { RewardLaw } from "./reward-law.ts"

export function createContinuousEnvironment(
  kind: string,
  laws: readonly RewardLaw[],
  means: readonly number[],
): Environment {
  return {
    kind,
    armCount: laws.length,
    means,
    reward: (arm, _pull, random) => laws[arm].draw(random),
    sum(arm, _pull, count, random) {
      const law = laws[arm]
      let sum = 0
      for (let k = 0; k < count; k++) sum += law.draw(random)
      return Math.min(sum, count)
    },
  }
}
