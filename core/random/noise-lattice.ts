// Noise around a value that must stay hidden, for live use: value, noise and sum are whole
// multiples of one step, a power of two that depends on the deviation only. The value must itself
// be such a multiple (sums of rewards that are multiples of 2^-20 are).

import { requireParameter } from "../errors.ts"
import { drawDiscreteGaussian, drawDiscreteLaplace } from "./exact-sampler.ts"
import type { WordSource } from "./word-source.ts"

/** The step is at most the deviation (or scale) divided by 2 to this power. */
export const noiseLatticeBits = 40

/** Rewards of live experiments are multiples of 2 to minus this power. */
export const rewardLatticeBits = 20

/** The nearest of those multiples: sums of them are exact, so a reward moves a sum by at most 1. */
export const roundToLattice = (reward: number): number =>
  Math.round(reward * 2 ** rewardLatticeBits) / 2 ** rewardLatticeBits

export const gaussianOnLattice = (words: WordSource, centre: number, deviation: number): number =>
  drawOnLattice(centre, deviation, (steps) => drawDiscreteGaussian(words, steps))

export const laplaceOnLattice = (words: WordSource, centre: number, scale: number): number =>
  drawOnLattice(centre, scale, (steps) => drawDiscreteLaplace(words, steps))

function drawOnLattice(centre: number, spread: number, draw: (steps: bigint) => bigint): number {
  const isNormal = spread > 1e-100 && spread < 1e100 && Math.abs(centre) < 1e100
  requireParameter(isNormal, "noise must have a spread in (1e-100, 1e100)", spread)
  const perUnit = 2 ** Math.max(rewardLatticeBits, noiseLatticeBits - Math.floor(Math.log2(spread)))
  // A spread that is no whole number of steps is made larger, never smaller.
  const noise = draw(BigInt(Math.ceil(spread * perUnit)))
  // The sum is exact; only the result is rounded, which is post-processing.
  return Number(BigInt(Math.round(centre * perUnit)) + noise) / perUnit
}
