// Exponential and Laplace draws by the ziggurat, whose tail repeats itself (the law has no memory):
// the only inexact operation is a comparison with exp in 1 draw of 50, and no draw is bounded by
// the resolution of a uniform number.

import { drawUniform, wholeNumber } from "./uniform-sampler.ts"
import type { WordSource } from "./word-source.ts"
import { portableExp, ziggurat } from "./ziggurat.ts"

const start = 7.69711747013105
const { width, limit, height } = ziggurat(
  start,
  0.003949659822581557,
  (x) => portableExp(-x),
  (x) => -portableExp(-x),
)

/** Density exp(-|x|) / 2; never 0. */
export function drawLaplace(words: WordSource): number {
  for (;;) {
    const high = words.word()
    const whole = wholeNumber(high, words.word())
    const layer = high & 511
    const x = whole * width[layer]
    if (whole < limit[layer]) {
      if (whole !== 0) return x
    } else if ((layer & 255) === 0) {
      return x < 0 ? -start - drawExponential(words) : start + drawExponential(words)
    } else if (isUnderCurve(words, layer & 255, Math.abs(x))) {
      return x
    }
  }
}

/** Rate 1; never 0. */
export const drawExponential = (words: WordSource): number => Math.abs(drawLaplace(words))

function isUnderCurve(words: WordSource, layer: number, x: number): boolean {
  return height[layer] + drawUniform(words) * (height[layer + 1] - height[layer]) < Math.exp(-x)
}
