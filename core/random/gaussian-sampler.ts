// Standard normal draws by a 256-layer ziggurat (Marsaglia and Tsang 2000). Layer, sign and a
// mantissa of 53 bits come from separate bits (Doornik 2005), and the tail is made of exponentials
// of any size, so no draw is bounded.

import type { Random } from "./random.ts"
import { drawUniform, wholeNumber } from "./uniform-sampler.ts"
import type { WordSource } from "./word-source.ts"
import { portableExp, ziggurat } from "./ziggurat.ts"

const start = 3.654152885361009
const { width, limit, height } = ziggurat(
  start,
  0.004928673233974655,
  (x) => portableExp((-x * x) / 2),
  (x) => -x * portableExp((-x * x) / 2),
)

export function drawGaussian(words: WordSource & Pick<Random, "exponential">): number {
  for (;;) {
    const high = words.word()
    const whole = wholeNumber(high, words.word())
    const layer = high & 511
    const x = whole * width[layer]
    if (whole < limit[layer]) return x
    if ((layer & 255) === 0) return x < 0 ? -gaussianTail(words, start) : gaussianTail(words, start)
    if (isUnderCurve(words, layer & 255, x)) return x
  }
}

/** A normal that exceeds `bound` > 0, by exponential proposals (Marsaglia 1964). */
export function gaussianTail(random: Pick<Random, "exponential">, bound: number): number {
  for (;;) {
    const excess = random.exponential() / bound
    if (2 * random.exponential() > excess * excess) return bound + excess
  }
}

function isUnderCurve(words: WordSource, layer: number, x: number): boolean {
  return height[layer] + drawUniform(words) * (height[layer + 1] - height[layer]) < Math.exp((-x * x) / 2)
}
