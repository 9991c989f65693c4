// Which algorithms take long to simulate: they come last, and are left out for long horizons.

import { findSimulationCost } from "@armistice/lab"

const findMilliseconds = (name: string): number => findSimulationCost({ name }).milliseconds ?? 0

/** Most rounds for which a run takes seconds. */
const longestInPage: Readonly<Record<string, number>> = { "dp-ucb": 2e6, "m-ts-gaussian": 2e7 }

/** Orders algorithms from quick to slow. */
export const byCost = (a: { readonly algorithm: string }, b: { readonly algorithm: string }): number =>
  findMilliseconds(a.algorithm) - findMilliseconds(b.algorithm)

/** A first picture need not wait for these. */
export const isSlow = (algorithm: string): boolean => findMilliseconds(algorithm) >= 100

/** These would keep all others waiting, where there is a picture without them. */
export const isSlowest = (algorithm: string): boolean => findSimulationCost({ name: algorithm }).longest !== undefined

/** One run takes longer than anyone watches. */
export const isTooLong = (algorithm: string, horizon: number): boolean =>
  horizon > (longestInPage[algorithm] ?? Number.POSITIVE_INFINITY)
