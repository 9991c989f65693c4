// A seeded generator that notes the noise asked of it and gives none, so that what was released shows which rewards are in it.

import type { Random } from "../random/random.ts"
import { residualDeviation, residualInDoubles } from "../random/residual-noise.ts"
import { seededRandom } from "../random/seeded-random.ts"

export interface RecordingRandom extends Random {
  /** Scale of every Laplace draw so far, in order. */
  readonly laplaceScales: number[]
  /** Deviation of every Gaussian draw around a hidden value so far, in order. */
  readonly deviations: number[]
  /** Gaussian draws so far. */
  gaussianDraws: number
  /** Parameters of every Beta draw so far. */
  readonly betaDraws: [number, number][]
}

export function recordingRandom(seed: number): RecordingRandom {
  const inner = seededRandom(seed)
  return {
    laplaceScales: [],
    deviations: [],
    gaussianDraws: 0,
    betaDraws: [],
    uniform: () => inner.uniform(),
    integer: (bound) => inner.integer(bound),
    exponential: () => inner.exponential(),
    gamma: (shape) => inner.gamma(shape),
    binomial: (trials, p) => inner.binomial(trials, p),
    gaussian() {
      this.gaussianDraws += 1
      return 0
    },
    laplace(scale) {
      this.laplaceScales.push(scale)
      return 0
    },
    gaussianAround(centre, deviation) {
      this.deviations.push(deviation)
      this.gaussianDraws += 1
      return centre
    },
    residual(hidden, joined, plan) {
      this.deviations.push(residualDeviation(plan))
      this.gaussianDraws += 1
      return residualInDoubles(hidden, joined, plan, 0)
    },
    laplaceAround(centre, scale) {
      this.laplaceScales.push(scale)
      return centre
    },
    beta(a, b) {
      this.betaDraws.push([a, b])
      return inner.beta(a, b)
    },
  }
}
