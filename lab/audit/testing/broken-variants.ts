// Mistakes that void a guarantee, planted in real algorithms without touching them: each claims what the correct one does, and the
// audit must show that it loses more.

import { type Algorithm, type AlgorithmState, type Random, seededRandom } from "@armistice/core"
import { residualInDoubles } from "@armistice/core/sampling"

type NoiseMethods = Pick<Random, "gaussian" | "gaussianAround" | "laplace" | "laplaceAround">

/** `random` with other noise. */
function withNoise(random: Random, noise: NoiseMethods): Random {
  return {
    uniform: () => random.uniform(),
    integer: (bound) => random.integer(bound),
    exponential: () => random.exponential(),
    gamma: (shape) => random.gamma(shape),
    beta: (a, b) => random.beta(a, b),
    binomial: (trials, p) => random.binomial(trials, p),
    residual: (hidden, joined, plan) => residualInDoubles(hidden, joined, plan, noise.gaussian()),
    ...noise,
  }
}

/** All noise is smaller than it should be, by this factor. */
export function smallerNoise(algorithm: Algorithm, factor: number): Algorithm {
  const shrink = (random: Random): Random =>
    withNoise(random, {
      gaussian: () => factor * random.gaussian(),
      laplace: (scale) => random.laplace(factor * scale),
      gaussianAround: (centre, deviation) => random.gaussianAround(centre, factor * deviation),
      laplaceAround: (centre, scale) => random.laplaceAround(centre, factor * scale),
    })
  return {
    ...algorithm,
    choose: (state, random, excluded) => algorithm.choose(state, shrink(random), excluded),
    observe: (state, arm, reward, random, pull) => algorithm.observe(state, arm, reward, shrink(random), pull),
  }
}

/** The budget of draws is refilled before every choice, so that it never ends. */
export function endlessBudget(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    choose(state, random, excluded) {
      const { drawsLeft } = state as AlgorithmState & { drawsLeft: number[] }
      for (let arm = 0; arm < drawsLeft.length; arm++) if (drawsLeft[arm] === 1) drawsLeft[arm] = 2
      return algorithm.choose(state, random, excluded)
    },
  }
}

/** The last reward of a batch is counted in the next batch again. */
export function rewardUsedTwice(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    observe(state, arm, reward, random, pull) {
      const batches = state as AlgorithmState & { closed: number[]; sum: number[] }
      const closed = batches.closed[arm]
      algorithm.observe(state, arm, reward, random, pull)
      if (batches.closed[arm] > closed) batches.sum[arm] += reward
    },
  }
}

/** Noisy sums are released as they should be, but arms are chosen by the exact ones. */
export function exactIndex(algorithm: Algorithm): Algorithm {
  type State = AlgorithmState & { closed: number[]; sum: number[]; noisySum: number[]; exactSum: number[] }
  return {
    ...algorithm,
    start: (armCount) => Object.assign(algorithm.start(armCount), { exactSum: new Array<number>(armCount).fill(0) }),
    choose(state, random, excluded) {
      const batches = state as State
      const { noisySum } = batches
      batches.noisySum = batches.exactSum
      const arm = algorithm.choose(state, random, excluded)
      batches.noisySum = noisySum
      return arm
    },
    observe(state, arm, reward, random, pull) {
      const batches = state as State
      const closed = batches.closed[arm]
      const sum = batches.sum[arm] + reward
      algorithm.observe(state, arm, reward, random, pull)
      if (batches.closed[arm] > closed) batches.exactSum[arm] = sum
    },
  }
}

/** Every release takes its noise from a generator that starts anew from the same seed. */
export function sameSeed(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    observe: (state, arm, reward, _random, pull) => algorithm.observe(state, arm, reward, seededRandom(7), pull),
  }
}

/** Noise is drawn once and used for every release of a run. */
export function noiseDrawnOnce(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    observe(state, arm, reward, random, pull) {
      const kept = state as AlgorithmState & { noise?: number }
      const around = (centre: number, deviation: number) => {
        kept.noise ??= random.gaussian()
        return centre + deviation * kept.noise
      }
      const noise = { gaussian: () => around(0, 1), laplace: (scale: number) => around(0, scale) }
      const reused = withNoise(random, { ...noise, gaussianAround: around, laplaceAround: around })
      algorithm.observe(state, arm, reward, reused, pull)
    },
  }
}
