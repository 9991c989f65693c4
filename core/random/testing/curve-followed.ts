// Whether a ziggurat sampler decides rightly just under and just over the curve, in the part of a
// layer that needs a test.

import type { WordSource } from "../word-source.ts"
import type { Ziggurat } from "../ziggurat.ts"
import { giveWords } from "./given-words.ts"

export function isCurveFollowed(
  draw: (words: WordSource) => number,
  table: Ziggurat,
  layer: number,
  density: (x: number) => number,
): boolean {
  const split = (whole: number): [number, number] => [(Math.floor(whole / 2 ** 32) << 11) | 0, whole % 2 ** 32]
  // A point halfway along the part in question, and then one that is taken whatever happens.
  const whole = Math.floor((table.limit[layer] + 2 ** 53) / 2)
  const [high, low] = split(whole)
  const x = whole * table.width[layer]
  const border = (density(x) - table.height[layer]) / (table.height[layer + 1] - table.height[layer])
  const taken = (u: number) => draw(giveWords(high | layer, low, ...split(Math.floor(u * 2 ** 53)), 7, 1)) === x
  return taken(border * (1 - 1e-9)) && !taken(border * (1 + 1e-9))
}
