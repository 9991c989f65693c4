// The numbers that GDP-IMED compares: evidence against an arm, and the index of the best arm so far
// (gdp-imed.md).

import { gaussianKl } from "../numerics/gaussian-kl.ts"

/** The part of the rounds left, by the root of the arms that count, that may repay a batch. */
const REPAID = 0.3
/** The share of what is still to be explored that is explored early. */
const EARLY = 0.1
/** At least so many arms count, if there are so many. */
const FEW_ARMS = 8

/** First batches: so large that noise in means is small, but at most a quarter of the rounds. */
export function computeFirstBatch(eta: number, horizon: number, armCount: number): number {
  if (horizon === 0) return Math.max(1, Math.round(7 / eta))
  const enough = (2.5 * Math.sqrt(Math.log1p((eta * horizon) / armCount))) / eta
  return Math.max(1, Math.round(Math.min(horizon / (4 * armCount), enough)))
}

/** Evidence that a noisy mean, worth `rewards` rewards, gives against a mean of `best`. */
export function evidence(mean: number, rewards: number, noise: number, best: number): number {
  const against = rewards * gaussianKl(1 / (rewards * noise), mean, best)
  // A mean below 0 speaks against every mean; it counts what speaks against `best` more than 0.
  return mean < 0 ? Math.max(0, against - (mean * mean) / (2 * noise)) : against
}

/**
 * The index of the best arm so far: another arm is pulled while its own index is below this.
 * Without a horizon it is ln of the best arm's rewards, as in IMED. With one it is a little more at
 * first, and in the end only as much as the rounds that are left can repay.
 */
export const leaderIndex = (count: number, left: number, armCount: number): number =>
  leaderLevel(Math.log(count), left, armCount)

/** The same for a level that is not ln of a count. */
export function leaderLevel(level: number, left: number, armCount: number): number {
  if (left === Number.POSITIVE_INFINITY) return level
  const most = Math.log(Math.max(1, (REPAID * left) / Math.sqrt(armsThatCount(left, armCount))))
  return level < most ? level + EARLY * (most - level) : most
}

/**
 * Exploring is shared among arms, and where rounds are few for them all arms count. Where there are
 * rounds enough to be sure of each, only a few do: otherwise about one run in a thousand would stay
 * with the second best of fifty arms.
 */
function armsThatCount(left: number, armCount: number): number {
  return Math.min(armCount, Math.max(FEW_ARMS, (armCount * armCount) ** 2 / left ** 2))
}

/** Evidence against an arm, and its index: that evidence plus ln of its rewards. */
export interface ArmIndex {
  readonly against: number
  readonly value: number
}

/** Computes an arm's index, or returns the last one while what it depends on is the same. */
export function rememberIndex() {
  const last: (ArmIndex & { mean: number; count: number; best: number; rewards: number; noise: number })[] = []
  return (arm: number, mean: number, rewards: number, noise: number, count: number, best: number): ArmIndex => {
    const known = last[arm]
    if (
      known?.mean === mean &&
      known.best === best &&
      known.count === count &&
      known.rewards === rewards &&
      known.noise === noise
    )
      return known
    const against = evidence(mean, rewards, noise, best)
    const found = { mean, count, best, rewards, noise, against, value: against + Math.log(count) }
    last[arm] = found
    return found
  }
}
