// Mistakes in the vector part of gdp-context, planted without touching it: each claims what the
// correct one does, and the audit must show that it loses more.

import type { Algorithm, HiddenSum, Random, ResidualPlan, ResidualRelease } from "@armistice/core"
import { residualInDoubles } from "@armistice/core/sampling"

/** Replaces the n-th residual release (from 0) of every batch. */
type ReleaseMistake = (
  number: number,
  random: Random,
  hidden: HiddenSum,
  joined: HiddenSum,
  plan: ResidualPlan,
) => ResidualRelease

function withReleases(algorithm: Algorithm, start: () => ReleaseMistake): Algorithm {
  return {
    ...algorithm,
    observe(state, arm, reward, random, pull, point) {
      const mistake = start()
      let number = 0
      const wrong: Random = Object.create(random, {
        residual: {
          value: (hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan) =>
            mistake(number++, random, hidden, joined, plan),
        },
      }) as Random
      algorithm.observe(state, arm, reward, wrong, pull, point)
    },
  }
}

const exactSum = (hidden: HiddenSum, joined: HiddenSum, plan: ResidualPlan): number =>
  residualInDoubles(hidden, joined, plan, 0).released

/** The second coordinate is carried on as a whole, although its noise is that of a share. */
export const coordinateNotDecayed = (algorithm: Algorithm): Algorithm =>
  withReleases(algorithm, () => (number, random, hidden, joined, plan) => {
    const release = random.residual(hidden, joined, plan)
    return number === 1 ? { ...release, hidden: exactSum(hidden, joined, plan) } : release
  })

/**
 * The total's rewards get a larger weight when the batch closes, those of the groups keep theirs.
 */
export const scaleAfterOpening = (algorithm: Algorithm): Algorithm =>
  withReleases(
    algorithm,
    () => (number, random, hidden, joined, plan) =>
      random.residual(hidden, number === 0 ? Math.SQRT2 * exactSum(0, joined, plan) : joined, plan),
  )

/** One draw of noise serves two coordinates. */
export const noiseForTwo = (algorithm: Algorithm): Algorithm =>
  withReleases(algorithm, () => {
    let noise = 0
    return (number, random, hidden, joined, plan) => {
      if (number === 1) return residualInDoubles(hidden, joined, plan, noise)
      const release = random.residual(hidden, joined, plan)
      const unit = residualInDoubles(0, 0, plan, 1).released
      noise = (release.released - exactSum(hidden, joined, plan)) / unit
      return release
    }
  })

/** Adds a level's released rewards to its next release again. */
export function levelReused(algorithm: Algorithm): Algorithm {
  return withReleases(algorithm, () => (number, random, hidden, joined, plan) => {
    const release = random.residual(hidden, joined, plan)
    if (number !== 1) return release
    return { ...release, hidden: exactSum(release.hidden, joined, plan) }
  })
}
