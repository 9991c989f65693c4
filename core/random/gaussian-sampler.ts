// Standard normal draws by a 256-layer ziggurat (Marsaglia and Tsang 2000). Layer, sign and a mantissa of 53 bits come from
// separate bits (Doornik 2005), and the tail uses exponentials of any size, so no draw is bounded.

import { drawExponential } from "./exponential-sampler.ts"
import { drawUniform, wholeNumber } from "./uniform-sampler.ts"
import type { Words } from "./words.ts"
import { portableExp, ziggurat } from "./ziggurat.ts"

const start = 3.654152885361009
const { width, limit, height } = ziggurat(
  start,
  0.004928673233974655,
  (x) => portableExp((-x * x) / 2),
  (x) => -x * portableExp((-x * x) / 2),
)

export function drawGaussian(words: Words): number {
  for (;;) {
    const high = words.word()
    const whole = wholeNumber(high, words.word())
    const layer = high & 511
    const x = whole * width[layer]
    if (whole < limit[layer]) return x
    if ((layer & 255) === 0) return x < 0 ? -drawTail(words) : drawTail(words)
    if (isUnderCurve(words, layer & 255, x)) return x
  }
}

function isUnderCurve(words: Words, layer: number, x: number): boolean {
  return height[layer] + drawUniform(words) * (height[layer + 1] - height[layer]) < Math.exp((-x * x) / 2)
}

/** A normal known to exceed `start` (Marsaglia 1964). */
function drawTail(words: Words): number {
  for (;;) {
    const excess = drawExponential(words) / start
    if (2 * drawExponential(words) > excess * excess) return start + excess
  }
}
