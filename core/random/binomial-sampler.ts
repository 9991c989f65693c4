// Binomial draws: inversion where trials · min(p, 1 - p) < 10, else transformed rejection (BTRS,
// Hörmann 1993, J. Stat. Comput. Simul. 46). Exact in law up to 2^53 trials, but for the rounding
// of single probabilities (about 1e-15).

import { requireParameter } from "../errors.ts"
import { exactMean, logBinomialProbability } from "./binomial-probability.ts"
import type { Random } from "./random.ts"

export function drawBinomial(random: Random, trials: number, p: number): number {
  const isCount = Number.isInteger(trials) && trials >= 0 && trials <= 2 ** 53
  requireParameter(isCount, "trials must be a whole number from 0 to 2^53", trials)
  requireParameter(p >= 0 && p <= 1, "p must be in [0, 1]", p)
  // For p ≥ 1/2 the difference 1 - p is exact.
  return p > 0.5 ? trials - drawUpToHalf(random, trials, 1 - p) : drawUpToHalf(random, trials, p)
}

function drawUpToHalf(random: Random, trials: number, p: number): number {
  if (p === 0 || trials === 0) return 0
  if (trials === 1) return random.uniform() <= p ? 1 : 0
  return trials * p < 10 ? drawByInversion(random, trials, p) : drawByRejection(random, trials, p)
}

/**
 * Walks up from 0 through the probabilities. Beyond 110 they sum to less than 1e-60: a walk that
 * rounding led there starts again.
 */
function drawByInversion(random: Random, trials: number, p: number): number {
  const odds = p / (1 - p)
  const first = Math.exp(trials * Math.log1p(-p))
  const last = Math.min(trials, 110)
  for (;;) {
    let left = random.uniform()
    let probability = first
    for (let count = 0; count <= last; count++) {
      if (left <= probability) return count
      left -= probability
      probability *= ((trials - count) / (count + 1)) * odds
    }
  }
}

export interface RejectionHat {
  /** The map from u in (-1/2, 1/2) to the line is (2·flare/(1/2 - |u|) + stretch)·u + mean. */
  readonly flare: number
  readonly stretch: number
  /** Ratio of the hat to the density at the mode. */
  readonly ratio: number
  /** Below this height a point with 1/2 - |u| ≥ 0.07 needs no test. */
  readonly squeeze: number
}

/** Hörmann's constants; the hat covers the law wherever trials · p ≥ 10 and p ≤ 1/2. */
export function rejectionHat(deviation: number, p: number): RejectionHat {
  const stretch = 1.15 + 2.53 * deviation
  return {
    flare: -0.0873 + 0.0248 * stretch + 0.01 * p,
    stretch,
    ratio: (2.83 + 5.1 / stretch) * deviation,
    squeeze: 0.92 - 4.2 / stretch,
  }
}

function drawByRejection(random: Random, trials: number, p: number): number {
  const mean = exactMean(trials, p)
  const { flare, stretch, ratio, squeeze } = rejectionHat(Math.sqrt(mean.value * (1 - p)), p)
  // The offset from a whole number is floored, not the sum, which loses its fraction near 2^53.
  const whole = Math.floor(mean.value)
  const fraction = mean.value - whole + mean.error + 0.5
  for (;;) {
    const u = random.uniform() - 0.5
    const v = random.uniform()
    const edge = 0.5 - Math.abs(u)
    const count = whole + Math.floor(((2 * flare) / edge + stretch) * u + fraction)
    if (edge >= 0.07 && v <= squeeze) return count
    if (count < 0 || count > trials) continue
    const height = Math.log((v * ratio) / (flare / (edge * edge) + stretch))
    const mode = Math.floor((trials + 1) * p)
    const atMode = logBinomialProbability(mode, trials, p, mean)
    if (height <= logBinomialProbability(count, trials, p, mean) - atMode) return count
  }
}
