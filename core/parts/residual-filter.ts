// The mean of an arm from its residual releases: a Kalman filter of two unknowns, the mean and the
// sum that stays hidden, for rewards of one assumed variance. The error from sampling and the error
// from noise are kept apart, so that it is known how many equal rewards the estimate is worth and
// how much noise is in it. Public: a function of releases and sizes.

import { fractions } from "./rounds.ts"

/** One number per arm in each list; covariances of mean·mean, mean·sum, sum·sum. */
export interface ResidualFilter {
  mean: number[]
  hidden: number[]
  /** In units of the variance of one reward. */
  sampling: [number[], number[], number[]]
  noise: [number[], number[], number[]]
}

export interface FilterStep {
  /** Rewards that joined. */
  readonly size: number
  /** The share of the hidden sum that was carried into this release; 0 at the start of a line. */
  readonly carried: number
  readonly released: number
  /** Variance of the noise on it. */
  readonly variance: number
  readonly isFirst: boolean
}

export const startFilter = (armCount: number): ResidualFilter => {
  const three = (): [number[], number[], number[]] => [fractions(armCount), fractions(armCount), fractions(armCount)]
  return {
    mean: fractions(armCount),
    hidden: fractions(armCount),
    sampling: three(),
    noise: three(),
  }
}

export function addArmToFilter({ mean, hidden, sampling, noise }: ResidualFilter): void {
  for (const list of [mean, hidden, ...sampling, ...noise]) list.push(0)
}

/** How many equally weighted rewards would have the same sampling error. */
export const countFilterRewards = ({ sampling }: ResidualFilter, arm: number): number => 1 / sampling[0][arm]

/** Variance of the noise in the mean. */
export const computeFilterNoise = ({ noise }: ResidualFilter, arm: number): number => noise[0][arm]

/** Takes one release in. `spread` is the variance of a reward that weights are chosen for. */
export function updateFilter(filter: ResidualFilter, arm: number, spread: number, step: FilterStep): void {
  const { mean, hidden, sampling, noise } = filter
  const { size, carried, released, variance } = step
  if (step.isFirst) {
    mean[arm] = released / size
    hidden[arm] = released
    set(sampling, arm, 1 / size, 0, 0)
    set(noise, arm, variance / (size * size), variance / size, variance)
    return
  }
  // The batch joins: sum = carried · sum + size · mean + what its rewards differ from their mean.
  const [sampled, blurred] = [sampling[0][arm], noise[0][arm]]
  const sampledBoth = size * sampled + carried * sampling[1][arm]
  const blurredBoth = size * blurred + carried * noise[1][arm]
  const sampledSum = size * (size * sampled + 2 * carried * sampling[1][arm] + 1) + carried * carried * sampling[2][arm]
  const blurredSum = size * (size * blurred + 2 * carried * noise[1][arm]) + carried * carried * noise[2][arm]
  const expected = carried * hidden[arm] + size * mean[arm]
  // The release is the sum plus noise: both unknowns move by their share of the surprise.
  const total = spread * sampledSum + blurredSum + variance
  const gain = (spread * sampledBoth + blurredBoth) / total
  const sumGain = (spread * sampledSum + blurredSum) / total
  const rest = variance / total
  const surprise = released - expected
  mean[arm] += gain * surprise
  hidden[arm] = expected + sumGain * surprise
  set(
    sampling,
    arm,
    sampled - gain * (2 * sampledBoth - gain * sampledSum),
    rest * (sampledBoth - gain * sampledSum),
    rest * rest * sampledSum,
  )
  set(
    noise,
    arm,
    blurred - gain * (2 * blurredBoth - gain * blurredSum) + gain * gain * variance,
    rest * (blurredBoth - gain * blurredSum) + gain * sumGain * variance,
    rest * rest * blurredSum + sumGain * sumGain * variance,
  )
}

function set([one, both, two]: [number[], number[], number[]], arm: number, a: number, b: number, c: number): void {
  one[arm] = a
  both[arm] = b
  two[arm] = c
}
