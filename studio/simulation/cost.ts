// Which algorithms take long to simulate: these come last, and beyond some horizon not at all in a page.

import { findAlgorithm } from "@armistice/core"

const costOf = (algorithm: string) => findAlgorithm(algorithm).simulation

export const byCost = (a: { readonly algorithm: string }, b: { readonly algorithm: string }): number =>
  (costOf(a.algorithm)?.milliseconds ?? 0) - (costOf(b.algorithm)?.milliseconds ?? 0)

/** Those that a first picture need not wait for. */
export const isSlow = (algorithm: string): boolean => (costOf(algorithm)?.milliseconds ?? 0) >= 100

/** Those that would keep all others waiting, where there is a picture without them. */
export const isSlowest = (algorithm: string): boolean => costOf(algorithm)?.longest !== undefined

/** One run takes longer than anyone watches. */
export const isTooLong = (algorithm: string, horizon: number): boolean =>
  horizon > (costOf(algorithm)?.longest?.page ?? Number.POSITIVE_INFINITY)
