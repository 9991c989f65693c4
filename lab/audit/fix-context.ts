// Audits of algorithms with context: contexts are public, so they are the same in both tables. All
// people have one context, so that all coordinates of the followed reward are released again and
// again.

import type { Algorithm, AlgorithmState, ContextPlan, ContextPoint } from "@armistice/core"

/** The algorithm for people who all have the same context; as it is without one. */
export function fixContext(algorithm: Algorithm): Algorithm {
  const { context, ...rest } = algorithm
  if (context === undefined) return algorithm
  const point = firstPoint(context)
  const { expire } = algorithm
  return {
    ...rest,
    choose: (state, random, excluded) => algorithm.choose(state, random, excluded, point),
    observe: (state, arm, reward, random, pull) => algorithm.observe(state, arm, reward, random, pull, point),
    observeMany(state, arm, count, sum, random) {
      for (let k = 0; k < count; k++) algorithm.observe(state, arm, sum / count, random, undefined, point)
    },
    ...(expire && {
      expire: (state: AlgorithmState, arm: number, pull?: number) => algorithm.expire?.(state, arm, pull, point),
    }),
    nextReleases: (state, arm, pull) => algorithm.nextReleases(state, arm, pull, point),
  }
}

/** The first level of each attribute, or the end of its range: a feature of the largest norm. */
const firstPoint = ({ attributes }: ContextPlan): ContextPoint => Object.keys(attributes).map(() => 0)
