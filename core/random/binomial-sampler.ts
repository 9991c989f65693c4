// Binomial draws: inversion where min(p, 1 - p) · trials is small, else transformed rejection (BTRS, Hörmann 1993, J. Stat.
// Comput. Simul. 46) with Loader's deviance form of the probabilities, which keeps its digits up to 2^53 trials.

import { ArmisticeError } from "../errors.ts"
import { drawUniform } from "./uniform-sampler.ts"
import type { Words } from "./words.ts"

export function drawBinomial(words: Words, trials: number, p: number): number {
  if (!(Number.isInteger(trials) && trials >= 0 && trials <= 2 ** 53))
    throw new ArmisticeError("invalid_parameter", `trials must be a whole number from 0 to 2^53, got ${String(trials)}`)
  if (!(p >= 0 && p <= 1)) throw new ArmisticeError("invalid_parameter", `p must be in [0, 1], got ${String(p)}`)
  if (p > 0.5) return trials - drawUpToHalf(words, trials, 1 - p)
  return drawUpToHalf(words, trials, p)
}

function drawUpToHalf(words: Words, trials: number, p: number): number {
  if (p === 0 || trials === 0) return 0
  return trials * p < 10 ? drawByInversion(words, trials, p) : drawByRejection(words, trials, p)
}

/** Walks up from 0 through the probabilities; a walk that rounding has led past any credible count starts again. */
function drawByInversion(words: Words, trials: number, p: number): number {
  const odds = p / (1 - p)
  const first = Math.exp(trials * Math.log1p(-p))
  const last = Math.min(trials, 110)
  for (;;) {
    let left = drawUniform(words)
    let probability = first
    for (let count = 0; count <= last; count++) {
      if (left <= probability) return count
      left -= probability
      probability *= ((trials - count) / (count + 1)) * odds
    }
  }
}

function drawByRejection(words: Words, trials: number, p: number): number {
  const mean = trials * p
  const deviation = Math.sqrt(mean * (1 - p))
  const b = 1.15 + 2.53 * deviation
  const a = -0.0873 + 0.0248 * b + 0.01 * p
  const quick = 0.92 - 4.2 / b
  const alpha = (2.83 + 5.1 / b) * deviation
  const whole = Math.floor(mean)
  const part = mean - whole + 0.5
  for (;;) {
    const u = drawUniform(words) - 0.5
    const v = drawUniform(words)
    const edge = 0.5 - Math.abs(u)
    const count = whole + Math.floor(((2 * a) / edge + b) * u + part)
    if (edge >= 0.07 && v <= quick) return count
    if (!(count >= 0 && count <= trials)) continue
    const mode = Math.floor((trials + 1) * p)
    const height = Math.log((v * alpha) / (a / (edge * edge) + b))
    if (height <= logProbability(count, trials, p) - logProbability(mode, trials, p)) return count
  }
}

/** log P(count) but for a constant of `trials` (Loader 2000, "Fast and accurate computation of binomial probabilities"). */
function logProbability(count: number, trials: number, p: number): number {
  const rest = trials - count
  const constant = stirlingError(trials) + Math.log(trials) / 2 - Math.log(2 * Math.PI) / 2
  if (count === 0) return trials * Math.log1p(-p) - constant
  if (rest === 0) return trials * Math.log(p) - constant
  const excess = count - trials * p
  return (
    -stirlingError(count) -
    stirlingError(rest) -
    deviance(count, trials * p, excess) -
    deviance(rest, trials * (1 - p), -excess) -
    Math.log(count) / 2 -
    Math.log(rest) / 2
  )
}

/** count · log(count / mean) + mean - count, where excess = count - mean. */
function deviance(count: number, mean: number, excess: number): number {
  if (Math.abs(excess) < 0.1 * (count + mean)) {
    const ratio = excess / (count + mean)
    const square = ratio * ratio
    let sum = excess * ratio
    let power = 2 * count * ratio
    for (let odd = 3; odd < 60; odd += 2) {
      power *= square
      const next = sum + power / odd
      if (next === sum) return sum
      sum = next
    }
    return sum
  }
  return count * Math.log(count / mean) - excess
}

/** log n! less Stirling's formula log(√(2πn) (n/e)^n). */
function stirlingError(n: number): number {
  if (n < small.length) return small[n]
  const square = n * n
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n
}

const small = [0]
for (let n = 1, log = 0; n < 16; n++) {
  log += Math.log(n)
  small.push(log - (n + 0.5) * Math.log(n) + n - Math.log(2 * Math.PI) / 2)
}
