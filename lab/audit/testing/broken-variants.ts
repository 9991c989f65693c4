// Mistakes that void a guarantee, planted in real algorithms without touching them: each claims
// what the correct one does, and the audit must show that it loses more.

import { type Algorithm, type AlgorithmState, type Random, seededRandom } from "@armistice/core"
import { residualInDoubles } from "@armistice/core/sampling"

type NoiseMethods = Pick<Random, "gaussian" | "gaussianAround" | "laplace" | "laplaceAround" | "residual">

/** `random` with other noise. */
function withNoise(random: Random, noise: NoiseMethods): Random {
  return {
    uniform: () => random.uniform(),
    integer: (bound) => random.integer(bound),
    exponential: () => random.exponential(),
    gamma: (shape) => random.gamma(shape),
    beta: (a, b) => random.beta(a, b),
    binomial: (trials, p) => random.binomial(trials, p),
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
      // The carried sum does not depend on eta, and the deviation is inverse to it.
      residual: (hidden, joined, plan) => random.residual(hidden, joined, { ...plan, eta: plan.eta / factor }),
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

/** Every release takes its noise from a generator that starts again from the same seed. */
export function sameSeed(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    observe: (state, arm, reward, _random, pull) => algorithm.observe(state, arm, reward, seededRandom(7), pull),
  }
}

/** Noise is drawn for the first release of a run and used for every other. */
export function noiseDrawnOnce(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    observe(state, arm, reward, random, pull) {
      const kept = state as AlgorithmState & { noise?: number }
      const around = (centre: number, deviation: number) => {
        kept.noise ??= (random.gaussianAround(centre, deviation) - centre) / deviation
        return centre + deviation * kept.noise
      }
      const noise = { gaussian: () => around(0, 1), laplace: (scale: number) => around(0, scale) }
      const residual: Random["residual"] = (hidden, joined, plan) => {
        const exactly = residualInDoubles(hidden, joined, plan, 0)
        const deviation = residualInDoubles(hidden, joined, plan, 1).released - exactly.released
        return { ...exactly, released: around(exactly.released, deviation) }
      }
      const reused = withNoise(random, { ...noise, gaussianAround: around, laplaceAround: around, residual })
      algorithm.observe(state, arm, reward, reused, pull)
    },
  }
}

const exact = (random: Random): Random =>
  withNoise(random, {
    gaussian: () => 0,
    laplace: () => 0,
    gaussianAround: (centre) => centre,
    laplaceAround: (centre) => centre,
    residual: (hidden, joined, plan) => residualInDoubles(hidden, joined, plan, 0),
  })

/** While `isBare` holds, releases and draws have no noise. */
function bareWhile(
  algorithm: Algorithm,
  isBare: (state: AlgorithmState, arm: number | null) => boolean,
  more: Partial<Algorithm> = {},
): Algorithm {
  return {
    ...algorithm,
    ...more,
    observe: (state, arm, reward, random, pull) =>
      algorithm.observe(state, arm, reward, isBare(state, arm) ? exact(random) : random, pull),
    observeMany: (state, arm, count, sum, random) =>
      algorithm.observeMany(state, arm, count, sum, isBare(state, arm) ? exact(random) : random),
  }
}

/** No noise on sums of an arm that was added later. */
export function bareAddedArm(algorithm: Algorithm): Algorithm {
  type State = AlgorithmState & { beganWith: number }
  return bareWhile(algorithm, (state, arm) => arm !== null && arm >= (state as State).beganWith, {
    start: (armCount) => Object.assign(algorithm.start(armCount), { beganWith: armCount }),
  })
}

/** Draws of an arm that was added later are its exact mean. */
export function bareDrawsOfAddedArm(algorithm: Algorithm): Algorithm {
  type State = AlgorithmState & { beganWith: number; deviation: number[] }
  return {
    ...algorithm,
    start: (armCount) => Object.assign(algorithm.start(armCount), { beganWith: armCount }),
    choose(state, random, excluded) {
      const { beganWith, deviation } = state as State
      for (let arm = beganWith; arm < deviation.length; arm++) deviation[arm] = 0
      const around = (centre: number, spread: number) => (spread === 0 ? centre : random.gaussianAround(centre, spread))
      const bare = { ...exact(random), gaussian: () => random.gaussian(), gaussianAround: around }
      return algorithm.choose(state, bare, excluded)
    },
  }
}

/** No noise any more once an arm was retired. */
export function bareAfterRetirement(algorithm: Algorithm): Algorithm {
  type State = AlgorithmState & { hasRetired: number }
  return bareWhile(algorithm, (state) => (state as State).hasRetired === 1, {
    start: (armCount) => Object.assign(algorithm.start(armCount), { hasRetired: 0 }),
    retireArm(state, arm) {
      algorithm.retireArm?.(state, arm)
      ;(state as State).hasRetired = 1
    },
  })
}

/** DP-SE: no noise on an epoch that rewards which came early have lengthened. */
export function bareLengthenedEpoch(dpSe: Algorithm): Algorithm {
  type State = AlgorithmState & { epoch: number; nextReceived: number[]; hadEarly: number }
  const noting = (observe: () => void, state: State): void => {
    const early = state.nextReceived.some((count) => count > 0)
    const { epoch } = state
    observe()
    if (state.epoch > epoch) state.hadEarly = early ? 1 : 0
  }
  const bare = bareWhile(dpSe, (state) => (state as State).hadEarly === 1, {
    start: (armCount) => Object.assign(dpSe.start(armCount), { hadEarly: 0 }),
  })
  return {
    ...bare,
    observe: (state, ...rest) => noting(() => bare.observe(state, ...rest), state as State),
    observeMany: (state, ...rest) => noting(() => bare.observeMany(state, ...rest), state as State),
  }
}

/** A reward that comes after later decisions of its arm joins twice. */
export function joinsTwice(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    observe(state, arm, reward, random, pull) {
      const isLate = pull !== undefined && pull < state.decided[arm] - 1
      algorithm.observe(state, arm, reward, random, pull)
      if (isLate) algorithm.observe(state, arm, reward, random, pull)
    },
    // Rewards that joined twice take the place of silent decisions, so that core would refuse
    // these.
    expire(state, arm, pull) {
      const { rewarded, silent, decided } = state as AlgorithmState & { rewarded: number[]; silent: number[] }
      if (rewarded[arm] + silent[arm] < decided[arm]) algorithm.expire?.(state, arm, pull)
    },
  }
}

/** When a decision expires, the last reward of its arm joins again instead of nothing. */
export function joinsAgainOnExpiry(algorithm: Algorithm): Algorithm {
  type State = AlgorithmState & { sum: number[]; lastReward: number[] }
  return {
    ...algorithm,
    start: (armCount, silence) =>
      Object.assign(algorithm.start(armCount, silence), { lastReward: new Array<number>(armCount).fill(0) }),
    observe(state, arm, reward, random, pull) {
      algorithm.observe(state, arm, reward, random, pull)
      ;(state as State).lastReward[arm] = reward
    },
    expire(state, arm, pull) {
      algorithm.expire?.(state, arm, pull)
      const { sum, lastReward } = state as State
      sum[arm] += lastReward[arm]
    },
  }
}

/** A round in which an arm is excluded gives it a draw more instead of leaving its budget alone. */
export function drawsForExcluded(algorithm: Algorithm): Algorithm {
  return {
    ...algorithm,
    choose(state, random, excluded) {
      const { drawsLeft } = state as AlgorithmState & { drawsLeft: number[] }
      for (const arm of excluded ?? []) if (drawsLeft[arm] > 0) drawsLeft[arm] += 1
      return algorithm.choose(state, random, excluded)
    },
  }
}

/** M-TS-Gaussian claims what holds if every arm is pre-pulled, though some may be excluded. */
export function tightForAllowedOnly(mTsGaussian: Algorithm): Algorithm {
  const { horizon, prePulls, varianceScale } = mTsGaussian.parameters as Record<string, number>
  return {
    ...mTsGaussian,
    guarantee: (armCount) => ({
      ...mTsGaussian.guarantee(armCount),
      tight: Math.sqrt((horizon - prePulls * armCount) / (varianceScale * (Math.max(prePulls, 1) + 1))),
    }),
  }
}
