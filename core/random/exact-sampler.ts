// Discrete Laplace and discrete Gaussian noise from whole numbers only (Canonne, Kamath, Steinke
// 2020, Algorithms 1 to 3): no logarithm, no floating point, so the law is exact and the result has
// no low-order bits that could betray what was hidden.

import type { WordSource } from "./word-source.ts"

/** Uniform on 0 … bound - 1, by rejection. */
export function drawBelow(words: WordSource, bound: bigint): bigint {
  const bits = bitLength(bound - 1n)
  for (;;) {
    let value = 0n
    for (let taken = 0; taken < bits; taken += 32) value = (value << 32n) | BigInt(words.word() >>> 0)
    value >>= BigInt((32 - (bits % 32)) % 32)
    if (value < bound) return value
  }
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length
}

/** True with probability exp(-numerator/denominator). */
export function drawExpBernoulli(words: WordSource, numerator: bigint, denominator: bigint): boolean {
  let rest = numerator
  for (; rest > denominator; rest -= denominator) if (!drawSmallExpBernoulli(words, 1n, 1n)) return false
  return drawSmallExpBernoulli(words, rest, denominator)
}

/** The same up to exponent 1: the first k at which a chance of exponent/k fails is odd. */
function drawSmallExpBernoulli(words: WordSource, numerator: bigint, denominator: bigint): boolean {
  let k = 1n
  while (drawBelow(words, denominator * k) < numerator) k += 1n
  return k % 2n === 1n
}

/** A whole number y with probability proportional to exp(-|y|/scale). */
export function drawDiscreteLaplace(words: WordSource, scale: bigint): bigint {
  for (;;) {
    const rest = drawBelow(words, scale)
    if (!drawExpBernoulli(words, rest, scale)) continue
    let whole = 0n
    while (drawSmallExpBernoulli(words, 1n, 1n)) whole += 1n
    const size = rest + scale * whole
    const isNegative = words.word() < 0
    // Zero has one sign only, or it would come twice as often.
    if (isNegative && size === 0n) continue
    return isNegative ? -size : size
  }
}

/** A whole number y with probability proportional to exp(-y²/(2·deviation²)). */
export function drawDiscreteGaussian(words: WordSource, deviation: bigint): bigint {
  const scale = deviation + 1n
  const variance = deviation * deviation
  for (;;) {
    const y = drawDiscreteLaplace(words, scale)
    const distance = (y < 0n ? -y : y) * scale - variance
    // (|y| - variance/scale)² / (2·variance) as a fraction.
    if (drawExpBernoulli(words, distance * distance, 2n * variance * scale * scale)) return y
  }
}
