// Uniform numbers from 32-bit words. Only exact operations: equal words give equal numbers on every
// platform.

import { ArmisticeError } from "../errors.ts"
import type { WordSource } from "./word-source.ts"

const scale = 2 ** -53

/** The whole number of 53 bits made of the upper 21 bits of one word and all of the next. */
export const wholeNumber = (high: number, low: number): number => (high >>> 11) * 0x1_0000_0000 + (low >>> 0)

/** A multiple of 2^-53 in (0, 1). Zero is redrawn, so that u and 1 - u have the same law. */
export function drawUniform(words: WordSource): number {
  for (;;) {
    const whole = wholeNumber(words.word(), words.word())
    if (whole !== 0) return whole * scale
  }
}

/** Uniform on 0 … bound - 1. An incomplete last repetition is redrawn: no modulo bias. */
export function drawInteger(words: WordSource, bound: number): number {
  if (!(Number.isSafeInteger(bound) && bound >= 1))
    throw new ArmisticeError(
      "invalid_parameter",
      `bound must be a whole number from 1 to 2^53 - 1, got ${String(bound)}`,
    )
  if (bound === 0x1_0000_0000) return words.word() >>> 0
  if (bound < 0x1_0000_0000) {
    // In whole numbers of 32 bits, where a remainder is ten times as fast as in floating point.
    const divisor = bound >>> 0
    const redrawn = (((0x1_0000_0000 - divisor) >>> 0) % divisor) >>> 0
    const limit = 0x1_0000_0000 - redrawn
    for (;;) {
      const word = words.word() >>> 0
      if (word < limit) return (word % divisor) >>> 0
    }
  }
  const limit = 2 ** 53 - (2 ** 53 % bound)
  for (;;) {
    const whole = wholeNumber(words.word(), words.word())
    if (whole < limit) return whole % bound
  }
}
