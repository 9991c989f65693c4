// Continuous rewards rounded at random to a lattice of [0, 1], so that means stay and the variance
// grows by at most 1/(4·steps²). The sum of many is an exact multinomial of constant cost.

import type { Random } from "@armistice/core"
import { AliasTable } from "./alias-table.ts"
import type { Environment } from "./environment.ts"
import type { RewardLaw } from "./reward-law.ts"

export function createLatticedEnvironment(
  kind: string,
  laws: readonly RewardLaw[],
  means: readonly number[],
  steps: number,
): Environment {
  const lattices = laws.map((law) => new Lattice(computeLatticeProbabilities(law, steps)))
  return {
    kind,
    armCount: laws.length,
    means,
    reward: (arm, _pull, random) => lattices[arm].draw(random) / steps,
    sum: (arm, _pull, count, random) => lattices[arm].drawSum(count, random) / steps,
  }
}

/** Probabilities of the points 0, 1/steps, …, 1. */
export function computeLatticeProbabilities(law: RewardLaw, steps: number): Float64Array {
  const probabilities = new Float64Array(steps + 1)
  let mass = law.cdf(0)
  let moment = 0
  probabilities[0] = mass
  for (let cell = 0; cell < steps; cell++) {
    const nextMass = law.cdf((cell + 1) / steps)
    const nextMoment = law.partialMean((cell + 1) / steps)
    const inside = Math.max(0, nextMass - mass)
    // The mean of steps·x - cell over the cell goes up; rounding may push it out by 1e-14.
    const up = Math.min(inside, Math.max(0, steps * (nextMoment - moment) - cell * (nextMass - mass)))
    probabilities[cell] += inside - up
    probabilities[cell + 1] += up
    mass = nextMass
    moment = nextMoment
  }
  return probabilities
}

/** One arm's rewards in lattice steps. */
class Lattice {
  readonly #alias: AliasTable
  /** Probability of each point among those from it on. */
  readonly #conditional: Float64Array

  constructor(probabilities: Float64Array) {
    this.#alias = new AliasTable(probabilities)
    this.#conditional = new Float64Array(probabilities.length)
    let rest = 0
    for (let point = probabilities.length - 1; point >= 0; point--) {
      rest += probabilities[point]
      this.#conditional[point] = rest > 0 ? Math.min(1, probabilities[point] / rest) : 1
    }
  }

  draw(random: Random): number {
    return this.#alias.draw(random)
  }

  drawSum(count: number, random: Random): number {
    const points = this.#conditional.length
    let sum = 0
    // One by one while that is cheaper than a binomial per point.
    if (count <= 6 * points) {
      for (let k = 0; k < count; k++) sum += this.#alias.draw(random)
      return sum
    }
    let left = count
    for (let point = 0; point < points && left > 0; point++) {
      const here = random.binomial(left, this.#conditional[point])
      sum += here * point
      left -= here
    }
    return sum
  }
}
