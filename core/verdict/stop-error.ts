// How statements before and after a stop of arms share the error. A stop may be
// decided by looking, so it decides which arms are compared; and where other outcomes are watched,
// it may look at rewards that are not released, which costs a logarithm each time (docs/theory.md,
// Lemmas 21 and 22).

import { bisect } from "../numerics/bisect.ts"

/** Stops of an experiment in which arms may be stopped. */
export interface Stops {
  /** How many there were so far. */
  readonly count: number
  /** Whether other outcomes are released: they can reveal rewards that are not. */
  readonly isWatched: boolean
}

/** The part of the error before the first stop. */
export const BEFORE = 0.9

/** The share of the error after so many stops. With two arms alone a stop decides nothing. */
export function computeErrorShare(stops: Stops | undefined, armCount: number): number {
  if (stops === undefined || (!stops.isWatched && armCount <= 2)) return 1
  if (stops.count === 0) return BEFORE
  return stops.isWatched ? (1 - BEFORE) / 2 ** stops.count : 1 - BEFORE
}

/** Stops that may have looked at rewards which were not released. */
export const looksAhead = (stops: Stops | undefined): number => (stops?.isWatched === true ? stops.count : 0)

/** The chance that evidence reaches this ln level, given looks ahead: Σ (ln z)^i/i! / z. */
export function computeError(logLevel: number, looks: number): number {
  if (logLevel <= 0) return 1
  let [sum, term] = [1, 1]
  for (let order = 1; order <= looks; order++) {
    term *= logLevel / order
    sum += term
  }
  return Math.min(1, sum * Math.exp(-logLevel))
}

/** The confidence for one arm's interval that leaves the wanted one after such stops. */
export function confidenceAfter(stops: Stops | undefined, confidence: number): number {
  if (stops?.isWatched !== true) return confidence
  const error = (computeErrorShare(stops, 1) * (1 - confidence)) / 2
  return 1 - 2 * Math.exp(-computeLevel(error, stops.count))
}

/** ln of the level at which that is `error`, rounded up. */
export function computeLevel(error: number, looks: number): number {
  if (looks === 0) return -Math.log(error)
  // The chance falls with the level, so halving finds it; the upper end is taken.
  const isEnough = (level: number): boolean => !(computeError(level, looks) > error)
  let high = 2 * (looks + 2 - Math.log(error)) * (1 + Math.log1p(looks))
  while (!isEnough(high)) high *= 2
  return bisect(high, -Math.log(error), 80, isEnough)[0]
}
