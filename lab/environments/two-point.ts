// Arms that reward one of two values: `high` with a probability of their own, else `low`.

import type { Environment } from "./environment.ts"

export function createTwoPointEnvironment(low: number, high: number, means: readonly number[]): Environment {
  const probabilities = means.map((mean) => (mean - low) / (high - low))
  return {
    kind: "two-point",
    armCount: means.length,
    means,
    reward: (arm, _pull, random) => (random.uniform() < probabilities[arm] ? high : low),
    sum(arm, _pull, count, random) {
      const highs = random.binomial(count, probabilities[arm])
      return high * highs + low * (count - highs)
    },
  }
}
