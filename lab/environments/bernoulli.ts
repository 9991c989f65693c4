// Arms that reward 1 with their mean as probability, else 0.

import type { Environment } from "./environment.ts"

export function bernoulliEnvironment(means: readonly number[]): Environment {
  return {
    kind: "bernoulli",
    armCount: means.length,
    means,
    reward: (arm, _pull, random) => (random.uniform() < means[arm] ? 1 : 0),
    fill(arm, _pull, rewards, random) {
      const mean = means[arm]
      for (let k = 0; k < rewards.length; k++) rewards[k] = random.uniform() < mean ? 1 : 0
    },
    sum: (arm, _pull, count, random) => random.binomial(count, means[arm]),
  }
}
